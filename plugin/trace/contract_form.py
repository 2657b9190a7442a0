# SPDX-License-Identifier: GPL-2.0-or-later
"""The contract of an output: filled in from its layer, changed by a person, written to a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt, QTimer
from qgis.PyQt.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from ..i18n import tr
from ..panel.messages import Messages
from .contract_columns import NAME, ROLE, TYPE, ContractColumns, WordDelegate
from .json_input import JsonInput, NoJson

Prefill = Callable[[str, Callable[[dict[str, Any]], None]], None]
Check = Callable[[dict[str, Any], Callable[[dict[str, Any]], None]], None]
LINES = ("file", "layer", "crs", "geometry_type")


class ContractForm(QDialog):
    """A window beside the others; what is typed in the form shows in the JSON and the other way round.

    Args:
        outputs: Files and layers that the steps made.
        prefill: Asks for the contract of one of them.
        check: Asks whether the scorer takes a contract.
        messages: Tells people.
    """

    def __init__(
        self, outputs: list[str], prefill: Prefill, check: Check, messages: Messages, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._check = check
        self.setWindowTitle(tr("Contract of an output"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._prefill = prefill
        self._messages = messages
        self._contract: dict[str, Any] = {}
        self.output = QComboBox(self)
        self.output.addItems(outputs)
        self.lines = {name: QLineEdit(self) for name in LINES}
        self.rationale = QPlainTextEdit(self)
        self.rationale.setTabChangesFocus(True)
        self.rationale.setPlaceholderText(
            tr("Why the tolerances are what they are: what a right alternative differs by, and what a wrong one does.")
        )
        self.columns = ContractColumns(self)
        self.table = self._table()
        self.json = JsonInput(self)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.setTextFormat(Qt.TextFormat.PlainText)
        self.problem.hide()
        self._build()
        self.resize(820, 620)
        self.output.currentTextChanged.connect(self._choose)
        if outputs:
            self._choose(self.output.currentText())

    def contract(self) -> dict[str, Any]:
        """Gives the contract as it is shown. Raises: NoJson."""
        return self.json.object()

    def _table(self) -> QTableView:
        table = QTableView(self)
        table.setModel(self.columns)
        table.setItemDelegateForColumn(TYPE, WordDelegate(table))
        table.setItemDelegateForColumn(ROLE, WordDelegate(table))
        table.verticalHeader().hide()
        table.setAlternatingRowColors(True)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        table.horizontalHeader().setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        table.setAccessibleName(tr("Columns of the output"))
        return table

    def _build(self) -> None:
        titles = {
            "file": tr("File"),
            "layer": tr("Layer"),
            "crs": tr("CRS"),
            "geometry_type": tr("Geometry type"),
        }
        form = QWidget(self)
        rows = QFormLayout(form)
        rows.addRow(tr("Output"), self.output)
        for name, line in self.lines.items():
            rows.addRow(titles[name], line)
            line.textEdited.connect(lambda _text: self._form_edited())
        rows.addRow(tr("Columns"), self.table)
        rows.addRow(tr("Rationale"), self.rationale)
        self.columns.edited.connect(self._form_edited)
        self.rationale.textChanged.connect(self._form_edited)
        self.json.textChanged.connect(self._json_edited)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(form)
        split.addWidget(self.json)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        roles = QDialogButtonBox.StandardButton
        buttons = QDialogButtonBox(roles.Save | roles.Close, self)
        copied = buttons.addButton(tr("Copy"), QDialogButtonBox.ButtonRole.ActionRole)
        copied.setIcon(QgsApplication.getThemeIcon("/mActionEditCopy.svg"))
        copied.clicked.connect(lambda: QgsApplication.clipboard().setText(self.json.toPlainText()))
        for role, text in ((roles.Save, tr("Save")), (roles.Close, tr("Close"))):
            buttons.button(role).setText(text)  # Qt's own words need a package that is not everywhere
        buttons.button(roles.Save).clicked.connect(self._save)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        layout.addWidget(split, 1)
        layout.addWidget(self.problem)
        layout.addWidget(buttons)

    def _choose(self, output: str) -> None:
        self.columns.forget()
        self._prefill(output, self._filled)

    def _filled(self, answer: dict[str, Any]) -> None:
        contract = answer.get("contract")
        if isinstance(contract, dict):
            self._contract = contract
            self._show_form()
            self._show_json()
            self._tell("\n".join(map(str, answer.get("problems") or [])))

    def _show_form(self) -> None:
        contract = self._contract
        for name, line in self.lines.items():
            text = str(contract.get(name) or "")
            line.setEnabled(name in contract or name in ("file", "layer"))
            if line.text() != text:
                line.setText(text)
        columns, keys = contract.get("columns"), contract.get("id_columns")
        self.table.setEnabled(isinstance(columns, dict))
        self.columns.show(columns if isinstance(columns, dict) else {}, keys if isinstance(keys, list) else [])
        text = str(contract.get("rationale") or "")
        if text != self.rationale.toPlainText():
            self.rationale.blockSignals(True)
            self.rationale.setPlainText(text)
            self.rationale.blockSignals(False)

    def _show_json(self) -> None:
        self.json.blockSignals(True)
        self.json.setPlainText(json.dumps(self._contract, ensure_ascii=False, indent=2))
        self.json.blockSignals(False)
        self._tell("")

    def _form_edited(self) -> None:
        changed = dict(self._contract)
        for name, line in self.lines.items():
            if line.text():
                changed[name] = line.text()
            elif name == "layer":
                changed.pop(name, None)
        if isinstance(self._contract.get("columns"), dict):
            changed["columns"], changed["id_columns"] = self.columns.columns(), self.columns.keys()
        changed["rationale"] = self.rationale.toPlainText()
        self._contract = changed
        self._show_json()

    def _json_edited(self) -> None:
        try:
            self._contract = self.json.object()
        except NoJson as fault:
            self._tell(str(fault))
            return
        self._tell("")
        self._show_form()

    def _tell(self, problem: str) -> None:
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _save(self) -> None:
        """Writes the contract as `score --contract` takes it."""
        try:
            contract = self.contract()
        except NoJson as fault:
            self._tell(str(fault))
            return
        if not str(contract.get("rationale") or "").strip():
            self._tell(tr("A contract needs its rationale; nothing was written."))
            self.rationale.setFocus()
            return
        name = Path(str(contract.get("file") or "output")).stem
        path, _ = QFileDialog.getSaveFileName(self, tr("Save the contract"), f"{name}.contract.json", "JSON (*.json)")
        if path:
            self._check(contract, lambda answer: self._checked(Path(path), contract, answer))

    def _checked(self, path: Path, contract: dict[str, Any], answer: dict[str, Any]) -> None:
        """Writes what the scorer would take; says what keeps it from that else."""
        problems = [str(problem) for problem in answer.get("problems") or []]
        if problems:
            self._tell("\n".join([tr("Nothing was written."), *problems]))
        else:
            self.write(path, contract)

    def write(self, path: Path, contract: dict[str, Any]) -> None:
        """Writes a contract to a file; tells how it went."""
        try:
            path.write_text(json.dumps(contract, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        except OSError as fault:
            self._tell(tr("{file} cannot be written: {why}").format(file=path.name, why=fault.strerror))
            return
        self._messages.success(tr("The contract was written to {path}.").format(path=path))
        QTimer.singleShot(0, self.close)
