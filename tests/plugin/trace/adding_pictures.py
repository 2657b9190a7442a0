# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/trace/adding_pictures.py`.

Opens the reference of a task as a trace and runs it; adds a step by choosing its tool; adds runs of earlier from the
history of Processing. A picture of each stage. Environment as in trace_pictures.
"""

import os

from qgis import processing
from qgis.core import QgsProject, QgsSettings
from qgis.PyQt.QtCore import Qt
from qgis.utils import iface, plugins

from gisagentbench.plugin.browser.task_tree import PACK
from gisagentbench.tests.plugin.desktop_scenario import PICTURES, arrange, picture, play, told
from gisagentbench.tests.plugin.trace.drawn_layers import drawn

WIDTH, HEIGHT = (int(part) for part in os.environ.get("SIZE", "1500x900").split("x"))
TASK = "soho_pump_rings"


def scenario():
    QgsSettings().setValue("gisagentbench/folders/runs", str(PICTURES / "runs"))
    arrange(WIDTH, HEIGHT, os.environ.get("THEME", ""))
    dock = plugins["gisagentbench"].window.open_panel()
    iface.mainWindow().resizeDocks([dock], [int(WIDTH * 0.42)], Qt.Orientation.Horizontal)
    yield lambda: dock.browser.tree.tasks()
    dock.browser.choose(dock.browser.tree.item(0).data(PACK), TASK)
    yield 0.5
    places = [(f"place {n}", 1.0, f"POINT ({698500 + 100 * n} {5710500 + 40 * n})") for n in range(4)]
    layer = drawn("My places", "Point", places, "EPSG:32630")
    yield from earlier_runs(layer)
    dock.browser.trace.trigger()
    trace = dock.trace
    yield lambda: trace.session.is_open and trace.session.steps
    told["opened"] = [[step.api, step.state] for step in trace.session.steps]
    yield 0.5
    picture("reference")
    trace.bar.run.trigger()
    yield lambda: trace.session.valid_from == len(trace.session.steps) and is_at_rest(trace)
    yield 1.5
    picture("reference-run")
    told["run"] = [[step.api, step.state] for step in trace.session.steps]
    yield from choose_tool(trace, layer)
    yield from choose_past(trace)


def is_at_rest(trace):
    return (
        not trace.session.is_busy and not len(trace.queue) and (trace.session.map.on_map() or not trace.session.steps)
    )


def in_dialog(dialog):
    """Runs what stands in a dialog."""
    yield 0.5
    dialog.runAlgorithm()
    yield lambda: dialog.wasExecuted()
    yield 0.3
    dialog.close()


def earlier_runs(layer):
    """What is run before anything is recorded: a chain of two, and what is no tool."""
    values = {"LAYER": layer.id(), "UNIT": "m", "METHOD": "planar", "DISTANCE": 40, "OUTPUT": "TEMPORARY_OUTPUT"}
    for algorithm, given in (
        ("gisagentbench:buffer", lambda: values),
        ("gisagentbench:dissolve", lambda: {"LAYER": iface.activeLayer().id(), "OUTPUT": "TEMPORARY_OUTPUT"}),
        ("native:convexhull", lambda: {"INPUT": layer.id(), "OUTPUT": "TEMPORARY_OUTPUT"}),
    ):
        dialog = processing.createAlgorithmDialog(algorithm, given())
        dialog.show()
        yield from in_dialog(dialog)


def choose_tool(trace, layer):
    before = len(trace.session.steps)
    current = iface.layerTreeView().currentNode()
    trace.table.choose(before - 1)
    yield 0.3
    told["current"] = current is iface.layerTreeView().currentNode() or current == iface.layerTreeView().currentNode()
    trace.bar.add.trigger()
    choice = trace.adding.tool_choice
    yield 0.5
    choice.grab().save(str(PICTURES / "tools.png"))
    choice.search.setText("centr")
    yield 0.3
    choice.grab().save(str(PICTURES / "add-step.png"))
    picture("add-step-window")
    choice.search.setText("centroids")
    choice.accept()
    (dialog,) = trace.tools.dialogs
    yield 0.5
    told["dialog"] = dialog.windowTitle()
    iface.setActiveLayer(layer)
    dialog.setParameters({"LAYER": layer.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    yield from in_dialog(dialog)
    yield lambda: len(trace.session.steps) == before + 2 and is_at_rest(trace)
    yield 1.0
    picture("added")
    told["added"] = [[step.api, step.state] for step in trace.session.steps[before:]]
    told["group"] = [
        node.parent().name()
        for node in QgsProject.instance().layerTreeRoot().findLayers()
        if node.layer() is not None and node.layer().id() == iface.activeLayer().id()
    ]


def choose_past(trace):
    trace.bar.record.setChecked(False)
    before = len(trace.session.steps)
    trace.bar.add_past.trigger()
    choice = trace.adding.past_choice
    yield lambda: choice.model.rowCount() and not choice.model.is_reading()
    rows = range(choice.model.rowCount())
    told["past"] = [[choice.model.index(row, column).data() for column in (0, 3)] for row in rows]
    for row in rows[-2:]:
        choice.model.setData(choice.model.index(row, 0), Qt.CheckState.Checked, Qt.ItemDataRole.CheckStateRole)
    yield 0.3
    choice.grab().save(str(PICTURES / "past-runs.png"))
    choice.accept()
    yield lambda: len(trace.session.steps) == before + 2 and is_at_rest(trace)
    yield 1.0
    picture("past-added")
    told["from history"] = [[step.api, step.state, step.arguments] for step in trace.session.steps[before:]]


play(scenario)
