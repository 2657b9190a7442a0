# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS in which the zip is installed (`qgis --profiles-path … --code …`).

Opens the panel, opens the pack, runs one task, judges it. Environment: FOLDER is written to (`told.json`, pictures),
PACK is the zip of a pack, TASK one of its tasks.
"""

from __future__ import annotations

import json
import os
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication, QgsFeature, QgsProject, QgsVectorLayer
from qgis.gui import QgsGui
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtGui import QAction
from qgis.utils import iface, plugins

FOLDER, PACK, TASK = Path(os.environ["FOLDER"]), os.environ["PACK"], os.environ["TASK"]
LONGEST_SECONDS = 90.0
told: dict[str, Any] = {}
Condition = Callable[[], object]


def picture(name: str) -> None:
    iface.mainWindow().grab().save(str(FOLDER / name))


def ask(dock: Any, op: str, arguments: dict[str, Any]) -> tuple[list[Any], Condition]:
    answers: list[Any] = []
    dock.client.ask(op, arguments, answers.append, answers.append)
    return answers, lambda: answers


def counted() -> int:
    """Runs a tool that needs QGIS alone, as the toolbox does."""
    from qgis import processing

    layer = QgsVectorLayer("Point?crs=EPSG:32633&field=id:integer", "points", "memory")
    layer.dataProvider().addFeatures([QgsFeature(layer.fields()) for _ in range(3)])
    output = processing.run("gisagentbench:countfeatures", {"LAYER": layer})
    return int(output["ROW_COUNT"])


def opened_help(dock: Any) -> list[str]:
    """Presses the button for help in each tab, and returns the files that the browser would open."""
    from gisagentbench.plugin.panel import help_opening

    opened: list[str] = []
    help_opening.open_file = lambda file: opened.append(str(file))
    for tab in range(dock.tabs.count()):
        dock.tabs.setCurrentIndex(tab)
        dock.help.click()
    dock.tabs.setCurrentIndex(0)
    return opened


def shared_keys() -> dict[str, list[str]]:
    """Returns each key of ours that QGIS, or another plugin, has as well, with all who have it."""
    found: dict[str, list[str]] = {}
    for one in QgsGui.shortcutsManager().listAll():
        keys = one.shortcut() if isinstance(one, QAction) else one.key()
        if not keys.isEmpty():
            found.setdefault(keys.toString(), []).append(one.objectName())
    return {
        keys: names
        for keys, names in found.items()
        if 0 < sum(name.startswith("gisagentbench_") for name in names) < len(names)
    }


def steps() -> Iterator[Condition]:
    yield lambda: "gisagentbench" in plugins
    window = plugins["gisagentbench"].window
    import gisagentbench

    told["folder"] = str(Path(gisagentbench.__file__).parent)
    told["algorithms"] = len(QgsApplication.processingRegistry().providerById("gisagentbench").algorithms())
    iface.mainWindow().resize(1500, 900)
    dock = window.open_panel()
    told["help"], told["shared keys"] = opened_help(dock), shared_keys()
    answers, is_there = ask(dock, "hello", {})
    yield is_there
    told["missing"] = sorted(one["package"] for one in answers[0].get("missing", [{"package": str(answers[0])}]))
    told["how"] = sorted({one["how"] for one in answers[0].get("missing", [])})
    yield lambda: dock.browser.empty.button.isVisible() or dock.browser.stack.currentIndex() == 1
    told["empty"] = dock.browser.empty.words.text()
    told["note"] = dock.missing.words.text() if dock.missing.isVisible() else ""
    picture("before_the_pack.png")
    if told["missing"] and "pydantic" in told["missing"]:
        return
    dock.browser.open_pack(PACK)
    yield lambda: dock.browser.tree.tasks()
    told["tasks"] = sorted(task["id"] for task in dock.browser.tree.tasks())
    choose(dock, TASK)
    yield lambda: dock.agent.form.agent.count()
    names = [dock.agent.form.agent.itemData(row)["name"] for row in range(dock.agent.form.agent.count())]
    told["agents"] = names
    dock.agent.form.agent.setCurrentIndex(names.index("reference"))
    dock.show_agent()
    dock.agent.start("run")
    yield lambda: dock.agent.folder
    yield lambda: not dock.agent.is_busy()
    told["outcome"] = dock.agent.steps.episode.outcome
    told["calls"] = dock.agent.steps.rowCount()
    told["layers"] = len(QgsProject.instance().mapLayers())
    picture("after_the_run.png")
    answers, is_there = ask(dock, "score", {"folder": dock.agent.folder})
    yield is_there
    told["strict"] = answers[0].get("strict", answers[0])
    told["runs"] = dock.agent.folder
    window.close_panel()


def choose(dock: Any, task_id: str) -> None:
    """Chooses a task by its id, whichever pack it is of."""
    entry = next(entry for entry in dock.browser.tree.entries.values() if entry.task["id"] == task_id)
    told["pack folder"] = entry.pack
    dock.browser.choose(entry.pack, task_id)


class Driver:
    """Takes the next step when the last one's condition holds; ends QGIS at the end, or after too long a wait."""

    def __init__(self) -> None:
        self.steps = steps()
        self.condition: Condition = lambda: True
        self.since = time.monotonic()

    def turn(self) -> None:
        try:
            if not self.condition():
                if time.monotonic() - self.since > LONGEST_SECONDS:
                    raise TimeoutError(f"waited too long after {list(told)[-1:]}")
                return
            self.condition, self.since = next(self.steps), time.monotonic()
        except StopIteration:
            self.end()
        except Exception:
            told["error"] = traceback.format_exc()
            picture("error.png")
            self.end()

    def end(self) -> None:
        timer.stop()
        if "error" not in told and "missing" in told:
            try:
                told["counted"] = counted()
            except Exception:
                told["error"] = traceback.format_exc()
        (FOLDER / "told.json").write_text(json.dumps(told), encoding="utf-8")
        QgsProject.instance().clear()
        QTimer.singleShot(1500, lambda: os._exit(0))


driver = Driver()
timer = QTimer()
timer.timeout.connect(driver.turn)
timer.start(100)
