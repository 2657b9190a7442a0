# SPDX-License-Identifier: GPL-2.0-or-later
"""What is missing on this machine, and how to get it; the rest works."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QToolButton, QWidget

from ..i18n import plural, tr

TALLEST_LINES = 7


class MissingNote(QFrame):
    """A note above the tabs; hidden where nothing is missing or it was put away."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.words = QLabel(self)
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidget(self.words)
        scroll.setMaximumHeight(TALLEST_LINES * self.fontMetrics().lineSpacing())
        away = QToolButton(self)
        away.setIcon(QgsApplication.getThemeIcon("/mIconClose.svg"))
        away.setAutoRaise(True)
        away.setToolTip(tr("Hide this note"))
        away.setAccessibleName(tr("Hide this note"))
        away.clicked.connect(lambda checked=False: self.setVisible(False))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(6, 4, 4, 4)
        layout.addWidget(scroll, 1)
        layout.addWidget(away, 0, Qt.AlignmentFlag.AlignTop)
        self.setVisible(False)

    def show_missing(self, missing: list[dict[str, Any]]) -> None:
        """Lists what is missing: each way to get something once, with all that it brings."""
        if not missing:
            return
        lines = [
            plural("{n} package is missing; the rest works.", "{n} packages are missing; the rest works.", len(missing))
        ]
        lines += [f"• {one.get('package')}: {one.get('needed_for')}" for one in missing]
        lines += dict.fromkeys(str(one.get("how")) for one in missing if one.get("how"))
        self.words.setText("\n".join(lines))
        self.setVisible(True)
