# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/trace/trace_pictures.py`.

Records a task from the dialogs of the toolbox, one step of it by an algorithm of QGIS and one with a careless value;
mends that and runs again from there; saves reference, model and contract; branches; takes a selection of a layer from
elsewhere; deletes a step that others need. A picture of each stage. Environment: PICTURES is the folder to write to,
THEME a theme of QGIS, SIZE such as 1280x720.
"""

import json
import os
from pathlib import Path

from qgis import processing
from qgis.core import QgsProcessingFeatureSourceDefinition, QgsSettings
from qgis.PyQt.QtCore import QPoint, Qt
from qgis.PyQt.QtTest import QTest
from qgis.utils import iface, plugins

from gisagentbench.headless.machine import ROOT
from gisagentbench.plugin.browser.task_tree import PACK
from gisagentbench.tests.plugin.desktop_scenario import PICTURES, arrange, picture, play, told
from gisagentbench.tests.plugin.trace.drawn_layers import drawn
from gisagentbench.tools.declaration.parameter_values import Places, processing_parameters
from gisagentbench.tools.declaration.registry import find

WIDTH, HEIGHT = (int(part) for part in os.environ.get("SIZE", "1500x900").split("x"))
TASK = "soho_pump_rings"
REFERENCE = ROOT / "tasks" / "packs" / "demo" / "tasks" / TASK / "reference.json"
NATIVE, BUFFER = 3, 5  # numbers of steps
CARELESS = {"quarter_segments": 8}
made = {}


def scenario():
    QgsSettings().setValue("gisagentbench/folders/runs", str(PICTURES / "runs"))
    arrange(WIDTH, HEIGHT, os.environ.get("THEME", ""))
    dock = plugins["gisagentbench"].window.open_panel()
    iface.mainWindow().resizeDocks([dock], [int(WIDTH * 0.42)], Qt.Orientation.Horizontal)
    yield lambda: dock.browser.tree.tasks()
    dock.browser.choose(dock.browser.tree.item(0).data(PACK), TASK)
    yield 0.5
    trace = dock.trace
    dock.tabs.setCurrentWidget(trace)
    yield 0.5
    picture("empty")
    trace.bar.record.setChecked(True)
    yield lambda: trace.session.is_open and trace.inputs.files
    for number, step in enumerate(json.loads(REFERENCE.read_text(encoding="utf-8"))["steps"], start=1):
        careless = CARELESS if number == BUFFER else {}
        yield from run_in_dialog(trace, step["api"], {**step["arguments"], **careless}, number)
    yield lambda: is_at_rest(trace)
    yield 2.0
    picture("recorded")
    told["recorded"] = [[step.api, step.state] for step in trace.session.steps]
    trace.bar.record.setChecked(False)
    for part in (mend, save, contract, stored, branch, take, miss):
        yield from part(trace)
        iface.messageBar().clearWidgets()
    told["size"] = [iface.mainWindow().width(), iface.mainWindow().height()]


def is_at_rest(trace):
    return not trace.session.is_busy and not len(trace.queue)


def run_in_dialog(trace, api, arguments, number):
    """Runs a step as a person does: opens the dialog of the tool, fills it in, presses Run."""
    spec = find(api)
    inputs = {Path(path).name: path for path in trace.inputs.files}
    places = Places(
        layer=lambda handle: made[handle],
        new_layer=lambda handle: "TEMPORARY_OUTPUT",
        file=lambda name, writes: str(PICTURES / name) if writes else inputs[name],
    )
    values = processing_parameters(spec, arguments, places)
    algorithm = f"gisagentbench:{spec.algorithm_id}"
    if number == NATIVE:  # exactly one of ours
        algorithm, values = "native:reprojectlayer", {"INPUT": values["LAYER"], "TARGET_CRS": values["TARGET_CRS"]}
        values["OUTPUT"] = "TEMPORARY_OUTPUT"
    results = yield from in_dialog(algorithm, values, "dialog" if number == BUFFER else "")
    handle = arguments.get("output") or arguments.get("name")
    if handle:
        made[handle] = next((value for name, value in results.items() if name in ("OUTPUT", "LAYER")), None)
    yield lambda: len(trace.session.steps) >= number and is_at_rest(trace)


def in_dialog(algorithm, values, name=""):
    dialog = processing.createAlgorithmDialog(algorithm, values)
    dialog.show()
    yield 0.3
    if name:
        picture(name)
    dialog.runAlgorithm()
    yield lambda: dialog.wasExecuted()
    results = dialog.results()
    dialog.close()
    return results


def type_into(trace, argument, text):
    line = trace.page.editor.form._inputs[argument].widget
    trace.page.editor.form.ensureWidgetVisible(line)
    line.selectAll()
    QTest.keyClicks(line, text)


def mend(trace):
    """Changes the careless argument, looks at another step meanwhile, applies, runs from there."""
    trace.table.choose(BUFFER - 1)
    yield 1.5
    picture("step")
    type_into(trace, "quarter_segments", "0")
    yield 0.3
    type_into(trace, "quarter_segments", "0")  # scrolls to the fault that stands below it now
    yield 0.3
    picture("fault")
    type_into(trace, "quarter_segments", "16")
    trace.table.choose(0)
    yield 1.0
    picture("draft")
    told["drafts"] = trace.owed.text()
    trace.table.choose(BUFFER - 1)
    trace.page.editor.apply_button.click()
    yield lambda: trace.session.valid_from == BUFFER - 1 and is_at_rest(trace)
    yield 0.5
    picture("waiting")
    trace.bar.run.trigger()
    yield lambda: trace.session.valid_from == len(trace.session.steps) and is_at_rest(trace)
    yield 1.5
    picture("rerun")
    told["drafts left"] = trace.owed.text()
    told["records"] = [dict(step.record) for step in trace.session.steps]


def save(trace):
    trace.files.write_reference(str(PICTURES / "reference.json"))
    yield lambda: (PICTURES / "reference.json").exists() and iface.messageBar().items()
    yield 0.5
    picture("saved")
    told["model"] = trace.files.write_model(str(PICTURES / "trace.model3"))


def contract(trace):
    trace.files.open_contract()
    form = trace.files.form
    yield lambda: form._contract
    form.rationale.setPlainText("Counts are exact: rings and distances agree in all rows.")
    yield 1.0
    form.grab().save(str(PICTURES / "contract.png"))
    form.write(PICTURES / "contract.json", form.contract())
    yield lambda: (PICTURES / "contract.json").exists()


def stored(trace):
    """Opens the menu of stored traces."""
    menu, button = trace.bar.open_menu, trace.bar.widgetForAction(trace.bar.actions()[1])
    menu.popup(button.mapToGlobal(QPoint(0, button.height())))
    traces = menu.actions()[0].menu()
    yield lambda: traces.actions() and traces.actions()[0].isEnabled()
    traces.popup(menu.mapToGlobal(QPoint(menu.width(), 0)))
    yield 0.5
    iface.mainWindow().screen().grabWindow(0).save(str(PICTURES / "stored.png"))
    told["stored"] = [action.text() for action in traces.actions()]
    traces.close()
    menu.close()


def branch(trace):
    trace.table.choose(BUFFER - 1)
    trace.bar.branch.trigger()
    yield lambda: len(trace.session.steps) == BUFFER and is_at_rest(trace)
    told["branch"] = trace.session.title


def take(trace):
    """Takes the selection of a layer from elsewhere into the inputs."""
    places = [(f"place {n}", 1.0, f"POINT ({698500 + 100 * n} {5710500 + 40 * n})") for n in range(4)]
    layer = drawn("My places", "Point", places, "EPSG:32630")
    layer.selectByIds([1, 2])
    trace.bar.record.setChecked(True)
    before = len(trace.session.steps)
    source = QgsProcessingFeatureSourceDefinition(layer.id(), True)
    values = {"LAYER": source, "UNIT": "m", "METHOD": "planar", "DISTANCE": 40, "OUTPUT": "TEMPORARY_OUTPUT"}
    yield from in_dialog("gisagentbench:buffer", values)
    yield lambda: len(trace.session.steps) == before + 2 and is_at_rest(trace)
    yield 2.0
    picture("taken")
    told["taken"] = [[step.api, step.state, step.arguments] for step in trace.session.steps[before:]]
    told["messages"] = [item.text() for item in iface.messageBar().items()]
    yield from in_dialog("native:dissolve", {"INPUT": layer.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    yield 1.0
    picture("nearest")
    told["nearest"] = [item.text() for item in iface.messageBar().items()]


def miss(trace):
    """Deletes a step that others need, and looks at what the plan check finds."""
    trace.bar.record.setChecked(False)
    trace.changes.delete(0)
    yield lambda: trace.model.findings(1) and is_at_rest(trace)
    trace.table.choose(1)
    trace.page.setCurrentWidget(trace.page.findings)
    yield 0.5
    picture("findings")
    told["findings"] = [finding.text for finding in trace.model.findings(1)]


play(scenario)
