# SPDX-License-Identifier: GPL-2.0-or-later
"""The page "GISAgentBench" in the options of QGIS, and what QGIS makes it with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import Qgis
from qgis.gui import QgsOptionsPageWidget, QgsOptionsWidgetFactory
from qgis.PyQt.QtCore import QObject, Qt
from qgis.PyQt.QtGui import QHideEvent, QIcon, QShowEvent
from qgis.PyQt.QtWidgets import QGroupBox, QVBoxLayout, QWidget

from ...headless.machine import ROOT
from ...headless.panel_help.links import SETTINGS
from ..i18n import tr
from ..panel import help_opening
from ..panel.messages import Messages
from .endpoints_form import EndpointsForm
from .folders_form import FoldersForm
from .limits import TEST
from .limits_form import LimitsForm
from .settings import Settings

NAME = "mOptionsPageGISAgentBench"
TITLE = "GISAgentBench"
MakeClient = Callable[[QObject], Any]


class OptionsFactory(QgsOptionsWidgetFactory):
    """Makes the page whenever the options of QGIS are opened.

    Args:
        settings: What the page shows and stores.
        make_client: Makes a service client of the page's own for its tests of connections.
        tell: Tells a person what could not be stored: sentence and level.
    """

    def __init__(
        self,
        settings: Settings,
        make_client: MakeClient,
        tell: Callable[[str, Qgis.MessageLevel], None] | None = None,
    ) -> None:
        super().__init__(TITLE, QIcon(str(ROOT / "processing_provider" / "icons" / "provider.svg")), TITLE)
        self._settings, self._make_client = settings, make_client
        self._tell = tell or _into_log

    def createWidget(self, parent: QWidget | None = None) -> QgsOptionsPageWidget:  # noqa: N802 (name of QGIS)
        """Makes the page; QGIS calls it."""
        return OptionsPage(self._settings, self._make_client, self._tell, parent)

    @staticmethod
    def show(iface: Any) -> None:
        """Opens the options of QGIS at the page."""
        iface.showOptionsDialog(iface.mainWindow(), NAME)


class OptionsPage(QgsOptionsPageWidget):
    """The page; nothing is stored before the options are confirmed."""

    def __init__(
        self,
        settings: Settings,
        make_client: MakeClient,
        tell: Callable[[str, Qgis.MessageLevel], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName(NAME)  # by which QGIS finds the page
        self._settings, self._tell = settings, tell
        self.limits = LimitsForm(settings, self)
        self.endpoints = EndpointsForm(settings, make_client, self.limits.fields[TEST].value, self)
        self.folders = FoldersForm(settings, self)
        self.help = help_opening.help_button(self, lambda: SETTINGS)
        help_opening.HelpKey(self, lambda: SETTINGS)
        self._dialog_help = help_opening.DialogHelp(self, SETTINGS)
        layout = QVBoxLayout(self)
        layout.addWidget(self.help, 0, Qt.AlignmentFlag.AlignRight)
        for title, form in (
            (tr("Language models"), self.endpoints),
            (tr("Limits of an episode"), self.limits),
            (tr("Folders and programs"), self.folders),
        ):
            box = QGroupBox(title, self)
            QVBoxLayout(box).addWidget(form)
            layout.addWidget(box)
        layout.addStretch(1)

    def apply(self) -> None:
        """Stores everything; QGIS calls it when the options are confirmed."""
        for sentence in self.endpoints.store():
            self._tell(sentence, Qgis.MessageLevel.Warning)
        self.limits.store()
        self.folders.store()
        self._settings.tell_changed()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (name of Qt)
        """Has the dialog's own button open the help of the page; the page needs none then."""
        super().showEvent(event)
        self.help.setVisible(not self._dialog_help.take())

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802 (name of Qt)
        """Ends a test that still runs when the page goes."""
        self.endpoints.end_test()
        super().hideEvent(event)


def _into_log(text: str, level: Qgis.MessageLevel) -> None:
    Messages(None).log(text, level)
