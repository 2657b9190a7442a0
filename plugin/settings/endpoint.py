# SPDX-License-Identifier: GPL-2.0-or-later
"""An endpoint for language models, and how the settings hold a list of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...headless.agents.language_model.base_url import checked_base_url, open_way_to
from ...headless.agents.language_model.keys import needs_key
from ...headless.refusal import CommandRefused
from ..i18n import marked, tr

LONGEST_NAME = 80
MOST_ENDPOINTS = 50
MOST_MODELS = 500


class Endpoint(NamedTuple):
    """An endpoint that speaks OpenAI's chat completions.

    Args:
        name: As lists show it; no two have the same.
        base_url: Up to and without chat/completions.
        models: Names of models, the usual one first.
        auth_id: Id of the authentication configuration that holds its key; "" where it wants none.
    """

    name: str
    base_url: str
    models: tuple[str, ...] = ()
    auth_id: str = ""

    @property
    def wants_key(self) -> bool:
        """Whether it takes nobody without a key."""
        return needs_key(self.base_url) is not None


class Preset(NamedTuple):
    """An endpoint that can be added by its name."""

    name: str
    base_url: str
    where: str


PRESETS = (
    Preset("Ollama", "http://127.0.0.1:11434/v1", marked("on this computer, no key")),
    Preset("llama.cpp", "http://127.0.0.1:8080/v1", marked("on this computer, no key")),
    Preset("vLLM", "http://127.0.0.1:8000/v1", marked("on this computer, no key")),
    Preset("LM Studio", "http://127.0.0.1:1234/v1", marked("on this computer, no key")),
    Preset("OpenAI", "https://api.openai.com/v1", marked("needs a key")),
    Preset("OpenRouter", "https://openrouter.ai/api/v1", marked("needs a key")),
)


def endpoints_of(text: str) -> list[Endpoint]:
    """Reads what the settings hold; what cannot be an endpoint is left out, since settings may be edited by hand."""
    try:
        entries = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    found: dict[str, Endpoint] = {}
    for entry in entries[:MOST_ENDPOINTS] if isinstance(entries, list) else []:
        endpoint = _endpoint_of(entry)
        if endpoint is not None:
            found.setdefault(endpoint.name, endpoint)
    return list(found.values())


def text_of(endpoints: Sequence[Endpoint]) -> str:
    """Returns what the settings hold for a list of endpoints."""
    return json.dumps([{**endpoint._asdict(), "models": list(endpoint.models)} for endpoint in endpoints])


def key_warning(base_url: str) -> str:
    """Warns of a key that others could read on its way to an endpoint; "" where none could."""
    host = open_way_to(base_url)
    text = tr("The key goes to {host} unencrypted: whoever is on the way can read it. Use https://, or a tunnel.")
    return text.format(host=host) if host else ""


def free_name(wanted: str, taken: Sequence[str]) -> str:
    """Returns a name that no endpoint has yet.

    >>> free_name("Ollama", ["Ollama"])
    'Ollama 2'
    """
    names = [wanted, *(f"{wanted} {number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name not in taken)


def is_model_name(text: str) -> bool:
    """Tells whether a text can be the name of a model."""
    return 0 < len(text) <= 200 and text.isprintable() and not any(letter.isspace() for letter in text)


def _endpoint_of(entry: Any) -> Endpoint | None:
    if not isinstance(entry, dict):
        return None
    name, base_url, auth_id = (entry.get(key, "") for key in ("name", "base_url", "auth_id"))
    if not all(isinstance(value, str) for value in (name, base_url, auth_id)) or not name.strip():
        return None
    try:
        base_url = checked_base_url(base_url)
    except CommandRefused:
        return None
    listed = entry.get("models")
    models = [one for one in listed if isinstance(one, str) and is_model_name(one)] if isinstance(listed, list) else []
    return Endpoint(name.strip()[:LONGEST_NAME], base_url, tuple(dict.fromkeys(models[:MOST_MODELS])), auth_id)
