# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/score_pictures.py`.

Spoils the census tracts of the demo pack, scores them through the dialog, and takes pictures of the dialog, its log and
the layers. Environment: PICTURES is the folder to write to. Writes `told.json`: the groups of the layer tree with
their layers, and the colour of each layer's outline.
"""

import json
import os
from pathlib import Path

import yaml
from qgis.core import QgsProject
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtWidgets import QDockWidget
from qgis.utils import iface

from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.plugin.spoiled_tracts import write_spoiled_tracts

PICTURES = Path(os.environ["PICTURES"])
TASK = find_pack("demo").task_folder("olinda_steep_ground")
WAITS = 60
open_dialogs = []


def spoiled() -> Path:
    path = PICTURES / "tracts.gpkg"
    write_spoiled_tracts(TASK / "reference" / "tracts.gpkg", path)
    return path


def start():
    from qgis import processing

    outputs = yaml.safe_load((TASK / "task.yaml").read_text(encoding="utf-8"))["outputs"]
    contract = PICTURES / "contract.json"
    contract.write_text(json.dumps(next(one for one in outputs if one["file"] == "tracts.gpkg")), encoding="utf-8")
    given = {
        "CONTRACT": str(contract),
        "REFERENCE": str(TASK / "reference" / "tracts.gpkg"),
        "OUTPUT": str(spoiled()),
        "DIFFERENCES": str(PICTURES / "layers"),
    }
    iface.mainWindow().resize(1100, 760)
    for dock in iface.mainWindow().findChildren(QDockWidget):
        dock.setVisible(dock.objectName() == "Layers")
    dialog = processing.createAlgorithmDialog("gisagentbench:scoreoutput", given)
    dialog.resize(1000, 700)
    dialog.show()
    open_dialogs.append(dialog)
    QTimer.singleShot(1500, run)


def run():
    open_dialogs[0].grab().save(str(PICTURES / "score_dialog.png"))
    open_dialogs[0].runButton().click()
    QTimer.singleShot(1000, wait)


def wait(waited=0):
    if not QgsProject.instance().mapLayers() and waited < WAITS:
        QTimer.singleShot(1000, lambda: wait(waited + 1))
    else:
        QTimer.singleShot(2000, look)


def look():
    open_dialogs[0].grab().save(str(PICTURES / "score_log.png"))
    open_dialogs[0].close()
    root = QgsProject.instance().layerTreeRoot()
    layers = [node.layer() for node in root.findLayers()]
    extent = layers[0].extent()
    for layer in layers:
        extent.combineExtentWith(layer.extent())
    iface.mapCanvas().setExtent(extent)
    told = {
        "groups": {group.name(): [node.name() for node in group.findLayers()] for group in root.findGroups()},
        "colours": {
            layer.name(): layer.renderer().symbol().symbolLayer(0).strokeColor().name()
            for layer in layers
            if layer.isSpatial()
        },
    }
    (PICTURES / "told.json").write_text(json.dumps(told), encoding="utf-8")
    QTimer.singleShot(4000, end)


def end():
    iface.messageBar().clearWidgets()
    iface.mainWindow().grab().save(str(PICTURES / "score_layers.png"))
    QgsProject.instance().clear()
    os._exit(0)


QTimer.singleShot(3000, start)
