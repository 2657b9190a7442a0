# SPDX-License-Identifier: GPL-2.0-or-later
"""Words of a stranger that Qt would take for HTML, and where a window shows any as such."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

WORDS = "<img src='file:///a.png'><a href='file:///b'>go</a> & more"
# Keys by which the window goes; everything else that is a text is shown.
KEYS = {
    *("folder", "id", "family", "area", "kind", "event", "notice", "session", "state", "outcome", "file", "type"),
    *("api", "path", "handle", "sublayer", "crs", "name", "role", "bites", "code", "severity", "argument", "at"),
}


def poisoned(value: Any, key: str = "") -> Any:
    """Returns an answer of the service in which all texts that are shown end with the words of a stranger."""
    if isinstance(value, dict):
        return {name: poisoned(part, name) for name, part in value.items()}
    if isinstance(value, list):
        return [poisoned(part, key) for part in value]
    return f"{value} {WORDS}" if isinstance(value, str) and key not in KEYS else value


def taken_for_html(window: Any) -> list[str]:
    """Lists what the widgets of a window take for HTML that a stranger has written."""
    from qgis.PyQt.QtWidgets import QAbstractItemView, QLabel, QTextEdit, QWidget

    found = []
    for widget in window.findChildren(QWidget):
        what = f"{type(widget).__name__} {widget.objectName()}"
        found += [f"tool tip of {what}: {widget.toolTip()}"] if _is_html(widget.toolTip()) else []
        if isinstance(widget, QLabel) and WORDS in widget.text() and not _shows_plain(widget):
            found.append(f"label {what}: {widget.text()}")
        if isinstance(widget, QTextEdit):
            html = widget.toHtml()
            found += [f"{mark} in {what}" for mark in ("<img", "<a ") if mark in html]
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found += [f"tool tip in {what}: {tip}" for tip in _tips(widget.model()) if _is_html(tip)]
    return found


def places_of(window: Any) -> set[str]:
    """Names the kinds of places in which the words of a stranger stand as they are."""
    from qgis.PyQt.QtWidgets import QAbstractItemView, QLabel, QTextEdit, QWidget

    found = set()
    for widget in window.findChildren(QWidget):
        if isinstance(widget, QLabel) and WORDS in widget.text():
            found.add("label")
        if isinstance(widget, QTextEdit) and WORDS in widget.toPlainText():
            found.add("page")
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            found |= {"tool tip" for tip in _tips(widget.model()) if "&lt;img" in tip}
    return found


def _is_html(tip: str) -> bool:
    return "<img" in tip or "<a " in tip


def _shows_plain(label: Any) -> bool:
    from qgis.PyQt.QtCore import Qt

    return bool(label.textFormat() == Qt.TextFormat.PlainText)


def _tips(model: Any, parent: Any = None) -> Iterator[str]:
    from qgis.PyQt.QtCore import QModelIndex, Qt

    parent = QModelIndex() if parent is None else parent
    for row in range(model.rowCount(parent)):
        for column in range(model.columnCount(parent)):
            index = model.index(row, column, parent)
            yield str(index.data(Qt.ItemDataRole.ToolTipRole) or "")
            if column == 0 and model.rowCount(index):
                yield from _tips(model, index)
