# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks whether a call may be made."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ..i18n import tr
from ..panel.plain_text import plain_tip
from .step_page import argument_text

LONGEST, LONGEST_TIP = 400, 8000


class ApprovalBar(QFrame):
    """Shows the call that waits; hidden while none does."""

    approved = pyqtSignal()
    refused = pyqtSignal(str)
    """With the reason, which the agent is told."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.reason = QLineEdit(self)
        self.reason.setPlaceholderText(tr("Reason, if you refuse; the agent is told"))
        self.reason.setAccessibleName(tr("Reason"))
        self.yes = QPushButton(QgsApplication.getThemeIcon("/mIconSuccess.svg"), tr("Approve"), self)
        self.yes.setToolTip(tr("Makes this call"))
        self.no = QPushButton(QgsApplication.getThemeIcon("/mIconClearText.svg"), tr("Refuse"), self)
        self.no.setToolTip(tr("Does not make this call, and tells the agent why"))
        row = QHBoxLayout()
        row.addWidget(self.reason, 1)
        row.addWidget(self.yes)
        row.addWidget(self.no)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.words)
        layout.addLayout(row)
        self.yes.clicked.connect(lambda: self._answer(True))
        self.no.clicked.connect(lambda: self._answer(False))
        self.reason.returnPressed.connect(lambda: self._answer(False))
        self.setVisible(False)

    def ask(self, call: dict[str, Any]) -> None:
        """Shows a call and waits for an answer, without stopping anything else."""
        arguments = call.get("arguments")
        named = arguments if isinstance(arguments, dict) else {"": arguments}
        told = ", ".join(f"{name}: {argument_text(value)}" for name, value in named.items())
        shown = told if len(told) <= LONGEST else f"{told[:LONGEST]}…"
        words = tr("The agent asks for {tool} with {arguments}")
        self.words.setText(words.format(tool=call.get("api"), arguments=shown))
        self.words.setToolTip(plain_tip(told[:LONGEST_TIP]) if shown != told else "")
        self.reason.clear()
        self.setVisible(True)
        if self.parentWidget() is not None and self.parentWidget().isAncestorOf(QApplication.focusWidget()):
            self.yes.setFocus()  # never away from the map, where a key would approve by accident

    def _answer(self, is_approved: bool) -> None:
        if not self.isVisible():
            return
        self.setVisible(False)
        if is_approved:
            self.approved.emit()
        else:
            self.refused.emit(self.reason.text().strip())
