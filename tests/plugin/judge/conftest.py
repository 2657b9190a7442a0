# SPDX-License-Identifier: GPL-2.0-or-later
"""A judge tab with a service of the test's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest


class ServiceOfTests:
    """Keeps questions until the test answers them."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self._waiting: list[tuple[str, Callable[..., None], Callable[..., None]]] = []

    def ask(self, op: str, arguments: dict[str, Any], on_result: Any = None, on_error: Any = None) -> int:
        self.asked.append((op, arguments))
        self._waiting.append((op, on_result, on_error))
        return len(self.asked)

    def answer(self, op: str, result: dict[str, Any]) -> None:
        """Answers the oldest open question of an op."""
        self._take(op)[1](result)

    def refuse(self, op: str, sentence: str) -> None:
        self._take(op)[2]({"code": "BAD_VALUE", "sentence": sentence, "hint": "a hint"})

    def _take(self, op: str) -> Any:
        found = next(one for one in self._waiting if one[0] == op)
        self._waiting.remove(found)
        return found


class MessagesOfTests:
    """Keeps what people are told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def warning(self, text: str) -> None:
        self.told.append(text)

    def error(self, fault: dict[str, str]) -> None:
        self.told.append(fault["sentence"])


@pytest.fixture
def view(window: Any) -> Iterator[Any]:
    from gisagentbench.plugin.canvas.background_task import running_tasks
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
    from gisagentbench.plugin.judge.judge_view import JudgeView
    from gisagentbench.tests.plugin.waiting import turn, wait_for

    layers = EpisodeLayers(window, window.mainWindow())
    made = JudgeView(ServiceOfTests(), layers, MessagesOfTests(), window.mainWindow())
    made.resize(420, 600)
    window.mainWindow().resize(900, 600)
    window.mainWindow().show()
    made.show()
    yield made
    made.close_view()
    wait_for(lambda: running_tasks() == 0)
    layers.close(remove=True)
    turn()
