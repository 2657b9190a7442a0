# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/trace/native_dialogs.py`.

Opens the dialogs of the algorithms of QGIS that are recorded as a tool, with layers and what a person must give, and
reads what they come with as a run of them would be read. Environment: PICTURES is the folder to write to.
"""

from qgis import processing
from qgis.core import QgsApplication, QgsProcessingContext, QgsProject

from gisagentbench.plugin.trace.native_calls import NATIVE_CALLS
from gisagentbench.plugin.trace.run_reading import NotRecorded, read_run
from gisagentbench.plugin.trace.toolbox_run import ToolboxRun
from gisagentbench.tests.plugin.desktop_scenario import PICTURES, play, told
from gisagentbench.tests.plugin.trace.drawn_layers import band, squares

GIVEN = {
    "native:extractbyexpression": {"EXPRESSION": '"size" > 95'},
    "native:fieldcalculator": {"FIELD_NAME": "half", "FORMULA": '"size" / 2'},
    "native:removeduplicatesbyattribute": {"FIELDS": ["name"]},
    "native:reprojectlayer": {"TARGET_CRS": "EPSG:32632"},
    "native:savefeatures": {"OUTPUT": str(PICTURES / "squares.gpkg")},
}


def scenario():
    layers = [squares(), band()]
    told["read"], told["not recorded"] = {}, []
    for algorithm, call in NATIVE_CALLS.items():
        values = {parameter: layer.id() for parameter, layer in zip(call.layers, layers, strict=False)}
        dialog = processing.createAlgorithmDialog(algorithm, {**values, **GIVEN.get(algorithm, {})})
        dialog.show()
        yield 0.2
        try:
            read = read_run(ToolboxRun(1, algorithm, inputs_of(dialog, algorithm)))
            told["read"][algorithm] = read.spec.name
        except NotRecorded as why:
            told["not recorded"].append(str(why))
        dialog.close()


def inputs_of(dialog, algorithm):
    """Writes what stands in a dialog as the history does."""
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    made = QgsApplication.processingRegistry().algorithmById(algorithm)
    return made.asMap(dialog.createProcessingParameters(), context)["inputs"]


play(scenario)
