# SPDX-License-Identifier: GPL-2.0-or-later
"""Help opens the page that tells of what is in front, from the folder of the plugin or made of a checkout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless.machine import ROOT
from gisagentbench.headless.panel_help.links import AGENT, PLACES, SETTINGS
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis


@pytest.fixture
def opened(window: Any, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Files that the browser would have opened."""
    from gisagentbench.plugin.panel import help_opening

    found: list[Path] = []
    monkeypatch.setattr(help_opening, "open_file", found.append)
    return found


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The help as a zip brings it."""
    from gisagentbench.headless.panel_help.making import write_help
    from gisagentbench.plugin.panel import help_opening

    write_help(tmp_path / "help", ROOT)
    monkeypatch.setattr(help_opening, "PAGES", tmp_path / "help")
    return tmp_path / "help"


@pytest.mark.parametrize("place", PLACES)
def test_every_place_leads_to_a_page_with_that_heading(place: str, installed: Path, opened: list[Path]) -> None:
    from gisagentbench.plugin.panel import help_opening

    help_opening.show_help(place)
    (file,) = opened
    name, _, anchor = place.partition("#")
    text = file.read_text(encoding="utf-8")
    assert f"url={name}.html#{anchor}" in text if anchor else file == installed / f"{name}.html"
    page = (installed / f"{name}.html").read_text(encoding="utf-8")
    assert not anchor or f' id="{anchor}"' in page


def test_a_checkout_has_the_page_made_without_holding_up_the_window(
    opened: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.plugin.panel import help_opening

    monkeypatch.setattr(help_opening, "PAGES", tmp_path / "none")
    monkeypatch.setattr(help_opening, "cache_folder", lambda: tmp_path)
    help_opening.show_help(AGENT)
    assert opened == []
    wait_for(lambda: opened, 30)
    assert opened == [tmp_path / "help" / "panel-agent.html"]
    assert opened[0].is_file() and (tmp_path / "help" / "panel.html").is_file()


@pytest.mark.parametrize("program", ["/bin/false", "/nowhere/python"])
def test_where_it_cannot_be_made_the_page_of_docs_opens(
    program: str, opened: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.plugin.panel import help_opening

    monkeypatch.setattr(help_opening, "PAGES", tmp_path / "none")
    monkeypatch.setattr(help_opening, "python_program", lambda: program)
    help_opening.show_help(SETTINGS)
    wait_for(lambda: opened)
    assert opened == [ROOT / "docs" / "settings.md"]


def test_button_and_f1_tell_of_the_tab_in_front(opened: list[Path], installed: Path, window: Any) -> None:
    from qgis.PyQt.QtCore import Qt
    from qgis.PyQt.QtGui import QAction, QKeySequence
    from qgis.PyQt.QtTest import QTest

    from gisagentbench.plugin.panel.dock import BenchDock

    main = window.mainWindow()
    of_qgis: list[bool] = []
    manual = QAction("Help Contents", main)  # as QGIS has it
    manual.setShortcut(QKeySequence("F1"))
    manual.triggered.connect(of_qgis.append)
    main.addAction(manual)
    dock = BenchDock(window, None, main)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    main.show()
    main.activateWindow()
    assert QTest.qWaitForWindowActive(main)
    for number, widget in enumerate((dock.browser.view, dock.agent.form.agent, dock.trace, dock.judge.bar.choice)):
        dock.tabs.setCurrentIndex(number)
        widget.setFocus()
        turn()
        QTest.keyClick(widget, Qt.Key.Key_F1)
        dock.help.click()
    assert [file.stem for file in opened] == [
        name for name in ("panel-tasks", "panel-agent", "trace-in-qgis", "judge-in-qgis") for _ in range(2)
    ]
    assert of_qgis == []
    QTest.keyClick(window.mapCanvas(), Qt.Key.Key_F1)
    assert of_qgis == [False]  # outside of the panel it is QGIS's
    dock.close_panel()


def test_the_options_page_has_help_of_its_own(opened: list[Path], installed: Path, window: Any) -> None:
    from qgis.PyQt.QtCore import Qt
    from qgis.PyQt.QtTest import QTest

    from gisagentbench.plugin.settings.options_page import OptionsFactory
    from gisagentbench.plugin.settings.settings import Settings

    page = OptionsFactory(Settings(), lambda parent: None).createWidget(window.mainWindow())
    page.help.click()
    QTest.keyClick(page.limits.guard, Qt.Key.Key_F1)
    assert [file.name for file in opened] == ["settings.html"] * 2


def test_the_button_of_the_options_opens_help_of_the_page_that_is_seen(
    opened: list[Path], installed: Path, window: Any
) -> None:
    from qgis.PyQt.QtCore import Qt
    from qgis.PyQt.QtTest import QTest
    from qgis.PyQt.QtWidgets import QDialog, QDialogButtonBox, QStackedWidget, QVBoxLayout, QWidget

    from gisagentbench.plugin.settings.options_page import OptionsFactory
    from gisagentbench.plugin.settings.settings import Settings

    dialog = QDialog(window.mainWindow())
    pages, box = QStackedWidget(dialog), QDialogButtonBox(QDialogButtonBox.StandardButton.Help, dialog)
    layout = QVBoxLayout(dialog)
    layout.addWidget(pages)
    layout.addWidget(box)
    of_qgis: list[str] = []
    box.helpRequested.connect(lambda: of_qgis.append("manual"))
    page = OptionsFactory(Settings(), lambda parent: None).createWidget(dialog)
    pages.addWidget(page)
    pages.addWidget(QWidget(dialog))
    dialog.show()
    button = box.button(QDialogButtonBox.StandardButton.Help)
    assert page.help.isHidden()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QTest.keyClick(button, Qt.Key.Key_Space)
    assert ([file.name for file in opened], of_qgis) == (["settings.html"] * 2, [])
    pages.setCurrentIndex(1)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (len(opened), of_qgis) == (2, ["manual"])
    pages.setCurrentIndex(0)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert (len(opened), of_qgis) == (3, ["manual"])
    dialog.reject()
    dialog.deleteLater()
    turn()
