# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS: `./gisagentbench qgis --fresh --code tests/plugin/panel_pictures.py`.

Looks through tasks, watches an agent, goes back to a step, approves, stops; a picture of each stage. Environment:
PICTURES is the folder to write to, THEME a theme of QGIS, SIZE such as 1280x720.
"""

import os

from qgis.core import QgsCoordinateReferenceSystem, QgsProject, QgsSettings
from qgis.PyQt.QtCore import Qt
from qgis.utils import iface, plugins

from gisagentbench.plugin.browser.task_tree import PACK
from gisagentbench.tests.plugin.desktop_scenario import PICTURES, arrange, picture, play, told

WIDTH, HEIGHT = (int(part) for part in os.environ.get("SIZE", "1500x900").split("x"))
TASK = "olinda_steep_ground"
MIDDLE = 7  # calls of ten


def scenario():
    QgsSettings().setValue("gisagentbench/folders/runs", str(PICTURES / "runs"))
    told["hint"] = [item.text() for item in iface.messageBar().items() if item.title() == "GISAgentBench"]
    arrange(WIDTH, HEIGHT, os.environ.get("THEME", ""))
    crs = QgsCoordinateReferenceSystem("EPSG:31985")
    QgsProject.instance().setCrs(crs)
    dock = plugins["gisagentbench"].window.open_panel()
    iface.mainWindow().resizeDocks([dock], [int(WIDTH * 0.34)], Qt.Orientation.Horizontal)
    yield lambda: dock.browser.tree.tasks()
    dock.browser.choose(dock.browser.tree.item(0).data(PACK), TASK)
    yield 0.8
    picture("browser")
    yield from watch(dock)
    told["size"] = [iface.mainWindow().width(), iface.mainWindow().height()]
    told["crs_kept"] = QgsProject.instance().crs() == crs
    yield from approve(dock)
    dock.agent.steering.stored_action.setChecked(True)
    yield lambda: dock.agent.stored.tree.topLevelItemCount() == 2
    yield 0.5
    picture("stored")
    dock.agent.steering.stored_action.setChecked(False)


def watch(dock):
    agent = dock.agent
    dock.show_agent()
    yield lambda: agent.form.agent.count() > 1
    names = [agent.form.agent.itemData(row)["name"] for row in range(agent.form.agent.count())]
    agent.form.agent.setCurrentIndex(names.index("reference"))
    agent.start()
    yield lambda: agent.steps.rowCount() >= MIDDLE
    agent.steering.pause_action.trigger()
    yield lambda: agent.session.state == "paused"
    yield 1.2
    picture("mid_run")
    agent.steering.run_action.trigger()
    yield lambda: agent.session.state == "ended"
    yield 1.2
    picture("ended")
    told["calls"] = [step.api for step in agent.steps.episode.steps]
    iface.messageBar().clearWidgets()
    agent.pane.table.setCurrentIndex(agent.steps.index(3, 0))
    yield 1.2
    picture("step")
    told["layers"] = len(QgsProject.instance().mapLayers())


def approve(dock):
    agent = dock.agent
    agent.steering.approve_action.setChecked(True)
    agent.start()
    yield lambda: not agent.approval.isHidden()
    yield 0.6
    picture("approval")
    agent.approval.yes.click()
    yield lambda: agent.session.state == "waiting_for_approval" and agent.steps.rowCount() > 0
    agent.steering.stop_action.trigger()
    yield lambda: agent.session.state == "ended"
    told["outcome"] = agent.steps.episode.outcome
    agent.steering.approve_action.setChecked(False)
    yield 0.6
    picture("stopped")


play(scenario)
