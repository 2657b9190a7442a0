# SPDX-License-Identifier: GPL-2.0-or-later
"""Inputs for the values of arguments, one for each kind of value. What is empty is left out of the call."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from qgis.gui import QgsCheckableComboBox
from qgis.PyQt.QtCore import QObject, Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QComboBox, QLineEdit, QWidget

from ...tools.declaration.spec import Argument
from ..i18n import tr


class ArgumentInput(QObject):
    """One input.

    Args:
        argument: What it is for.
        widget: Shows the value; the input lives as long as it.
    """

    changed = pyqtSignal()
    """A person has changed the value."""

    def __init__(self, argument: Argument, widget: QWidget) -> None:
        super().__init__(widget)
        self.argument = argument
        self.widget = widget

    def value(self) -> Any:
        """Gives the value; None where it is left out. Raises: NoJson."""
        raise NotImplementedError  # every input has its own

    def set_value(self, value: Any) -> None:
        """Shows a value; None for one that is left out."""
        raise NotImplementedError  # every input has its own

    def draft(self) -> Any:
        """Gives what is shown, whether a value can be read from it or not."""
        return self.value()

    def set_draft(self, shown: Any) -> None:
        """Shows what `draft` gave."""
        self.set_value(shown)

    def set_options(self, options: Sequence[str]) -> None:
        """Offers names that are known by now, such as layers before the step."""


class LineInput(ArgumentInput):
    """Text, numbers, and JSON where a value has parts.

    Args:
        read: Makes a value of the text.
        write: Makes text of a value.
    """

    def __init__(
        self, argument: Argument, parent: QWidget, read: Callable[[str], Any], write: Callable[[Any], str]
    ) -> None:
        self._line = QLineEdit(parent)
        super().__init__(argument, self._line)
        self._read, self._write = read, write
        self._line.setClearButtonEnabled(not argument.required)
        self._line.setPlaceholderText(default_words(argument))
        self._line.textEdited.connect(lambda _text: self.changed.emit())
        # the clear button tells of no edit
        self._line.textChanged.connect(lambda text: None if text else self.changed.emit())

    def value(self) -> Any:
        text = self._line.text()
        return None if text == "" else self._read(text)

    def set_value(self, value: Any) -> None:
        self.set_draft("" if value is None else self._write(value))

    def draft(self) -> str:
        return str(self._line.text())

    def set_draft(self, shown: Any) -> None:
        if shown != self._line.text():
            self._line.blockSignals(True)
            self._line.setText(shown)
            self._line.setCursorPosition(0)
            self._line.blockSignals(False)


class ChoiceInput(ArgumentInput):
    """A word of a closed list; its first entry leaves the argument out.

    Args:
        choices: What is shown, and the value it stands for.
    """

    def __init__(self, argument: Argument, parent: QWidget, choices: Sequence[tuple[str, Any]]) -> None:
        self._box = QComboBox(parent)
        super().__init__(argument, self._box)
        self._box.addItem(default_words(argument), None)
        for words, value in choices:
            self._box.addItem(words, value)
        self._box.activated.connect(lambda _row: self.changed.emit())
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)

    def value(self) -> Any:
        return self._box.currentData()

    def set_value(self, value: Any) -> None:
        row = next((row for row in range(self._box.count()) if self._box.itemData(row) == value), -1)
        if row < 0:  # a value that is none of the list is shown, so that its fault can be seen
            self._box.addItem(str(value), value)
            row = self._box.count() - 1
        self._box.setCurrentIndex(row)


class NameInput(ArgumentInput):
    """A name out of those that are known, or any other."""

    def __init__(self, argument: Argument, parent: QWidget) -> None:
        self._box = QComboBox(parent)
        super().__init__(argument, self._box)
        self._box.setEditable(True)
        self._box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self._box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._box.lineEdit().setPlaceholderText(default_words(argument))
        self._box.lineEdit().textEdited.connect(lambda _text: self.changed.emit())
        self._box.activated.connect(lambda _row: self.changed.emit())

    def value(self) -> Any:
        return self._box.currentText() or None

    def set_value(self, value: Any) -> None:
        text = "" if value is None else value if isinstance(value, str) else json.dumps(value)
        if text != self._box.currentText():
            self._box.setEditText(text)

    def set_options(self, options: Sequence[str]) -> None:
        shown = self._box.currentText()
        self._box.clear()
        self._box.addItems(list(options))
        self._box.setEditText(shown)


class NamesInput(ArgumentInput):
    """Several names out of those that are known."""

    def __init__(self, argument: Argument, parent: QWidget) -> None:
        self._box = QgsCheckableComboBox(parent)
        super().__init__(argument, self._box)
        self._box.setDefaultText(default_words(argument))
        self._box.checkedItemsChanged.connect(lambda _items: self.changed.emit())
        self._order: list[str] = []

    def value(self) -> Any:
        """Gives the names, those that were there in their order, new ones behind them."""
        checked = self._box.checkedItems()
        kept = [name for name in self._order if name in checked]
        return [*kept, *(name for name in checked if name not in kept)] or None

    def set_value(self, value: Any) -> None:
        names = [str(item) for item in value] if isinstance(value, list) else [] if value is None else [str(value)]
        self._order = names
        self._set(list(dict.fromkeys([*self._items(), *names])), names)

    def set_options(self, options: Sequence[str]) -> None:
        checked = self._box.checkedItems()
        self._set(list(dict.fromkeys([*options, *checked])), checked)

    def _items(self) -> list[str]:
        return [self._box.itemText(row) for row in range(self._box.count())]

    def _set(self, items: list[str], checked: Sequence[str]) -> None:
        self._box.blockSignals(True)
        self._box.clear()
        for name in items:
            state = Qt.CheckState.Checked if name in checked else Qt.CheckState.Unchecked
            self._box.addItemWithCheckState(name, state)
        self._box.blockSignals(False)


def default_words(argument: Argument) -> str:
    """Says what an argument is when it is left out."""
    if argument.required:
        return tr("required")
    if argument.left_out:
        return argument.left_out
    default = argument.type.encode(argument.default) if argument.default is not None else None
    if default in (None, [], {}):
        return tr("left out")
    shown = {True: tr("Yes"), False: tr("No")}[default] if isinstance(default, bool) else default
    words = shown if isinstance(shown, str) else json.dumps(shown, ensure_ascii=False)
    return tr("left out: {default}").format(default=words)
