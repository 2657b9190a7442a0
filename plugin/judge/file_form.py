# SPDX-License-Identifier: GPL-2.0-or-later
"""Chooses a file of any origin, and the output of the chosen task that it stands for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from qgis.gui import QgsFileWidget
from qgis.PyQt.QtCore import pyqtSignal
from qgis.PyQt.QtWidgets import QComboBox, QFormLayout, QPushButton, QWidget

from ...tasks.output_format import RASTER_FORMATS, ROW_FORMATS
from ..i18n import tr
from .subjects import Subject
from .verdict_box import plain_label


class FileForm(QWidget):
    """A form of three lines."""

    wanted = pyqtSignal(object)
    """A Subject that is to be scored."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pack = ""
        self._task: dict[str, Any] = {}
        self._title = plain_label(self)
        self.output = QComboBox(self)
        self.file = QgsFileWidget(self)
        self.file.setStorageMode(QgsFileWidget.StorageMode.GetFile)
        endings = " ".join(f"*{ending}" for ending in (*ROW_FORMATS, *RASTER_FORMATS))
        self.file.setFilter(f"{tr('Layers and tables')} ({endings});;{tr('All files')} (*)")
        self.file.fileChanged.connect(self._update)
        self.score = QPushButton(tr("Score this file"), self)
        self.score.clicked.connect(self._score)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow(tr("Task"), self._title)
        form.addRow(tr("Output"), self.output)
        form.addRow(tr("File"), self.file)
        form.addRow("", self.score)
        self.set_task("", {})

    def set_task(self, pack: str, task: dict[str, Any]) -> None:
        """Takes over a task as `tasks` answered it; an empty one for none."""
        self._pack, self._task = pack, task
        self._title.setText(str(task.get("title") or task.get("id") or tr("Choose a task in the task browser first.")))
        self.output.clear()
        for one in task.get("outputs") or ():
            label = str(one.get("label") or one.get("file") or "") if isinstance(one, dict) else str(one)
            self.output.addItem(label, label)
        self._update()

    def _update(self, _path: str = "") -> None:
        is_file = bool(self.file.filePath()) and Path(self.file.filePath()).is_file()
        self.score.setEnabled(is_file and self.output.count() > 0)

    def _score(self) -> None:
        subject = Subject(
            "file", self._pack, str(self._task["id"]), output=self.output.currentData(), file=self.file.filePath()
        )
        self.wanted.emit(subject)
