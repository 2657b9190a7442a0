# SPDX-License-Identifier: GPL-2.0-or-later
"""Which input fits the type of an argument."""

from __future__ import annotations

import json
from typing import Any

from qgis.PyQt.QtWidgets import QWidget

from ...tools.declaration.spec import Argument
from ...tools.declaration.structured_types import ListType
from ...tools.declaration.value_types import BooleanType, ChoiceType, FieldType, LayerType, NumberType, TextType
from ..i18n import tr
from .argument_inputs import ArgumentInput, ChoiceInput, LineInput, NameInput, NamesInput
from .json_input import NoJson, read_value


def argument_input(argument: Argument, parent: QWidget) -> ArgumentInput:
    """Makes the input that fits an argument."""
    made = argument.type
    if isinstance(made, BooleanType):
        return ChoiceInput(argument, parent, [(tr("Yes"), True), (tr("No"), False)])
    if isinstance(made, ChoiceType):
        return ChoiceInput(argument, parent, [(str(choice), choice) for choice in made.choices])
    if isinstance(made, (LayerType, FieldType)):
        return NameInput(argument, parent)
    if isinstance(made, NumberType):
        return LineInput(argument, parent, _number, json.dumps)
    if isinstance(made, TextType):
        return LineInput(argument, parent, str, lambda value: value if isinstance(value, str) else json.dumps(value))
    if isinstance(made, ListType) and isinstance(made.item, (LayerType, FieldType, ChoiceType)):
        names = NamesInput(argument, parent)
        if isinstance(made.item, ChoiceType):
            names.set_options([str(choice) for choice in made.item.choices])
        return names
    return LineInput(argument, parent, read_value, lambda value: json.dumps(value, ensure_ascii=False))


def _number(text: str) -> Any:
    """Reads a number; what is none stays text, of which the validator tells."""
    try:
        value = read_value(text.strip())
    except NoJson:
        return text
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else text
