# SPDX-License-Identifier: GPL-2.0-or-later
"""Search field, and choices of family, area and caveat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from qgis.gui import QgsFilterLineEdit
from qgis.PyQt.QtCore import pyqtSignal
from qgis.PyQt.QtWidgets import QComboBox, QHBoxLayout, QVBoxLayout, QWidget

from ..i18n import tr
from .task_filter import Wanted
from .task_tree import family_words


class FilterRow(QWidget):
    """What a person looks for."""

    changed = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QgsFilterLineEdit(self)
        self.search.setShowSearchIcon(True)
        self.search.setPlaceholderText(tr("Search titles, prompts, caveats, data…"))
        self.search.setAccessibleName(tr("Search tasks"))
        self.family, self.area, self.caveat = QComboBox(self), QComboBox(self), QComboBox(self)
        choices = QHBoxLayout()
        for choice, tip in (
            (self.family, tr("Lists tasks of one family")),
            (self.area, tr("Lists tasks of one area")),
            (self.caveat, tr("Lists tasks with one caveat")),
        ):
            choice.setToolTip(tip)
            choice.setAccessibleName(tip)
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(6)
            choice.currentIndexChanged.connect(self._tell)
            choices.addWidget(choice, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.search)
        layout.addLayout(choices)
        self.search.textChanged.connect(self._tell)
        self.set_tasks([])

    def set_tasks(self, tasks: Iterable[dict[str, Any]]) -> None:
        """Offers the families, areas and caveats that there are; what was chosen stays where it is still there."""
        tasks = list(tasks)
        families = {str(task.get("family")): family_words(str(task.get("family"))) for task in tasks}
        areas = {str(task.get("area")): str(task.get("area_title") or task.get("area")) for task in tasks}
        names = {str(caveat.get("name")) for task in tasks for caveat in task.get("caveats") or []}
        _fill(self.family, tr("All families"), families)
        _fill(self.area, tr("All areas"), areas)
        _fill(self.caveat, tr("All caveats"), {name: family_words(name) for name in names})

    def wanted(self) -> Wanted:
        """Returns what is looked for."""
        chosen = [choice.currentData() or "" for choice in (self.family, self.area, self.caveat)]
        return Wanted(self.search.text().replace("_", " "), *chosen)

    def _tell(self, _value: object = None) -> None:
        self.changed.emit()


def _fill(choice: QComboBox, everything: str, names: dict[str, str]) -> None:
    chosen = choice.currentData()
    choice.blockSignals(True)
    choice.clear()
    choice.addItem(everything, "")
    for name, words in sorted(names.items(), key=lambda one: one[1]):
        choice.addItem(words, name)
    choice.setCurrentIndex(max(0, choice.findData(chosen)))
    choice.blockSignals(False)
