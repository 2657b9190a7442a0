# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs are heard of from the history of Processing, as its dialogs write it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from gisagentbench.plugin.trace.toolbox_run import ToolboxRun
from gisagentbench.tests.plugin.trace.history_entries import end, enter

pytestmark = pytest.mark.qgis


@pytest.fixture
def told(window: Any) -> Iterator[list[tuple[str, ToolboxRun]]]:
    from gisagentbench.plugin.trace.history_listener import HistoryListener

    listener = HistoryListener()
    heard: list[tuple[str, ToolboxRun]] = []
    listener.started.connect(lambda run: heard.append(("started", run)))
    listener.finished.connect(lambda run: heard.append(("finished", run)))
    listener.listen(True)
    yield heard
    listener.listen(False)


RUN = {"algorithm_id": "native:clip", "parameters": {"inputs": {"INPUT": "a", "OVERLAY": "b"}}}


def test_a_run_that_ends_well(told: list[tuple[str, ToolboxRun]]) -> None:
    number = enter(RUN)
    end(number, {**RUN, "results": {"OUTPUT": "c"}, "log": ""})
    assert told == [
        ("started", ToolboxRun(number, "native:clip", {"INPUT": "a", "OVERLAY": "b"})),
        ("finished", ToolboxRun(number, "native:clip", {"INPUT": "a", "OVERLAY": "b"}, {"OUTPUT": "c"})),
    ]


def test_a_run_that_fails_has_no_results(told: list[tuple[str, ToolboxRun]]) -> None:
    number = enter(RUN)
    end(number, {**RUN, "results": {}, "log": "no"})
    assert [(word, run.results) for word, run in told] == [("started", {}), ("finished", {})]


def test_other_histories_are_not_runs(told: list[tuple[str, ToolboxRun]]) -> None:
    enter({"query": "select 1"}, "dbquery")
    enter({"python_command": "old entry"})
    assert told == []


def test_a_run_that_began_before_is_not_told_of(window: Any) -> None:
    from gisagentbench.plugin.trace.history_listener import HistoryListener

    number = enter(RUN)
    listener = HistoryListener()
    heard: list[ToolboxRun] = []
    listener.finished.connect(heard.append)
    listener.listen(True)
    end(number, {**RUN, "results": {"OUTPUT": "c"}})
    listener.listen(False)
    again = enter(RUN)
    end(again, {**RUN, "results": {"OUTPUT": "c"}})
    assert heard == []
