# SPDX-License-Identifier: GPL-2.0-or-later
"""One answer of a model, put together from the pieces of its stream, whatever an endpoint makes of the format."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...events import Usage
from .endpoint_faults import EndpointFault

LONGEST_ANSWER_CHARACTERS = 1_000_000
KEPT_CHARACTERS = 2_000
CHARACTERS_OF_A_CALL = 16
STANDARD_KEYS = ("index", "id", "type", "function")


class AnswerTooLong(Exception):
    """The text and arguments of an answer passed the bound."""


@dataclass
class AskedCall:
    """A call as the model wrote it.

    Args:
        arguments: JSON text, or what should be it.
        more: Other keys of the call, which some endpoints want back.
    """

    id: str = ""
    name: str = ""
    arguments: str = ""
    more: dict[str, Any] = field(default_factory=dict)


class Answer(NamedTuple):
    """A whole answer; `finish_reason` is None where the stream ended without one."""

    text: str
    refusal: str
    calls: list[AskedCall]
    finish_reason: str | None
    usage: Usage | None
    model: str | None
    system_fingerprint: str | None


class AnswerPieces:
    """Takes the pieces of a stream."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._refusal: list[str] = []
        self._calls: list[AskedCall] = []
        self._at_index: dict[Any, AskedCall] = {}
        self._usage: Usage | None = None
        self._told: dict[str, str] = {}
        self._characters = 0

    def add(self, piece: Any) -> None:
        """Takes one piece.

        Raises: AnswerTooLong; EndpointFault where it is no piece of an answer.
        """
        if not isinstance(piece, dict):
            raise EndpointFault("infrastructure", "The endpoint sent JSON that is no answer.", can_retry=True)
        self._tell("model", piece.get("model"))
        self._tell("system_fingerprint", piece.get("system_fingerprint"))
        self._usage = usage_of(piece.get("usage")) or self._usage
        choices = piece.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        self._tell("finish_reason", choice.get("finish_reason"))
        delta = choice.get("delta")
        if isinstance(delta, dict):
            self._text.append(self._counted(delta.get("content")))
            self._refusal.append(self._counted(delta.get("refusal")))
            # some send what the model thinks; it is no part of the answer, but of its size
            self._counted(delta.get("reasoning_content") or delta.get("reasoning"))
            for call in delta.get("tool_calls") or ():
                if isinstance(call, dict):
                    self._add_call(call)

    def answer(self) -> Answer:
        """Returns what has come so far."""
        told = self._told
        return Answer(
            text="".join(self._text),
            refusal="".join(self._refusal),
            calls=list(self._calls),
            finish_reason=told.get("finish_reason"),
            usage=self._usage,
            model=told.get("model"),
            system_fingerprint=told.get("system_fingerprint"),
        )

    def _add_call(self, delta: dict[str, Any]) -> None:
        function = delta.get("function")
        function = function if isinstance(function, dict) else {}
        name, identity = self._counted(function.get("name")), self._counted(delta.get("id"))
        index = delta.get("index")
        index = index if isinstance(index, int) else None
        call = self._at_index.get(index)
        # endpoints that number every call 0, or none, begin a new one with its name
        if call is None or (name and call.name and (index is None or (identity and identity != call.id))):
            call = self._at_index[index] = AskedCall()
            self._calls.append(call)
            self._characters += CHARACTERS_OF_A_CALL
        call.id = call.id or identity
        call.name = call.name or name
        arguments = function.get("arguments")
        if isinstance(arguments, dict):  # some send the object itself
            arguments = json.dumps(arguments)
        call.arguments += self._counted(arguments)
        call.more |= {key: value for key, value in delta.items() if key not in STANDARD_KEYS and value is not None}

    def _counted(self, text: Any) -> str:
        if not isinstance(text, str):
            return ""
        self._characters += len(text)
        if self._characters > LONGEST_ANSWER_CHARACTERS:
            raise AnswerTooLong
        return text

    def _tell(self, key: str, value: Any) -> None:
        if isinstance(value, str) and value:
            self._told[key] = value[:200]


def usage_of(told: Any) -> Usage | None:
    """Reads the counts of tokens as an endpoint tells them; None where it tells none."""
    if not isinstance(told, dict):
        return None
    prompt_details, answer_details = told.get("prompt_tokens_details"), told.get("completion_tokens_details")
    cached = _count(prompt_details, "cached_tokens")
    usage = Usage(
        prompt_tokens=_count(told, "prompt_tokens"),
        cached_tokens=_count(told, "prompt_cache_hit_tokens") if cached is None else cached,
        completion_tokens=_count(told, "completion_tokens"),
        reasoning_tokens=_count(answer_details, "reasoning_tokens"),
    )
    return None if usage.prompt_tokens is None and usage.completion_tokens is None else usage


def _count(told: Any, key: str) -> int | None:
    value = told.get(key) if isinstance(told, dict) else None
    is_count = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 10**12
    return value if is_count else None
