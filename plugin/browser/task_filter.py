# SPDX-License-Identifier: GPL-2.0-or-later
"""Which tasks are listed: those that hold all words of the search, of the chosen family, area and caveat."""

from __future__ import annotations

from typing import Any, NamedTuple

from qgis.PyQt.QtCore import QModelIndex, QObject, QSortFilterProxyModel

from .task_tree import FAULT, KEY


class Wanted(NamedTuple):
    """What is looked for; "" for anything."""

    text: str = ""
    family: str = ""
    area: str = ""
    caveat: str = ""

    def takes(self, task: dict[str, Any], words: str) -> bool:
        """Tells whether a task is listed.

        >>> Wanted(text="Parks near").takes({}, "near the parks of the city")
        True
        """
        caveats = [caveat.get("name") for caveat in task.get("caveats") or []]
        return (
            all(word in words for word in self.text.casefold().split())
            and self.family in ("", task.get("family"))
            and self.area in ("", task.get("area"))
            and (not self.caveat or self.caveat in caveats)
        )


class TaskFilter(QSortFilterProxyModel):
    """Lists tasks that are wanted, under their packs and families."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setRecursiveFilteringEnabled(True)
        self._wanted = Wanted()

    def set_wanted(self, wanted: Wanted) -> None:
        """Changes what is looked for."""
        self._wanted = wanted
        self.invalidateFilter()

    def filterAcceptsRow(self, row: int, parent: QModelIndex) -> bool:  # noqa: N802 (name of Qt)
        """Tells Qt whether a row is listed by itself; packs and families are by what is under them."""
        index = self.sourceModel().index(row, 0, parent)
        entry = self.sourceModel().entries.get(index.data(KEY))
        if entry is not None:
            return self._wanted.takes(entry.task, entry.words)
        nothing_is_wanted = self._wanted == Wanted()
        return nothing_is_wanted and (bool(index.data(FAULT)) or not parent.isValid())
