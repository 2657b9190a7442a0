# SPDX-License-Identifier: GPL-2.0-or-later
"""Steps of reference and agent beside each other, the first divergence marked, and the arguments of the chosen pair."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import escape
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from qgis.PyQt.QtGui import QFont
from qgis.PyQt.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSplitter,
    QTableView,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from ..i18n import tr
from ..panel.plain_text import plain_tip
from .answers import Step, StepComparison, StepPair
from .inks import Inks, inks_of
from .verdict_box import plain_label

HERE, DIFFERENT = "▶", "≠"
SIGNS = {
    "same": "=",
    "differs": DIFFERENT,
    "follows": "≈",
    "missing": "−",
    "extra": "+",
    "unused": "·",
    "inspects": "·",
    "failed": "✗",
}
QUIET_KINDS = ("unused", "inspects", "failed")
LONGEST_VALUE = 300
Role = Qt.ItemDataRole


class StepsModel(QAbstractTableModel):
    """Aligned steps as rows: a sign, the reference, the agent."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[StepPair] = []
        self.first: int | None = None

    def show(self, comparison: StepComparison | None) -> None:
        """Takes over aligned steps."""
        self.beginResetModel()
        self._rows = comparison.rows if comparison else []
        self.first = comparison.first_divergence if comparison else None
        self.endResetModel()

    def pair(self, row: int) -> StepPair | None:
        """Returns the steps of a row; None where there is no such row."""
        return self._rows[row] if 0 <= row < len(self._rows) else None

    def rowCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: N802, B008 (as Qt has it)
        """Returns the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: QModelIndex = QModelIndex()) -> int:  # noqa: N802, B008 (as Qt has it)
        """Returns the number of columns."""
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:  # noqa: N802
        """Returns the words over a column."""
        if role != Role.DisplayRole or orientation != Qt.Orientation.Horizontal:
            return None
        return ("", tr("Reference"), tr("Agent"))[section]

    def data(self, index: QModelIndex, role: int = Role.DisplayRole) -> Any:
        """Returns what a cell shows."""
        pair = self.pair(index.row())
        if pair is None:
            return None
        is_first = index.row() == self.first
        if role == Role.DisplayRole:
            sign = SIGNS.get(pair.kind, "")
            return (f"{HERE} {sign}" if is_first else sign, step_text(pair.reference), step_text(pair.agent))[
                index.column()
            ]
        if role == Role.TextAlignmentRole and index.column() == 0:
            return Qt.AlignmentFlag.AlignCenter
        if role == Role.ToolTipRole:
            return tr("First divergence") if is_first else plain_tip(pair.why)
        if role == Role.DecorationRole and index.column() == 2 and pair.agent is not None and pair.agent.error:
            return QgsApplication.getThemeIcon("/mIconWarning.svg")
        if role == Role.FontRole and (is_first or pair.kind in QUIET_KINDS):
            font = QFont()
            font.setBold(is_first)
            font.setItalic(not is_first)
            return font
        return None


class StepList(QWidget):
    """Two aligned lists of steps."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._comparison: StepComparison | None = None
        self.model = StepsModel(self)
        self._words = plain_label(self)
        self.view = QTableView(self)
        self.view.setModel(self.model)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setTabKeyNavigation(False)
        self.view.setWordWrap(False)
        self.view.setAccessibleName(tr("Steps of reference and agent"))
        self.view.verticalHeader().setVisible(False)
        self.view.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = self.view.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.view.selectionModel().currentRowChanged.connect(self._chosen)
        self.detail = QTextBrowser(self)
        self.detail.setOpenLinks(False)
        self.detail.setAccessibleName(tr("Arguments of the chosen steps"))
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.addWidget(self.view)
        splitter.addWidget(self.detail)
        splitter.setStretchFactor(0, 3)
        splitter.setStretchFactor(1, 2)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._words)
        layout.addWidget(splitter, 1)

    def fill(self, comparison: StepComparison) -> None:
        """Shows aligned steps and goes to the first divergence."""
        self._comparison = comparison
        self._words.setText(comparison.sentence)
        self.model.show(comparison)
        first = comparison.first_divergence
        self.view.selectRow(first if first is not None else 0)

    def show_words(self, words: str) -> None:
        """Shows words instead of steps."""
        self._comparison = None
        self._words.setText(words)
        self.model.show(None)
        self.detail.clear()

    @property
    def words(self) -> str:
        """What stands above the steps."""
        return self._words.text()

    def _chosen(self, current: QModelIndex, _previous: QModelIndex) -> None:
        pair = self.model.pair(current.row()) if current.isValid() else None
        if pair is None:
            self.detail.clear()
            return
        inks = inks_of(self.detail.palette())
        whole = whole_html(self._comparison) if self._comparison is not None else ""
        self.detail.setHtml(pair_html(pair, current.row() == self.model.first, inks) + whole)


def step_text(step: Step | None) -> str:
    """Writes a step in short."""
    return "" if step is None else f"{step.number} {step.api}"


def pair_html(pair: StepPair, is_first: bool, inks: Inks) -> str:
    """Writes the arguments of two steps beside each other; those that differ are bold and carry a sign."""
    parts = [f"<p><b>{HERE} {escape(tr('First divergence'))}</b></p>"] if is_first else []
    if pair.why:
        parts.append(f"<p>{escape(pair.why)}</p>")
    if pair.agent is not None and pair.agent.error:
        refused = tr("Refused: {why}").format(why=pair.agent.error)
        parts.append(f'<p style="color:{inks.bad}">{escape(refused)}</p>')
    head = "".join(f"<th align='left'>{escape(word)}&nbsp;</th>" for word in ("", tr("Reference"), tr("Agent")))
    rows = "".join(_row(*row) for row in argument_rows(pair))
    return "".join(parts) + f"<table cellpadding='2'><tr>{head}</tr>{rows}</table>"


def whole_html(comparison: StepComparison) -> str:
    """Writes what all steps together tell: why it failed, what is remarkable, figures."""
    sentences = [one.value for one in comparison.mechanisms] + comparison.notes
    parts = [f"<li>{escape(sentence)}</li>" for sentence in sentences]
    told = f"<h4>{escape(tr('All steps together'))}</h4>" if parts or comparison.figures else ""
    told += f"<ul>{''.join(parts)}</ul>" if parts else ""
    rows = "".join(f"<tr><td>{escape(one.name)}&nbsp;&nbsp;</td><td>{escape(one.value)}</td></tr>"
                   for one in comparison.figures)  # fmt: skip
    return f"{told}<table>{rows}</table>" if rows else told


def argument_rows(pair: StepPair) -> Iterator[tuple[str, str, str, bool]]:
    """Yields name, value of the reference, value of the agent, and whether they differ."""
    sides = [step.arguments if step else {} for step in pair[:2]]
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        values = [value_text(side[name]) if name in side else "–" for side in sides]
        yield name, values[0], values[1], name in pair.differing


def value_text(value: Any) -> str:
    """Writes an argument: texts as they are, everything else as JSON, cut where it is long."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _row(name: str, reference: str, agent: str, differs: bool) -> str:
    mark, start, end = (f"{DIFFERENT} ", "<b>", "</b>") if differs else ("", "", "")
    cells = "".join(f"<td>{start}{escape(text)}{end}&nbsp;</td>" for text in (mark + name, reference, agent))
    return f"<tr>{cells}</tr>"
