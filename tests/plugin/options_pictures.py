# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs inside desktop QGIS (`./gisagentbench qgis --fresh --code …`): opens the options at the page of the plugin.

Environment: PICTURES is the folder to write to. Writes `options_page.png`, and `told.json`: whether QGIS opened that
page, whether anything was asked before, and whether a test of an endpoint that is not there named the fault.
"""

import json
import os
import time
from pathlib import Path

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt, QTimer
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QApplication, QPushButton
from qgis.utils import iface, plugins

from gisagentbench.plugin.panel import help_opening
from gisagentbench.plugin.settings.endpoint import Endpoint

PICTURES = Path(os.environ["PICTURES"])
# Nothing listens at the first port, which needs root.
NOBODY = Endpoint("Nobody", "http://127.0.0.1:1/v1", ("some-model",))
told = {}


def start():
    window = plugins["gisagentbench"].window
    told["master password at start"] = QgsApplication.authManager().masterPasswordIsSet()
    manager = QgsApplication.authManager()
    manager.setPasswordHelperEnabled(False)
    manager.setMasterPassword("a master password", True)
    stored = window.settings.keys.store("OpenAI", "sk-" + "x" * 20)
    openai = Endpoint("OpenAI", "https://api.openai.com/v1", ("gpt-5.4-mini", "gpt-5.4"), stored.auth_id)
    ollama = Endpoint("Ollama", "http://127.0.0.1:11434/v1", ("qwen3:8b",))
    window.settings.set_endpoints([openai, ollama, NOBODY])
    iface.mainWindow().resize(1400, 900)
    QTimer.singleShot(1500, look)
    window.options.show(iface)  # waits until the dialog is closed


def page():
    return next(
        widget
        for widget in QApplication.activeModalWidget().findChildren(type_of_page())
        if widget.objectName() == "mOptionsPageGISAgentBench"
    )


def type_of_page():
    from gisagentbench.plugin.settings.options_page import OptionsPage

    return OptionsPage


def look():
    dialog = QApplication.activeModalWidget()
    dialog.resize(1000, 720)
    told["opened at the page"] = page().isVisible()
    told["horizontal scrolling"] = page().minimumSizeHint().width() > page().parentWidget().width()
    QTimer.singleShot(500, lambda: shoot(dialog))


def shoot(dialog):
    dialog.grab().save(str(PICTURES / "options_page.png"))
    help_opening.open_file = lambda file: told.setdefault("help", []).append(file.name)
    for button in dialog.findChildren(QPushButton):
        if button.text().replace("&", "") == "Help":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    page().endpoints.list.setCurrentRow(2)
    page().endpoints.connection.button.click()
    told["since"] = time.monotonic()
    wait(dialog)


def wait(dialog):
    said = page().endpoints.connection.said.text()
    if page().endpoints.connection.button.text() != "Test connection" and time.monotonic() - told["since"] < 60:
        QTimer.singleShot(100, lambda: wait(dialog))
        return
    told["connection"] = said
    dialog.grab().save(str(PICTURES / "options_fault.png"))
    dialog.reject()
    (PICTURES / "told.json").write_text(json.dumps(told), encoding="utf-8")
    os._exit(0)


QTimer.singleShot(3000, start)
