# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON as text that a person edits: read strictly, faults with their place."""

from __future__ import annotations

import json
from typing import Any

from qgis.PyQt.QtGui import QFontDatabase
from qgis.PyQt.QtWidgets import QPlainTextEdit, QWidget

from ..i18n import tr

LONGEST = 1 << 20


class NoJson(ValueError):
    """Text that is no JSON object; the text of the error says where and why."""


class JsonInput(QPlainTextEdit):
    """Edits one JSON object."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setAccessibleName(tr("Arguments as JSON"))

    def set_object(self, value: dict[str, Any]) -> None:
        """Shows an object; what is shown already stays as it is written."""
        try:
            if self.object() == value:
                return
        except NoJson:
            pass
        self.setPlainText(json_text(value))

    def object(self) -> dict[str, Any]:
        """Reads the object. Raises: NoJson."""
        return read_object(self.toPlainText())


def json_text(value: Any) -> str:
    """Writes a value as a person reads it: a key a line, short lists and objects on one."""
    if not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    lines = [f"  {json.dumps(key, ensure_ascii=False)}: {json.dumps(item, ensure_ascii=False)}"
             for key, item in value.items()]  # fmt: skip
    return "{\n" + ",\n".join(lines) + "\n}"


def read_object(text: str) -> dict[str, Any]:
    """Reads a JSON object, each key once, without NaN.

    Raises: NoJson.
    """
    if len(text) > LONGEST:
        raise NoJson(tr("The text is too long."))
    try:
        value = json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        raise NoJson(tr("Line {line}, column {column}: {why}").format(
            line=fault.lineno, column=fault.colno, why=fault.msg)) from None  # fmt: skip
    except RecursionError:
        raise NoJson(tr("Lists and objects are nested too deep.")) from None
    if not isinstance(value, dict):
        raise NoJson(tr("Arguments are an object: names and values in braces."))
    return value


def read_value(text: str) -> Any:
    """Reads any JSON value. Raises: NoJson."""
    found = read_object(f'{{"value": {text}\n}}')
    if set(found) != {"value"}:
        raise NoJson(tr("It is one value: a text in quotes, a number, a list or an object."))
    return found["value"]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    twice = next((key for place, key in enumerate(keys) if key in keys[:place]), None)
    if twice is not None:
        raise NoJson(tr('"{key}" stands twice.').format(key=twice))
    return dict(pairs)


def _no_constant(word: str) -> Any:
    raise NoJson(tr("{word} is no number of JSON.").format(word=word))
