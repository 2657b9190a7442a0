# SPDX-License-Identifier: GPL-2.0-or-later
"""A form of a tool's arguments, made from its specification."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any

from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QFormLayout, QLabel, QScrollArea, QSizePolicy, QWidget

from ...processing_provider.help_text import shown_name
from ...tools.declaration.errors import ToolError
from ...tools.declaration.spec import ToolSpec
from ..i18n import tr
from .argument_inputs import ArgumentInput
from .input_choice import argument_input
from .json_input import NoJson
from .known_names import Handles, options_for
from .trace_step import sentences


class ArgumentForm(QScrollArea):
    """One row for each argument; faults stand below what they are about."""

    edited = pyqtSignal()
    """A person has changed a value."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self._inputs: dict[str, ArgumentInput] = {}
        self._faults: dict[str, QLabel] = {}
        self._given: dict[str, Any] = {}
        self._begun: dict[str, Any] = {}
        self._handles: Handles = {}

    def show_tool(self, spec: ToolSpec | None) -> None:
        """Builds the rows of a tool; nothing for one that does not exist."""
        body = QWidget()
        rows = QFormLayout(body)
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self._inputs, self._faults = {}, {}
        for argument in spec.arguments if spec is not None else ():
            made = argument_input(argument, body)
            made.widget.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            made.widget.setToolTip(argument.help)
            label = QLabel(shown_name(argument.name) + (" *" if argument.required else ""), body)
            label.setToolTip(argument.help)
            label.setBuddy(made.widget)
            rows.addRow(label, made.widget)
            fault = QLabel(body)
            fault.setWordWrap(True)
            fault.setTextFormat(Qt.TextFormat.PlainText)
            fault.hide()
            rows.addRow(fault)
            made.changed.connect(self._edited)
            self._inputs[argument.name], self._faults[argument.name] = made, fault
        if spec is None:
            rows.addRow(QLabel(tr("There is no such tool; its arguments stand under JSON."), body))
        self.setWidget(body)

    def show_values(self, values: Mapping[str, Any], handles: Handles) -> None:
        """Shows the arguments of a call.

        Args:
            handles: Layers before the step.
        """
        self._handles = handles
        self._given = dict(values)
        for name, made in self._inputs.items():
            made.set_value(values.get(name))
        self._begun = self.draft()
        self._offer(values)

    def values(self) -> dict[str, Any]:
        """Gives the arguments; what nobody touched, or has no row, is as it was given.

        Raises: NoJson, which names the argument.
        """
        found = dict(self._given)
        for name, made in self._inputs.items():
            if made.draft() == self._begun.get(name):
                continue
            try:
                value = made.value()
            except NoJson as fault:
                raise NoJson(f"{name}: {fault}") from None
            if value is None:
                found.pop(name, None)
            else:
                found[name] = value
        return found

    def draft(self) -> dict[str, Any]:
        """Gives what each row shows, whether a value can be read from it or not."""
        return {name: made.draft() for name, made in self._inputs.items()}

    def show_draft(self, shown: Mapping[str, Any]) -> None:
        """Shows what `draft` gave, after the values from which it was begun."""
        for name, made in self._inputs.items():
            made.set_draft(shown[name])
        with contextlib.suppress(NoJson):  # told by the check
            self._offer(self.values())

    def show_faults(self, faults: list[ToolError]) -> list[ToolError]:
        """Shows faults below their arguments. Returns: Those that have no row."""
        for label in self._faults.values():
            label.hide()
        left = []
        for fault in faults:
            row = self._faults.get(fault.argument.partition("[")[0].partition(".")[0])
            if row is None:
                left.append(fault)
            else:
                row.setText(f"⚠ {sentences(fault.sentence, fault.hint)}")
                row.show()
        return left

    def _edited(self) -> None:
        with contextlib.suppress(NoJson):  # whoever hears of the edit reads the values and tells of it
            self._offer(self.values())
        self.edited.emit()

    def _offer(self, values: Mapping[str, Any]) -> None:
        for made in self._inputs.values():
            options = options_for(made.argument.type, values, self._handles)
            if options is not None:
                made.set_options(options)
