# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace of a thousand steps holds nobody up: what is looked at is counted, not timed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gisagentbench.tests.plugin.trace.told_traces import step
from gisagentbench.tests.plugin.waiting import turn

pytestmark = pytest.mark.qgis
MANY = 1000
ON_SCREEN = 60  # rows that a table of this height has at the most


@pytest.fixture
def steps() -> list[Any]:
    from gisagentbench.plugin.trace.trace_step import trace_step

    return [trace_step(step("buffer", layer="parks", distance=n, output=f"buffers_{n}")) for n in range(MANY)]


@pytest.fixture
def table(window: Any) -> Iterator[Any]:
    from gisagentbench.plugin.trace.step_model import StepModel
    from gisagentbench.plugin.trace.step_table import StepTable

    made = StepTable(StepModel(window.mainWindow()), window.mainWindow())
    window.mainWindow().setCentralWidget(made)
    window.mainWindow().resize(600, 800)
    window.mainWindow().show()
    turn()
    yield made


@pytest.fixture
def looked(monkeypatch: Any) -> set[int]:
    """The rows that somebody has looked at."""
    from gisagentbench.plugin.trace.step_model import StepModel

    found: set[int] = set()
    real = StepModel.data

    def data(self: Any, index: Any, role: int = 0) -> Any:
        found.add(index.row())
        return real(self, index, role)

    monkeypatch.setattr(StepModel, "data", data)
    return found


def test_only_steps_on_screen_are_looked_at(table: Any, steps: list[Any], looked: set[int]) -> None:
    table.model().show(steps, [])
    turn()
    assert 0 < len(looked) <= ON_SCREEN
    looked.clear()
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum() // 2)
    turn()
    assert 0 < len(looked) <= ON_SCREEN
    assert min(looked) > MANY // 4


def test_a_step_that_is_done_has_only_steps_on_screen_looked_at(table: Any, steps: list[Any], looked: set[int]) -> None:
    table.model().show(steps, [])
    turn()
    looked.clear()
    table.model().show([steps[0].run({"ok": True}), *steps[1:]], [])
    turn()
    assert 0 < len(looked) <= ON_SCREEN


def test_what_follows_from_a_step_is_worked_out_once(steps: list[Any], monkeypatch: Any) -> None:
    from gisagentbench.plugin.trace import trace_step
    from gisagentbench.plugin.trace.argument_drafts import draft_keys

    worked: list[str] = []
    tools, dumps = trace_step.all_tools, trace_step.json.dumps
    monkeypatch.setattr(trace_step, "all_tools", lambda: worked.append("made") or tools())
    monkeypatch.setattr(trace_step.json, "dumps", lambda *given, **more: worked.append("text") or dumps(*given, **more))
    for _ in range(3):
        trace_step.handles_before(steps)
        draft_keys("/traces/1", steps)
    assert (worked.count("made"), worked.count("text")) == (MANY, MANY)
