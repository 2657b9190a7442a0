# SPDX-License-Identifier: GPL-2.0-or-later
"""The key of an endpoint: where it comes from, and how it is kept out of everything that is written."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, MutableMapping
from typing import Any, TextIO
from urllib.parse import urlsplit

from ...refusal import CommandRefused

ANY_ENDPOINT = "GISAGENTBENCH_API_KEY"
# A key goes only to the host that it is of.
OF_HOST = {"api.openai.com": "OPENAI_API_KEY", "openrouter.ai": "OPENROUTER_API_KEY"}
HIDDEN = "[key]"
SHORTEST_KEY = 6
LONGEST_KEY = 4096
# Endpoints quote keys in their errors, half of it in stars.
LOOKS_LIKE_A_KEY = re.compile(r"\b(?:sk|rk|pk)-[A-Za-z0-9_*-]{8,}")


def key_of(base_url: str, environment: Mapping[str, str] = os.environ) -> str | None:
    """Returns the key for an endpoint from the environment; None where there is none, as for local models.

    Raises: CommandRefused for a text that can be no key.
    """
    host = urlsplit(base_url).hostname or ""
    name = next((name for name in (ANY_ENDPOINT, OF_HOST.get(host, "")) if environment.get(name)), None)
    return None if name is None else checked_key(environment[name], name)


def needs_key(base_url: str) -> str | None:
    """Returns the variable that an endpoint's key is looked for under, where it takes nobody without one."""
    return OF_HOST.get(urlsplit(base_url).hostname or "")


def read_key(stream: TextIO, environment: MutableMapping[str, str] = os.environ) -> None:
    """Takes the key from a stream, one line, for this process and those of its episodes.

    Raises: CommandRefused where the line is no key.
    """
    environment[ANY_ENDPOINT] = checked_key(stream.readline(LONGEST_KEY + 2).rstrip("\r\n"), "standard input")


def without_key(value: Any, key: str | None) -> Any:
    """Returns a JSON value with the key, and what looks like one, replaced, in texts and in names.

    >>> without_key({"text": ["Bearer hush-hush"]}, "hush-hush")
    {'text': ['Bearer [key]']}
    """
    if isinstance(value, str):
        hidden = value.replace(key, HIDDEN) if key and len(key) >= SHORTEST_KEY else value
        return LOOKS_LIKE_A_KEY.sub(HIDDEN, hidden)
    if isinstance(value, dict):
        return {without_key(name, key): without_key(part, key) for name, part in value.items()}
    if isinstance(value, list):
        return [without_key(part, key) for part in value]
    return value


def checked_key(key: str, place: str) -> str:
    """Returns a key.

    Args:
        place: Where it comes from, for the message.
    Raises: CommandRefused where the text can be none; it is not quoted.
    """
    if not key or len(key) > LONGEST_KEY or not re.fullmatch(r"[!-~]+", key):
        message = f"What {place} holds is no key: it is empty, too long, or has spaces or letters beyond ASCII."
        raise CommandRefused("BAD_VALUE", message, "Give the key alone, on one line.")
    return key
