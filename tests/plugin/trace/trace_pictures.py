# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/trace/trace_pictures.py`.

Records a task from the dialogs of the toolbox, one step of it by an algorithm of QGIS; saves the reference and the
model; takes a selection of a layer from elsewhere; changes, runs again, branches. A picture of each stage. Environment:
PICTURES is the folder to write to, THEME a theme of QGIS, SIZE such as 1280x720.
"""

import json
import os
from pathlib import Path

from qgis import processing
from qgis.core import (
    QgsFeature,
    QgsGeometry,
    QgsProcessingFeatureSourceDefinition,
    QgsProject,
    QgsSettings,
    QgsVectorLayer,
)
from qgis.PyQt.QtWidgets import QDockWidget
from qgis.utils import iface, plugins

from gisagentbench.headless.machine import ROOT
from gisagentbench.plugin.browser.task_tree import PACK
from gisagentbench.tests.plugin.desktop_scenario import PICTURES, arrange, picture, play, told
from gisagentbench.tools.declaration.parameter_values import Places, processing_parameters
from gisagentbench.tools.declaration.registry import find

WIDTH, HEIGHT = (int(part) for part in os.environ.get("SIZE", "1500x900").split("x"))
TASK = "soho_pump_rings"
REFERENCE = ROOT / "tasks" / "packs" / "demo" / "tasks" / TASK / "reference.json"
made = {}


def scenario():
    QgsSettings().setValue("gisagentbench/folders/runs", str(PICTURES / "runs"))
    arrange(WIDTH, HEIGHT, os.environ.get("THEME", ""))
    dock = plugins["gisagentbench"].window.open_panel()
    dock.setMinimumWidth(int(WIDTH * 0.4))
    yield lambda: dock.browser.tree.tasks()
    dock.browser.choose(dock.browser.tree.item(0).data(PACK), TASK)
    yield 0.5
    trace = dock.trace
    dock.tabs.setCurrentWidget(trace)
    yield 0.5
    picture("trace_empty")
    trace.bar.record.setChecked(True)
    yield lambda: trace.session.is_open and trace._input_files
    for number, step in enumerate(json.loads(REFERENCE.read_text(encoding="utf-8"))["steps"], start=1):
        yield from run_in_dialog(trace, step["api"], step["arguments"], number)
    yield lambda: not trace.session.is_busy and not len(trace.queue)
    yield 2.0
    picture("trace_recorded")
    told["recorded"] = [[step.api, step.state] for step in trace.session.steps]
    trace.files.write_reference(str(PICTURES / "reference.json"))
    yield lambda: (PICTURES / "reference.json").exists()
    told["model"] = trace.files.write_model(str(PICTURES / "trace.model3"))
    yield from change(trace)
    yield from take(trace)
    yield from contract(trace)


def run_in_dialog(trace, api, arguments, number):
    """Runs a step as a person does: opens the dialog of the tool, fills it in, presses Run."""
    spec = find(api)
    inputs = {Path(path).name: path for path in trace._input_files}
    places = Places(
        layer=lambda handle: made[handle],
        new_layer=lambda handle: "TEMPORARY_OUTPUT",
        file=lambda name, writes: str(PICTURES / name) if writes else inputs[name],
    )
    values = processing_parameters(spec, arguments, places)
    algorithm = f"gisagentbench:{spec.algorithm_id}"
    if number == 3:  # one step by QGIS itself, which is exactly one of ours
        algorithm, values = "native:reprojectlayer", {"INPUT": values["LAYER"], "TARGET_CRS": values["TARGET_CRS"]}
        values["OUTPUT"] = "TEMPORARY_OUTPUT"
    before = len(trace.session.steps)
    dialog = processing.createAlgorithmDialog(algorithm, values)
    dialog.show()
    yield 0.3
    if number == 5:
        picture("trace_dialog")
    dialog.runAlgorithm()
    yield lambda: dialog.wasExecuted()
    results = dialog.results()
    dialog.close()
    output = next((value for name, value in results.items() if name in ("OUTPUT", "LAYER")), None)
    handle = arguments.get("output") or arguments.get("name")
    if handle:
        made[handle] = output
    yield lambda: len(trace.session.steps) > before and not trace.session.is_busy


def change(trace):
    """Changes an argument in the form, looks at what waits, runs from there."""
    trace.bar.record.setChecked(False)
    trace.table.choose(4)
    yield 1.5
    picture("trace_step")
    editor = trace.page.editor
    editor.form._inputs["quarter_segments"].widget.setText("0")
    editor.form._inputs["quarter_segments"].widget.textEdited.emit("0")
    yield 0.5
    picture("trace_fault")
    editor.form._inputs["quarter_segments"].widget.setText("8")
    editor.form._inputs["quarter_segments"].widget.textEdited.emit("8")
    editor.apply_button.click()
    yield lambda: trace.session.valid_from == 4 and not trace.session.is_busy
    yield 0.5
    picture("trace_waiting")
    trace.bar.run.trigger()
    yield lambda: trace.session.valid_from == 7 and not trace.session.is_busy
    yield 1.5
    picture("trace_rerun")
    told["changed"] = [step.arguments.get("quarter_segments") for step in trace.session.steps]
    trace.bar.branch.trigger()
    yield lambda: len(trace.session.steps) == 5 and not trace.session.is_busy
    told["branch"] = trace.session.title


def take(trace):
    """Takes the selection of a layer from elsewhere into the inputs."""
    iface.messageBar().clearWidgets()
    layer = QgsVectorLayer("Point?crs=EPSG:32630&field=name:string", "My places", "memory")
    features = []
    for number in range(4):
        feature = QgsFeature(layer.fields())
        feature.setAttributes([f"place {number}"])
        feature.setGeometry(QgsGeometry.fromWkt(f"POINT ({698500 + 100 * number} {5710500 + 40 * number})"))
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    QgsProject.instance().addMapLayer(layer)
    layer.selectByIds([1, 2])
    trace.bar.record.setChecked(True)
    for dock in iface.mainWindow().findChildren(QDockWidget, "ProcessingToolbox"):
        dock.hide()
    before = len(trace.session.steps)
    source = QgsProcessingFeatureSourceDefinition(layer.id(), True)
    values = {"LAYER": source, "UNIT": "m", "METHOD": "planar", "DISTANCE": 40, "OUTPUT": "TEMPORARY_OUTPUT"}
    dialog = processing.createAlgorithmDialog("gisagentbench:buffer", values)
    dialog.show()
    yield 0.3
    dialog.runAlgorithm()
    yield lambda: dialog.wasExecuted()
    dialog.close()
    yield lambda: len(trace.session.steps) == before + 2 and not trace.session.is_busy
    yield 2.0
    picture("trace_taken")
    told["taken"] = [[step.api, step.state, step.arguments] for step in trace.session.steps[before:]]
    told["messages"] = [item.text() for item in iface.messageBar().items()]
    native = processing.createAlgorithmDialog("native:dissolve", {"INPUT": layer.id(), "OUTPUT": "TEMPORARY_OUTPUT"})
    native.show()
    native.runAlgorithm()
    yield lambda: native.wasExecuted()
    native.close()
    yield 1.0
    picture("trace_nearest")
    told["nearest"] = [item.text() for item in iface.messageBar().items()]


def contract(trace):
    """Opens the contract of an output."""
    iface.messageBar().clearWidgets()
    trace.files.open_contract()
    form = trace.files.form
    yield lambda: form._contract
    yield 1.0
    form.grab().save(str(PICTURES / "trace_contract.png"))
    told["contract"] = form.contract()
    form.close()


play(scenario)
