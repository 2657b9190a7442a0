# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/judge/judge_pictures.py`.

Judges an episode in the real panel over the real service, and takes a picture of each stage. Environment: PICTURES is
the folder to write to, EPISODE the attempt folder of an episode of `olinda_steep_ground`, THEME a theme of QGIS (left
out: its own), SIZE width and height of the window. Writes `told.json` with what the window said.
"""

import faulthandler
import json
import os
import time
import traceback
from pathlib import Path

from qgis.core import QgsApplication, QgsProject
from qgis.PyQt.QtCore import QCoreApplication, Qt, QTimer
from qgis.PyQt.QtWidgets import QApplication, QDockWidget
from qgis.utils import iface

from gisagentbench.plugin.panel.dock import BenchDock

PICTURES = Path(os.environ["PICTURES"])
WIDTH, HEIGHT = map(int, os.environ.get("SIZE", "1500x900").split("x"))
told = {}
kept = []
faulthandler.enable((PICTURES / "crash.txt").open("w", encoding="utf-8"))


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        QCoreApplication.processEvents()
        if time.monotonic() > end:
            raise TimeoutError(condition)
        time.sleep(0.01)


def settle(seconds=1.5):
    """Lets the map be drawn."""
    end = time.monotonic() + seconds
    wait_for(lambda: time.monotonic() > end and not iface.mapCanvas().isDrawing())


def picture(name):
    settle()
    iface.messageBar().clearWidgets()
    QCoreApplication.processEvents()
    iface.mainWindow().grab().save(str(PICTURES / f"{name}.png"))


def opened_panel():
    for dock in iface.mainWindow().findChildren(QDockWidget):
        dock.setVisible(dock.objectName() == "Layers")
    iface.mainWindow().resize(WIDTH, HEIGHT)
    panel = BenchDock(iface)
    kept.append(panel)
    iface.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, panel)
    panel.show()
    iface.mainWindow().resizeDocks([panel], [460], Qt.Orientation.Horizontal)
    return panel


def table(model):
    return [
        [model.index(row, column).data() for column in range(model.columnCount())] for row in range(model.rowCount())
    ]


def judge(panel):
    panel.show_judge(os.environ["EPISODE"])
    view = panel.judge
    wait_for(lambda: view.score is not None and view.maps.group.roles())
    settle()
    told["verdict"] = view.verdict.words
    told["outputs"] = [view.verdict._outputs.itemText(row) for row in range(view.verdict._outputs.count())]
    picture("judge_checks")
    view.tabs.setCurrentIndex(1)
    picture("judge_cells")
    told["cells"] = legend(view)
    show_tracts(view)
    told["legend"] = legend(view)
    told["kinds"] = [view.findings._kinds.itemText(row) for row in range(view.findings._kinds.count())]
    told["rows"] = table(view.findings.model)[:10]
    picture("judge_differences")
    look_at_rows(view)
    swipe_and_second_map(view)
    view.tabs.setCurrentWidget(view.steps)
    wait_for(lambda: view.steps.model.rowCount())
    told["steps"], told["first"] = table(view.steps.model), view.steps.model.first
    picture("judge_steps")


def legend(view):
    lines = []
    for row in range(view.legend.topLevelItemCount()):
        item = view.legend.topLevelItem(row)
        lines += [[one.text(0), one.text(1)] for one in (item, *(item.child(at) for at in range(item.childCount())))]
    return lines


def show_tracts(view):
    before = view.maps.group.roles()
    place = told["outputs"].index("tracts.gpkg:tracts")
    view.verdict._outputs.setCurrentIndex(place)
    view.verdict.output_chosen.emit(place)
    wait_for(lambda: view.maps.group.roles() and view.maps.group.roles() != before)


def look_at_rows(view):
    view.findings.go(1)
    view.findings.mark("done")
    view.findings.mark("ignored")
    kinds = view.findings._kinds
    moved = [kinds.itemData(row) for row in range(kinds.count())].index("moved")
    settle()
    picture("judge_worst_row")
    kinds.setCurrentIndex(moved)
    kinds.activated.emit(moved)
    view.findings.view.selectRow(0)
    settle()
    picture("judge_moved_row")


def swipe_and_second_map(view):
    view.maps.zoom.trigger()
    settle()
    view.maps.swipe.setChecked(True)
    wait_for(lambda: all(view.maps._swipe.curtain.pictures))
    picture("judge_swipe")
    view.maps.swipe.setChecked(False)
    view.maps.beside.setChecked(True)
    settle(2.5)
    iface.mapCanvas().zoomByFactor(0.5)
    settle()
    main, second = iface.mapCanvas(), view.maps.second.map
    main.xyCoordinates.emit(main.center())
    told["scales"] = [round(main.scale()), round(second.scale())]
    told["shown"] = main.extent().intersects(view.maps.group.extent())
    told["centers"] = [[round(one.center().x(), 3), round(one.center().y(), 3)] for one in (main, second)]
    picture("judge_side_by_side")
    view.maps.beside.setChecked(False)
    settle()


def note_crs():
    bridge = iface.layerTreeCanvasBridge()
    now = [QgsProject.instance().crs().authid(), bridge.autoSetupOnFirstLayer()]
    told.setdefault("crs", []).append([*now, traceback.format_stack()[-6:]])


def run():
    try:
        if os.environ.get("THEME"):
            QgsApplication.setUITheme(os.environ["THEME"])
        QgsProject.instance().crsChanged.connect(note_crs)
        panel = opened_panel()
        judge(panel)
        panel.close_panel()
        settle(0.5)
        told["done"] = True
    except Exception:
        told["fault"] = traceback.format_exc()
        iface.mainWindow().grab().save(str(PICTURES / "fault.png"))
    (PICTURES / "told.json").write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8")
    QgsProject.instance().clear()
    QApplication.instance().quit()
    os._exit(0)


QTimer.singleShot(3000, run)
