# SPDX-License-Identifier: GPL-2.0-or-later
"""The messages of an episode as endpoints take them, and the calls that an answer asks for."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ...events import ProposedCall
from .answer import Answer, AskedCall
from .keys import without_key


class Conversation:
    """Grows by an answer and the results of its calls.

    Args:
        system: What the model is told of its work.
        task: The task, as the first message.
    """

    def __init__(self, system: str, task: str) -> None:
        self.messages: list[dict[str, Any]] = [
            {"role": "system", "content": system},
            {"role": "user", "content": task},
        ]
        self._waiting: list[tuple[str, str]] = []
        self._ids: set[str] = set()

    def add_answer(self, answer: Answer, key: str | None = None) -> tuple[ProposedCall, ...]:
        """Adds an answer.

        Returns: Its calls in the order given; arguments that are no JSON stay the text that they are.
        """
        message: dict[str, Any] = {"role": "assistant", "content": answer.text}
        proposed: list[ProposedCall] = []
        for call in answer.calls:
            identity = self._own_id(call)
            arguments, fault = read_arguments(call.arguments)
            proposed.append(ProposedCall(api=call.name, arguments=without_key(arguments, key)))
            self._waiting.append((identity, fault))
            function = {"name": call.name, "arguments": "{}" if fault else call.arguments or "{}"}
            asked = {**call.more, "id": identity, "type": "function", "function": function}
            message.setdefault("tool_calls", []).append(asked)
        self.messages.append(message)
        return tuple(proposed)

    def add_results(self, steps: Sequence[dict[str, Any]]) -> None:
        """Adds what became of the calls of the last answer, in their order."""
        for (identity, fault), step in zip(self._waiting, steps, strict=True):
            content = f"{fault}\n{result_text(step)}" if fault else result_text(step)
            self.messages.append({"role": "tool", "tool_call_id": identity, "content": content})
        self._waiting = []

    def characters(self) -> int:
        """Returns the length of all messages as JSON."""
        return len(json.dumps(self.messages))

    def _own_id(self, call: AskedCall) -> str:
        """Returns the id of a call, a new one where it has none or that of another call."""
        identity = call.id
        if not identity or identity in self._ids:
            identity = f"call_{len(self._ids) + 1}"
            while identity in self._ids:
                identity += "_"
        self._ids.add(identity)
        return identity


def read_arguments(text: str) -> tuple[Any, str]:
    """Reads the arguments of a call.

    Returns: Them and an empty text; where they are no JSON, the text itself and what is wrong with it.

    >>> read_arguments('{"layer": "parks"}')
    ({'layer': 'parks'}, '')
    >>> read_arguments("layer = parks")[1]
    'The arguments are no JSON (line 1, column 1: Expecting value); they are an object of argument names and values.'
    """
    if not text.strip():
        return {}, ""
    try:
        return json.loads(text), ""
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}: {error.msg}"
    except (ValueError, RecursionError):
        where = "a number too long or brackets too deep"
    return text, f"The arguments are no JSON ({where}); they are an object of argument names and values."


def result_text(step: dict[str, Any]) -> str:
    """Returns a step as the model is told of it: facts of what was made, or the error with code and hint."""
    if step["ok"]:
        made = [f"{name}: {value}" for name, value in (step["outputs"] or {}).items() if isinstance(value, str)]
        seen = (step["observation"] or {}).get("text") or ""
        return "\n".join(part for part in ("ok" + (f", {', '.join(made)}" if made else ""), seen) if part)
    error = step["error"] or {}
    hint = f" Hint: {error['hint'].rstrip('.')}." if error.get("hint") else ""
    return f"{error.get('code')}: {str(error.get('message', '')).rstrip('.')}.{hint}"
