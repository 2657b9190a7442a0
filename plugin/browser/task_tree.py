# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs, families and tasks as a tree."""

from __future__ import annotations

from typing import Any, NamedTuple

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QObject, Qt
from qgis.PyQt.QtGui import QStandardItem, QStandardItemModel

from ..i18n import tr
from ..panel.fault_text import fault_text
from ..panel.plain_text import plain_tip

KEY = int(Qt.ItemDataRole.UserRole) + 1  # of a task in `entries`; Qt would copy a whole entry at each question
PACK = KEY + 1
FAULT = KEY + 2
SPELT = {"crs": "CRS", "nodata": "NoData", "osm": "OSM", "dem": "DEM", "ndvi": "NDVI"}


class TaskEntry(NamedTuple):
    """A task that is listed: its pack, what the service told of it, and all that a search looks through."""

    pack: str
    task: dict[str, Any]
    words: str


class TaskTree(QStandardItemModel):
    """The tree: pack, family, task; beside a task its area."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: dict[str, TaskEntry] = {}
        self.setHorizontalHeaderLabels([tr("Task"), tr("Area")])

    def set_packs(self, packs: list[dict[str, Any]]) -> None:
        """Shows packs, their tasks yet to come."""
        self.removeRows(0, self.rowCount())
        self.entries.clear()
        for pack in packs:
            item = _item(str(pack.get("title") or pack.get("name")), "/mIconFolder.svg")
            item.setData(str(pack.get("folder")), PACK)
            item.setToolTip(plain_tip(_pack_words(pack)))
            self.appendRow([item, _item("")])

    def set_tasks(self, pack: str, tasks: list[dict[str, Any]], faults: list[dict[str, Any]]) -> None:
        """Shows the tasks of a pack, by family and title; tasks that cannot be read are listed with the reason."""
        parent = self._pack_item(pack)
        if parent is None:
            return
        parent.removeRows(0, parent.rowCount())
        families: dict[str, QStandardItem] = {}
        for task in sorted(tasks, key=lambda one: (str(one.get("family")), str(one.get("title") or one.get("id")))):
            family = str(task.get("family") or "")
            if family not in families:
                families[family] = _item(family_words(family))
                parent.appendRow([families[family], _item("")])
            families[family].appendRow(self._task_row(pack, task))
        for fault in faults:
            item = _item(str(fault.get("task")), "/mIconWarning.svg")
            item.setData(True, FAULT)
            words = fault_text(fault)
            item.setToolTip(plain_tip(words))
            parent.appendRow([item, _item(words)])

    def task_item(self, pack: str, task: str) -> QStandardItem | None:
        """Returns the item of a task; None where it is not listed."""
        parent = self._pack_item(pack)
        for family in (parent.child(row) for row in range(parent.rowCount())) if parent is not None else ():
            for item in (family.child(row) for row in range(family.rowCount())):
                if item.data(KEY) == _key(pack, task):
                    return item
        return None

    def tasks(self) -> list[dict[str, Any]]:
        """Returns all tasks that are listed."""
        return [entry.task for entry in self.entries.values()]

    def _task_row(self, pack: str, task: dict[str, Any]) -> list[QStandardItem]:
        key = _key(pack, str(task.get("id")))
        self.entries[key] = TaskEntry(pack, task, search_words(task))
        item = _item(str(task.get("title") or task.get("id")))
        item.setData(key, KEY)
        item.setToolTip(plain_tip(f"{item.text()}\n{(task.get('prompt') or {}).get('objective') or ''}".strip()))
        return [item, _item(str(task.get("area_title") or task.get("area") or ""))]

    def _pack_item(self, pack: str) -> QStandardItem | None:
        items = [self.item(row) for row in range(self.rowCount())]
        return next((item for item in items if item.data(PACK) == pack), None)


def family_words(family: str) -> str:
    """Writes a name with underscores as words.

    >>> family_words("site_selection"), family_words("crs_misalignment"), family_words("nodata")
    ('Site selection', 'CRS misalignment', 'NoData')
    """
    words = [SPELT.get(word, word) for word in family.split("_") if word]
    text = " ".join(words)
    return text[:1].upper() + text[1:]


def search_words(task: dict[str, Any]) -> str:
    """Returns all that a search looks through, in lower case."""
    prompt = task.get("prompt") or {}
    caveats = [str(caveat.get("name", "")).replace("_", " ") for caveat in task.get("caveats") or []]
    inputs = [f"{one.get('name', '')} {one.get('title', '')}" for one in task.get("inputs") or []]
    parts = [task.get("id"), task.get("title"), task.get("family"), task.get("area_title"), prompt.get("objective")]
    return " ".join(str(part) for part in [*parts, *caveats, *inputs] if part).replace("_", " ").casefold()


def _key(pack: str, task: str) -> str:
    return f"{pack}\n{task}"


def _item(text: str, icon: str = "") -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    if icon:
        item.setIcon(QgsApplication.getThemeIcon(icon))
    return item


def _pack_words(pack: dict[str, Any]) -> str:
    parts = [pack.get("name"), pack.get("version"), pack.get("licence"), pack.get("description"), pack.get("folder")]
    return "\n".join(str(part) for part in parts if part)
