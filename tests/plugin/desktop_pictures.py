# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/desktop_pictures.py`.

Loads layers, shows the toolbox, opens a dialog, takes pictures. Environment: PICTURES is the folder to write to, LAYERS
vector files to load (separated by :). Writes `told.json` with what it found: whether the plugin is loaded, its
algorithms, and that nothing stays when it is unloaded and reloaded twice.
"""

import json
import os
from pathlib import Path

from qgis.core import QgsApplication, QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtWidgets import QApplication, QDockWidget, QTreeView
from qgis.utils import iface, plugins, reloadPlugin, unloadPlugin

PICTURES = Path(os.environ["PICTURES"])
OPENED = ("Networks and linear referencing", "Terrain and hydrology")
told = {}


def provider():
    return QgsApplication.processingRegistry().providerById("gisagentbench")


def start():
    told["loaded"] = "gisagentbench" in plugins
    told["algorithms"] = sorted(algorithm.id() for algorithm in provider().algorithms())
    for path in filter(None, os.environ.get("LAYERS", "").split(":")):
        QgsProject.instance().addMapLayer(QgsVectorLayer(path, Path(path).stem, "ogr"))
    iface.mainWindow().resize(1500, 900)
    toolbox = iface.mainWindow().findChild(QDockWidget, "ProcessingToolbox")
    toolbox.show()
    for tree in toolbox.findChildren(QTreeView):
        expand(tree)
    QTimer.singleShot(2500, open_dialog)


def expand(tree):
    model = tree.model()
    tree.collapseAll()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        if "GISAgentBench" in str(index.data()):
            tree.expand(index)
            for group in (model.index(number, 0, index) for number in range(model.rowCount(index))):
                tree.setExpanded(group, str(group.data()) in OPENED)
            tree.scrollTo(index, QTreeView.ScrollHint.PositionAtTop)


def open_dialog():
    from qgis import processing

    iface.messageBar().clearWidgets()
    iface.mainWindow().grab().save(str(PICTURES / "toolbox.png"))
    dialog = processing.createAlgorithmDialog("gisagentbench:buffer", {})
    dialog.resize(1000, 760)
    dialog.show()
    told["dialog"] = dialog

    def shoot():
        dialog.grab().save(str(PICTURES / "dialog.png"))
        dialog.close()
        del told["dialog"]
        QTimer.singleShot(200, reload_twice)

    QTimer.singleShot(1500, shoot)


def reload_twice():
    ids = []
    for _ in range(2):
        reloadPlugin("gisagentbench")
        ids.append(sorted(algorithm.id() for algorithm in provider().algorithms()))
    told["same_after_reload"] = all(found == told["algorithms"] for found in ids)
    unloadPlugin("gisagentbench")
    told["left_after_unload"] = provider() is not None
    (PICTURES / "told.json").write_text(json.dumps(told), encoding="utf-8")
    QgsProject.instance().clear()
    QApplication.instance().quit()
    os._exit(0)


QTimer.singleShot(3000, start)
