# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks a person at the terminal, who sees what any agent sees and writes a call a line."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ...tools.declaration.errors import nearest
from ...tools.declaration.registry import all_tools
from ..command_line.step_text import step_lines
from ..events import ProposedCall
from .agent import Turn
from .task_text import task_text
from .terminal import StandardTerminal, Terminal
from .tool_text import tool_list_text, tool_text

SHOWN_LINES = 60
COMMANDS = {
    "API {json}": 'make a call, on one line: buffer {"layer": "parks", "distance": 5, …}',
    "help API": "the arguments of a tool",
    "tools [WORD]": "all tools, or those whose name, summary or tags have a word",
    "task": "the task again",
    "layers": "the layers there are",
    "# TEXT": "a remark, kept in the events with the next call",
    "done": "end the task, as the end of input does; what lies under output/ is scored",
    "quit": "leave the run; the same command with its --out goes on",
}
WORDS = ("help", "tools", "task", "layers", "done", "quit")


class Person:
    """An agent that is asked.

    Args:
        view: What an agent sees of the task.
        tools: Names a call may use; None for all.
        terminal: Where the person is asked; left out, the terminal of this process.
    """

    def __init__(
        self, view: Mapping[str, Any], tools: Sequence[str] | None = None, terminal: Terminal | None = None
    ) -> None:
        self._task = task_text(view)
        self._specs = {name: spec for name, spec in all_tools().items() if tools is None or name in tools}
        self._terminal = terminal or StandardTerminal()
        self._layers: dict[str, str] = {}
        self._remarks: list[str] = []
        self._has_begun = self._has_answered = False

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Asks until there is a call or an end.

        Raises: KeyboardInterrupt where the person leaves the run: by `quit`, or by an end of input before any line of
            this task, since a task that nobody looked at is not one that was got wrong.
        """
        self._tell(steps)
        while True:
            line = self._terminal.ask()
            if line is None:
                if not self._has_answered:
                    raise KeyboardInterrupt
                return self._end("the input ended")
            turn = self._turn(line.strip())
            if turn is not None:
                return turn

    def _tell(self, steps: Sequence[dict[str, Any]]) -> None:
        if not self._has_begun:
            self._has_begun = True
            self._terminal.say(f"\n{self._task}\n\n{_help_text()}")
        for step in steps:
            self._terminal.say("\n".join(step_lines(step, step.get("step"), SHOWN_LINES)))
            self._note_layers(step)

    def _note_layers(self, step: dict[str, Any]) -> None:
        spec = self._specs.get(step["api"])
        if not step["ok"] or spec is None:
            return
        told = str((step["observation"] or {}).get("text", "")).splitlines()[:1]
        for output in spec.outputs:
            handle = step["outputs"].get(output.name)
            if output.is_layer and handle:
                is_main = handle == step["output"]
                self._layers[str(handle)] = told[0] if told and is_main else f"made by {step['api']}"

    def _turn(self, line: str) -> Turn | None:
        """Returns what a line asks for; None where it was answered here."""
        self._has_answered = self._has_answered or bool(line)
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if not line:
            return None
        if line.startswith("#"):
            self._remarks.append(line.lstrip("# "))
            return None
        if word == "done" and not rest:
            return self._end("")
        if word == "quit" and not rest:
            raise KeyboardInterrupt
        if word in self._specs:
            return self._call(word, rest)
        self._terminal.say(self._answer(word, rest))
        return None

    def _answer(self, word: str, rest: str) -> str:
        if word == "help" and not rest:
            return _help_text()
        if word == "help" and rest in self._specs:
            return tool_text(self._specs[rest])
        if word == "tools":
            return tool_list_text(self._specs.values(), rest)
        if word == "task" and not rest:
            return self._task
        if word == "layers" and not rest:
            lines = [f"  {handle}: {text}" for handle, text in self._layers.items()]
            return "\n".join(lines) or 'There is no layer yet; load_layer {"file": …, "name": …} makes the first.'
        unknown = rest if word == "help" else word
        near = nearest(unknown, [*self._specs, *(WORDS if word != "help" else ())])
        hint = f"Did you mean {' or '.join(near)}?" if near else "`help` lists the commands, `tools` the tools."
        noun = "tool" if word == "help" else "command or tool"
        return f'There is no {noun} "{unknown}"; nothing was called. {hint}'

    def _call(self, api: str, text: str) -> Turn | None:
        try:
            arguments = json.loads(text or "{}", object_pairs_hook=_once)
        except RecursionError:
            self._terminal.say("The arguments are nested too deeply; nothing was called.")
            return None
        except ValueError as error:
            self._terminal.say(f"The arguments cannot be read ({error}); nothing was called. They stand on one line.")
            return None
        if not isinstance(arguments, dict):
            self._terminal.say('The arguments are one JSON object, {"name": value, …}; nothing was called.')
            return None
        return Turn((ProposedCall(api=api, arguments=arguments),), text=self._said())

    def _end(self, message: str) -> Turn:
        return Turn(text=self._said(), outcome="finished", message=message)

    def _said(self) -> str:
        said, self._remarks = "\n".join(self._remarks), []
        return said


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f'"{twice}" is given twice')
    return dict(pairs)


def _help_text() -> str:
    width = max(map(len, COMMANDS))
    return "\n".join(f"  {written:<{width}}  {text}" for written, text in COMMANDS.items())
