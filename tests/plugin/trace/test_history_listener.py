# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs are heard of from the history of Processing, as its dialogs write it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from gisagentbench.plugin.trace.toolbox_run import ToolboxRun
from gisagentbench.tests.plugin.trace import drawn_layers as drawn
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


@pytest.mark.parametrize(
    ("how", "part"),
    [
        ({"selectedFeaturesOnly": True}, {"selected_only": True, "feature_limit": -1, "filter": ""}),
        ({"featureLimit": 7}, {"selected_only": False, "feature_limit": 7, "filter": ""}),
        (
            {"filterExpression": """"name" = 'it''s'"""},
            {"selected_only": False, "feature_limit": -1, "filter": """"name" = 'it''s'"""},
        ),
    ],
)
def test_which_part_of_a_layer_a_run_took(window: Any, how: dict[str, Any], part: dict[str, Any]) -> None:
    """As the dialog writes it: QGIS makes the command of the run."""
    from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeatureSourceDefinition, QgsProject

    from gisagentbench.plugin.trace.toolbox_run import toolbox_run

    layer = drawn.squares()
    source = QgsProcessingFeatureSourceDefinition(layer.id(), **how)
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    algorithm = QgsApplication.processingRegistry().algorithmById("native:centroids")
    given = {"INPUT": source, "ALL_PARTS": False, "OUTPUT": "TEMPORARY_OUTPUT"}
    command = algorithm.asPythonCommand(given, context)
    parameters = algorithm.asMap(given, context)
    run = toolbox_run(1, {"algorithm_id": "native:centroids", "parameters": parameters, "python_command": command})
    assert run is not None
    assert run.inputs["INPUT"] == {"source": layer.source(), **part}
    assert run.inputs["ALL_PARTS"] is False


@pytest.mark.parametrize(
    "command", [None, 5, "", "processing.run(", "run(open('x'))", "a = 1", "f('x', g)", "(" * 9999]
)
def test_a_command_that_is_none_says_nothing(command: Any) -> None:
    from gisagentbench.plugin.trace.toolbox_run import parts_of_layers

    assert parts_of_layers(command) == {}


ASKED_FIRST = """
from qgis.core import QgsApplication
application = QgsApplication([], True)
application.initQgis()
from qgis.gui import QgsGui
registry = QgsGui.historyProviderRegistry()
from gisagentbench.plugin.trace.history_listener import HistoryListener
from gisagentbench.tests.plugin.trace.history_entries import end, enter
listener, heard = HistoryListener(), []
listener.started.connect(lambda run: heard.append(run.algorithm_id))
listener.finished.connect(lambda run: heard.append(run.results))
listener.listen(True)
run = {"algorithm_id": "native:clip", "parameters": {"inputs": {}}}
end(enter(run), {**run, "results": {"OUTPUT": "c"}})
listener.listen(False)
print(heard)
"""


def test_it_hears_also_where_somebody_asked_for_the_registry_before() -> None:
    """Another plugin may: of PyQt 5's slots for the entry itself none fitted then, and Record ended QGIS."""
    done = subprocess.run([sys.executable, "-P", "-c", ASKED_FIRST], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines() == ["['native:clip', {'OUTPUT': 'c'}]"], done.stderr
