# SPDX-License-Identifier: GPL-2.0-or-later
"""What the command line asks of language models, checked, as entries of the manifest."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Literal

from ....tools.declaration.registry import all_tools
from ...manifest import AgentEntry, Limits, ModelEntry
from ...refusal import BROKEN, CommandRefused
from .base_url import checked_base_url, open_way_to
from .keys import ANY_ENDPOINT, key_of, needs_key
from .prices import price_of
from .prompts import prompt_checksums
from .tool_functions import MOST_FUNCTIONS

WORD = "openai"
PREFIX = "openai:"
DEFAULT_BASE_URL = "https://api.openai.com/v1"
DEFAULT_PARAMETERS: dict[str, Any] = {"temperature": 0, "stream_options": {"include_usage": True}}
OURS = ("model", "messages", "tools", "stream", "n", "functions", "function_call")
TOOL_CHOICES = ("auto", "required")


@dataclass(frozen=True)
class ModelRequest:
    """What is asked for on the command line.

    Args:
        models: Names; each is an agent of the run.
        base_url: None for OpenAI's own.
        parameters: Sent beside temperature 0, or instead of it; null leaves one out.
        descriptions: How much the tools tell of themselves.
        has_key: Whether the key comes another way than through the environment.
    """

    models: Sequence[str] = ()
    base_url: str | None = None
    parameters: dict[str, Any] = field(default_factory=dict)
    descriptions: Literal["full", "bare"] = "full"
    has_key: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing was asked for."""
        return self == ModelRequest()


def model_entries(
    names: Sequence[str], request: ModelRequest, limits: Limits, tools: Sequence[str] | None
) -> dict[str, list[AgentEntry]]:
    """Checks what is asked of models.

    Args:
        names: Agents as on the command line.
    Returns: Name of an agent that is a model to its entries: `openai` stands for all of --model.
    Raises: CommandRefused.
    """
    asked = [name for name in names if name == WORD or name.startswith(PREFIX)]
    if not asked:
        if request.models or not request.is_empty:
            raise CommandRefused(
                "BAD_VALUE", "A model is described, but no agent is one.", f"Give --agent {WORD}, too."
            )
        return {}
    if WORD in asked and not request.models:
        raise CommandRefused("MISSING_ARGUMENT", f'The agent "{WORD}" needs a model.', "Give --model NAME.")
    if WORD not in asked and request.models:
        raise CommandRefused("BAD_VALUE", "--model is given, but no agent stands for it.", f"Give --agent {WORD}.")
    if importlib.util.find_spec("openai") is None:
        message, hint = "The Python package openai is missing.", "Start ./gisagentbench doctor, or install it with pip."
        raise CommandRefused("DEPENDENCY_MISSING", message, hint, BROKEN)
    if tools is None and len(all_tools()) > MOST_FUNCTIONS:
        raise CommandRefused("LIMIT_EXCEEDED", f"Endpoints take {MOST_FUNCTIONS} functions.", "Choose with --tools.")
    base_url = checked_base_url(request.base_url or DEFAULT_BASE_URL)
    if not request.has_key:
        _check_key(base_url)
    found = {}
    for name in asked:
        models = list(request.models) if name == WORD else [name.removeprefix(PREFIX)]
        found[name] = [_entry(model, base_url, request, limits) for model in models]
    return found


def deviations(entries: Sequence[AgentEntry], tools: Sequence[str] | None) -> list[str]:
    """Returns in words where models of a run are asked in another way than by default."""
    models = [entry.model for entry in entries if entry.model is not None]
    if not models:
        return []
    said = [] if tools is None else [f"{len(set(tools))} of {len(all_tools())} tools"]
    said += ["bare descriptions of tools"] if any(model.descriptions == "bare" for model in models) else []
    for name in sorted({*DEFAULT_PARAMETERS, *models[0].parameters}):
        default, sent = DEFAULT_PARAMETERS.get(name), models[0].parameters.get(name)
        if sent != default:
            said.append(f"{name} {'is not sent' if name not in models[0].parameters else f'is {sent!r}'}")
    return said


def key_warnings(entries: Sequence[AgentEntry]) -> list[str]:
    """Says of each endpoint whose key others could read on its way to it, a sentence each."""
    urls = dict.fromkeys(entry.model.base_url for entry in entries if entry.model is not None)
    hosts = dict.fromkeys(open_way_to(url) for url in urls if key_of(url) is not None)
    return [
        f"The key goes unencrypted to {host}: whoever is on the way can read it. Take https://, or a tunnel."
        for host in hosts
        if host
    ]


def _entry(model: str, base_url: str, request: ModelRequest, limits: Limits) -> AgentEntry:
    if not re.fullmatch(r"[^\s\x00-\x1f\x7f]{1,200}", model) or not model.isprintable():
        raise CommandRefused("BAD_VALUE", "--model takes the name of a model, without spaces.", "")
    price = price_of(base_url, model)
    if limits.money is not None and price is None:
        raise CommandRefused(
            "BAD_VALUE",
            f'--max-money cannot be held: "{model}" has no price at this endpoint.',
            "Give --max-tokens, or add its price to headless/agents/language_model/prices.yaml.",
        )
    slug = re.sub(r"[^a-z0-9]+", "_", model.lower()).strip("_")[:40]
    sent = DEFAULT_PARAMETERS | request.parameters
    return AgentEntry(
        name=f"{PREFIX}{model}",
        folder=f"openai-{slug}-{sha256(model.encode()).hexdigest()[:8]}",
        model=ModelEntry(
            model=model,
            base_url=base_url,
            parameters={name: value for name, value in sent.items() if value is not None},
            descriptions=request.descriptions,
            prompts=prompt_checksums(),
            price=price,
        ),
    )


def _check_key(base_url: str) -> None:
    wanted = needs_key(base_url)
    if wanted is not None and key_of(base_url) is None:
        raise CommandRefused(
            "MISSING_ARGUMENT",
            "The endpoint wants a key, and there is none.",
            f"Set {wanted} or {ANY_ENDPOINT}, or give the key with --key-stdin.",
        )
