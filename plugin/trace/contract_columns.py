# SPDX-License-Identifier: GPL-2.0-or-later
"""The columns of a contract as a table: which are compared, their types and roles, which identify rows."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import QAbstractTableModel, QModelIndex, Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ..i18n import marked, tr, tr_marked

KEPT, NAME, TYPE, ROLE, KEY = range(5)
TITLES = (marked("Asked for"), marked("Column"), marked("Type"), marked("Role"), marked("Identifies"))
TYPES = ("integer", "real", "text", "boolean", "date", "datetime")
ROLES = ("", "id", "count", "measure", "coordinate", "angle", "label")


class ContractColumns(QAbstractTableModel):
    """Rows are columns of the output; those that are not asked for stay, so that they can be again."""

    edited = pyqtSignal()
    """A person has changed something."""

    def __init__(self, parent: Any = None) -> None:
        super().__init__(parent)
        self._names: list[str] = []
        self._columns: dict[str, dict[str, Any]] = {}
        self._kept: set[str] = set()
        self._keys: set[str] = set()

    def show(self, columns: dict[str, Any], keys: list[Any]) -> None:
        """Shows the columns of a contract and those that identify rows."""
        self.beginResetModel()
        known = {name: dict(one) for name, one in columns.items() if isinstance(one, dict)}
        self._names = list(dict.fromkeys([*self._names, *known]))
        self._columns.update(known)
        self._kept, self._keys = set(known), {str(key) for key in keys}
        self.endResetModel()

    def forget(self) -> None:
        """Forgets the columns of another output."""
        self._names, self._columns = [], {}

    def columns(self) -> dict[str, dict[str, Any]]:
        """Gives the columns that are asked for, in order."""
        return {name: self._columns[name] for name in self._names if name in self._kept}

    def keys(self) -> list[str]:
        """Gives the columns that identify rows."""
        return [name for name in self._names if name in self._keys and name in self._kept]

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802 (name and default of Qt)
        """Counts the columns of the output."""
        return 0 if parent.isValid() else len(self._names)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: B008, N802 (name and default of Qt)
        """Counts what is said of each."""
        return 0 if parent.isValid() else len(TITLES)

    def headerData(  # noqa: N802 (name of Qt)
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Gives the titles."""
        is_title = role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal
        return tr_marked(TITLES[section]) if is_title else None

    def data(self, index: QModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Gives what a cell shows."""
        name = self._names[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole and index.column() in (KEPT, KEY):
            is_on = name in (self._kept if index.column() == KEPT else self._keys)
            return Qt.CheckState.Checked if is_on else Qt.CheckState.Unchecked
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            texts = {NAME: name, TYPE: self._columns[name].get("type"), ROLE: self._columns[name].get("role") or ""}
            return texts.get(index.column())
        return None

    def setData(self, index: QModelIndex, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:  # noqa: N802 (Qt)
        """Takes a change."""
        name = self._names[index.row()]
        if role == Qt.ItemDataRole.CheckStateRole:
            names = self._kept if index.column() == KEPT else self._keys
            is_on = Qt.CheckState(value) == Qt.CheckState.Checked
            (names.add if is_on else names.discard)(name)
        elif role == Qt.ItemDataRole.EditRole and index.column() in (TYPE, ROLE):
            key = "type" if index.column() == TYPE else "role"
            self._columns[name] = {**self._columns[name], key: str(value) or None}
            if not value:
                self._columns[name].pop(key)
        else:
            return False
        self.dataChanged.emit(index, index)
        self.edited.emit()
        return True

    def flags(self, index: QModelIndex) -> Qt.ItemFlag:
        """Says what can be changed."""
        found = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if index.column() in (KEPT, KEY):
            return found | Qt.ItemFlag.ItemIsUserCheckable
        return found | Qt.ItemFlag.ItemIsEditable if index.column() in (TYPE, ROLE) else found


class WordDelegate(QStyledItemDelegate):
    """Lets types and roles be chosen from their lists."""

    def createEditor(  # noqa: N802 (name of Qt)
        self, parent: QWidget, option: QStyleOptionViewItem, index: QModelIndex
    ) -> QWidget:
        """Makes the list."""
        box = QComboBox(parent)
        for word in TYPES if index.column() == TYPE else ROLES:
            box.addItem(word or tr("none"), word)
        return box

    def setEditorData(self, editor: QWidget, index: QModelIndex) -> None:  # noqa: N802 (name of Qt)
        """Chooses the word that is there."""
        editor.setCurrentIndex(max(0, editor.findData(index.data(Qt.ItemDataRole.EditRole) or "")))

    def setModelData(self, editor: QWidget, model: Any, index: QModelIndex) -> None:  # noqa: N802 (name of Qt)
        """Takes the word that was chosen."""
        model.setData(index, editor.currentData(), Qt.ItemDataRole.EditRole)
