# SPDX-License-Identifier: GPL-2.0-or-later
"""Plays a scenario inside desktop QGIS: a generator that yields what it waits for, with pictures on the way."""

from __future__ import annotations

import faulthandler
import json
import os
import traceback
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication, QgsProject, QgsSettings
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtGui import QImage
from qgis.PyQt.QtWidgets import QDockWidget
from qgis.utils import iface

from gisagentbench.headless.map_drawing.indexed_image import indexed

PICTURES = Path(os.environ["PICTURES"])
STEP_MS = 50
MOST_SECONDS = 90.0
Waits = Generator[Callable[[], object] | float, None, None]
told: dict[str, Any] = {}
_alive: list[Any] = []
faulthandler.enable((PICTURES / "crash.txt").open("w", encoding="utf-8"))


def picture(name: str) -> None:
    """Takes a picture of the whole window, of 256 colours, so that it may be kept."""
    image = iface.mainWindow().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    indexed(image).save(str(PICTURES / f"{name}.png"))


def arrange(width: int = 1500, height: int = 900, theme: str = "") -> None:
    """Gives the window a size and a theme, and shows the layer tree alone."""
    if theme:
        QgsApplication.setUITheme(theme)
    iface.mainWindow().showNormal()
    iface.mainWindow().resize(width, height)
    for dock in iface.mainWindow().findChildren(QDockWidget):
        if dock.objectName() != "GISAgentBench":
            dock.setVisible(dock.objectName() == "Layers")
    iface.messageBar().clearWidgets()


def play(scenario: Callable[[], Waits]) -> None:
    """Plays a scenario from now on and ends QGIS after it; writes `told.json`, with `fault` where it broke."""
    steps, state = scenario(), {"waits": None, "left": 0.0}

    def turn() -> None:
        try:
            waits = state["waits"]
            if callable(waits) and not waits():
                state["left"] -= STEP_MS / 1000
                if state["left"] < 0:
                    raise TimeoutError("it did not happen in time")
                timer.start(STEP_MS)
                return
            state["waits"] = next(steps)
            state["left"] = MOST_SECONDS
            timer.start(int(state["waits"] * 1000) if isinstance(state["waits"], float) else STEP_MS)
        except StopIteration:
            end()
        except Exception:
            told["fault"] = traceback.format_exc()
            picture("fault")
            end()

    timer = QTimer(iface.mainWindow())
    timer.setSingleShot(True)
    timer.timeout.connect(turn)
    _alive.append(timer)
    timer.start(3000)


def end() -> None:
    """Writes what was told and closes QGIS as a person does who keeps nothing."""
    (PICTURES / "told.json").write_text(json.dumps(told), encoding="utf-8")
    QgsSettings().setValue("askToSaveMemoryLayers", False, QgsSettings.Section.App)
    QgsProject.instance().setDirty(False)
    QTimer.singleShot(0, iface.actionExit().trigger)
