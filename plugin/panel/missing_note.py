# SPDX-License-Identifier: GPL-2.0-or-later
"""What is missing on this machine, and how to get it; the rest works."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ..i18n import plural, tr

TALLEST_LINES = 7


class MissingNote(QFrame):
    """A note above the tabs; hidden where nothing is missing or it was put away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.commands = ""
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.words)
        scroll.setMaximumHeight(TALLEST_LINES * self.fontMetrics().lineSpacing())
        self.copy = self._button("/mActionEditCopy.svg", tr("Copy the commands"), self._copy)
        buttons = QVBoxLayout()
        buttons.addWidget(self._button("/mIconClose.svg", tr("Hide this note"), self.hide))
        buttons.addWidget(self.copy)
        buttons.addStretch(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 4, 4, 4)
        layout.addWidget(scroll, 1)
        layout.addLayout(buttons)
        self.setVisible(False)

    def show_missing(self, missing: list[dict[str, Any]]) -> None:
        """Lists what is missing, and each command that gets some of it once."""
        if not missing:
            self.hide()
            return
        count = len(missing)
        lines = [
            plural(
                "{n} package is missing; what does not need it works.",
                "{n} packages are missing; what needs none of them works.",
                count,
            )
        ]
        lines += [f"• {one.get('package')}: {one.get('needed_for')}" for one in missing]
        self.commands = "\n".join(dict.fromkeys(str(one.get("how")) for one in missing if one.get("how")))
        if self.commands:
            lines += [tr("To get them, type this in a terminal, then restart QGIS:"), self.commands]
        self.copy.setVisible(bool(self.commands))
        self.words.setText("\n".join(lines))
        self.setVisible(True)

    def _copy(self) -> None:
        QApplication.clipboard().setText(self.commands)

    def _button(self, icon: str, tip: str, act: Any) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(QgsApplication.getThemeIcon(icon))
        button.setAutoRaise(True)
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.clicked.connect(lambda checked=False: act())
        return button
