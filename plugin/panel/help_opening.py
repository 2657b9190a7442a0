# SPDX-License-Identifier: GPL-2.0-or-later
"""Opens the help in the browser: its pages lie in the plugin; a checkout has them made of docs/ first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QCoreApplication, QEvent, QObject, QProcess, Qt, QUrl
from qgis.PyQt.QtGui import QDesktopServices
from qgis.PyQt.QtWidgets import QDialogButtonBox, QToolButton, QWidget

from ...headless.machine import ROOT, MachineBroken, cache_folder, child_environment, python_program
from ...headless.panel_help.links import PANEL, file_of
from ..i18n import tr
from .messages import Messages
from .service_process import ServiceCommand, new_process
from .tight_room import BUTTONS

PAGES = ROOT / "help"
DOCS = ROOT / "docs"
MAKING = "gisagentbench.headless.panel_help"
PRESSING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class HelpKey(QObject):
    """F1 inside a widget, which QGIS would take for its own help.

    Args:
        place: Gives the page to open.
    """

    def __init__(self, widget: QWidget, place: Callable[[], str]) -> None:
        super().__init__(widget)
        self._place = place
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (name of Qt)
        """Takes the key before the shortcuts of the window do."""
        if event.type() not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        if event.key() != Qt.Key.Key_F1 or event.modifiers() != Qt.KeyboardModifier.NoModifier:
            return False
        if event.type() == QEvent.Type.KeyPress:
            show_help(self._place())
        event.accept()
        return True


class DialogHelp(QObject):
    """Takes the button for help of the dialog that a page is in while the page is seen; else QGIS opens its manual.

    Args:
        page: A page of the options of QGIS.
        place: Of the help.
    """

    def __init__(self, page: QWidget, place: str) -> None:
        super().__init__(page)
        self._page, self._place = page, place
        self._button: QWidget | None = None

    def take(self) -> bool:
        """Takes the button. Returns: False where the dialog has none."""
        box = self._page.window().findChild(QDialogButtonBox)
        button = box.button(QDialogButtonBox.StandardButton.Help) if box is not None else None
        if button is not None and button is not self._button:
            button.installEventFilter(self)
            self._button = button
        return button is not None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (name of Qt)
        """Opens our page instead of pressing the button."""
        is_key = event.type() == QEvent.Type.KeyPress and event.key() in PRESSING
        is_pressed = is_key or event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Shortcut)
        if not is_pressed or not self._page.isVisible():
            return False
        show_help(self._place)
        return True


def help_button(parent: QWidget, place: Callable[[], str]) -> QToolButton:
    """Makes the button with the question mark.

    Args:
        place: Gives the page to open.
    """
    button = QToolButton(parent)
    button.setIcon(QgsApplication.getThemeIcon("/mActionHelpContents.svg"))
    button.setAutoRaise(True)
    button.setStyleSheet(BUTTONS)
    button.setToolTip(tr("Help (F1)"))
    button.setAccessibleName(tr("Help"))
    button.clicked.connect(lambda checked=False: show_help(place()))
    return button


def show_help(place: str = PANEL) -> None:
    """Opens a page of the help.

    Args:
        place: One of those that `panel_help.links` names.
    """
    if PAGES.is_dir():
        open_file(PAGES / file_of(place))
    else:
        _make_and_open(place)


def open_file(file: Path) -> None:
    """Has the browser open a page."""
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))


def _make_and_open(place: str) -> None:
    """Opens a page of a checkout: made anew, or its Markdown where the package that reads it is missing."""
    folder = cache_folder() / "help"
    try:
        command = ServiceCommand(str(python_program()), ["-P", "-m", MAKING, str(folder)], child_environment())
    except MachineBroken as broken:
        _open_markdown(place, str(broken))
        return
    process = new_process(command, QCoreApplication.instance())

    def ended(status: int = 1, _how: QProcess.ExitStatus = QProcess.ExitStatus.NormalExit) -> None:
        if status == 0:
            open_file(folder / file_of(place))
        else:
            _open_markdown(place, bytes(process.readAllStandardError()).decode("utf-8", "replace").strip())
        process.deleteLater()

    process.finished.connect(ended)
    process.errorOccurred.connect(lambda fault: ended() if fault == QProcess.ProcessError.FailedToStart else None)
    process.start()


def _open_markdown(place: str, why: str) -> None:
    Messages(None).log(why)
    open_file(DOCS / f"{place.partition('#')[0]}.md")
