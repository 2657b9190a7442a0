# SPDX-License-Identifier: GPL-2.0-or-later
"""What is shown while there is no pack."""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from ..i18n import tr
from ..panel.fault_text import fault_text
from .open_menu import open_menu

DEMO_PACK = "gisagentbench-demo-pack.zip"


class EmptyPage(QWidget):
    """Says that there is no pack, what is being waited for, or what went wrong; offers to open one."""

    folder_wanted = pyqtSignal()
    zip_wanted = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.button = QPushButton(tr("Open a pack (folder or zip)"), self)
        self.button.setIcon(QgsApplication.getThemeIcon("/mActionFileOpen.svg"))
        self.button.setMenu(open_menu(self, self.folder_wanted.emit, self.zip_wanted.emit))
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(self.words)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(2)
        self.say_waiting()

    def say_waiting(self) -> None:
        """Says that packs are being looked for."""
        self.words.setText(tr("Looking for packs of tasks…"))
        self.button.setVisible(False)

    def say_empty(self) -> None:
        """Says that there is no pack, and which one to begin with."""
        text = tr(
            "There is no pack of tasks yet. The demo pack is the second file of the download of this plugin: {file}"
        )
        self.words.setText(text.format(file=DEMO_PACK))
        self.button.setVisible(True)

    def say_fault(self, fault: dict[str, str]) -> None:
        """Says why nothing can be listed."""
        self.words.setText(fault_text(fault))
        self.button.setVisible(True)
