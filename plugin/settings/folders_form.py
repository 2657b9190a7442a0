# SPDX-License-Identifier: GPL-2.0-or-later
"""Folders of packs and runs on the page, the Python of the service, and what becomes of layers."""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.gui import QgsFileWidget
from qgis.PyQt.QtWidgets import (
    QCheckBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QListWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ..i18n import tr
from .settings import Folders, Settings, default_runs_folder

ROWS_OF_PACKS = 3


class FoldersForm(QWidget):
    """Fields for what lies where."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        folders = settings.folders()
        self.packs = QListWidget(self)
        self.packs.addItems(folders.packs)
        self.packs.setAccessibleName(tr("Folders of packs"))
        self.packs.setMinimumHeight(self.fontMetrics().lineSpacing() * ROWS_OF_PACKS)
        self.runs = _chooser(self, QgsFileWidget.StorageMode.GetDirectory, tr("Folder of runs"))
        self.runs.setFilePath(folders.runs)
        self.python = _chooser(self, QgsFileWidget.StorageMode.GetFile, tr("Python interpreter"))
        self.python.setFilePath(settings.chosen_python())
        self.python.lineEdit().setPlaceholderText(tr("The one that belongs to this QGIS"))
        self.keep = QCheckBox(tr("Keep layers of episodes when the panel is closed"), self)
        self.keep.setChecked(settings.keep_layers())
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(tr("Folders of packs"), self._packs_row())
        form.addRow(tr("Folder of runs"), self.runs)
        form.addRow(tr("Python interpreter"), self.python)
        form.addRow("", self.keep)

    def store(self) -> None:
        """Stores the folders."""
        packs = [self.packs.item(row).text() for row in range(self.packs.count())]
        runs = self.runs.filePath().strip() or str(default_runs_folder())
        self._settings.set_folders(Folders(packs, runs))
        self._settings.set_chosen_python(self.python.filePath().strip())
        self._settings.set_keep_layers(self.keep.isChecked())

    def add_folder(self, folder: str) -> None:
        """Adds a folder of packs, once."""
        if folder and folder not in [self.packs.item(row).text() for row in range(self.packs.count())]:
            self.packs.addItem(folder)

    def _packs_row(self) -> QVBoxLayout:
        buttons = QHBoxLayout()
        for icon, tip, act in (
            ("/symbologyAdd.svg", tr("Add a folder of packs"), self._choose),
            ("/symbologyRemove.svg", tr("Remove the chosen folder"), self._remove),
        ):
            button = QToolButton(self)
            button.setIcon(QgsApplication.getThemeIcon(icon))
            button.setToolTip(tip)
            button.clicked.connect(act)
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout()
        column.addWidget(self.packs)
        column.addLayout(buttons)
        return column

    def _choose(self) -> None:
        self.add_folder(QFileDialog.getExistingDirectory(self, tr("Folder of packs")))

    def _remove(self) -> None:
        self.packs.takeItem(self.packs.currentRow())


def _chooser(parent: QWidget, mode: QgsFileWidget.StorageMode, title: str) -> QgsFileWidget:
    widget = QgsFileWidget(parent)
    widget.setStorageMode(mode)
    widget.setDialogTitle(title)
    return widget
