# SPDX-License-Identifier: GPL-2.0-or-later
"""The verdict in words: right or wrong, by how many checks, and the figures; which output is looked at."""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QSize, Qt, pyqtSignal
from qgis.PyQt.QtGui import QIcon
from qgis.PyQt.QtWidgets import QComboBox, QGridLayout, QLabel, QProgressBar, QSizePolicy, QWidget

from ...headless.report.value_words import share_words
from ..i18n import plural, tr
from .answers import OutputScore, Score

ICON = QSize(24, 24)
RIGHT, WRONG, UNKNOWN = "/mTaskComplete.svg", "/mIconWarning.svg", "/mIconInfo.svg"


class VerdictBox(QWidget):
    """Says what came of a result."""

    output_chosen = pyqtSignal(int)
    """Place of an output in the score."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = QLabel(self)
        self._verdict = plain_label(self)
        font = self._verdict.font()
        font.setBold(True)
        self._verdict.setFont(font)
        self._figures = plain_label(self)
        self._outputs = QComboBox(self)
        self._outputs.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._outputs.setMinimumContentsLength(12)
        self._outputs.setToolTip(tr("Output that is looked at"))
        self._outputs.setAccessibleName(tr("Output that is looked at"))
        self._outputs.activated.connect(self.output_chosen.emit)
        self._busy = QProgressBar(self)
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.setMaximumHeight(6)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(self._icon, 0, 0, 2, 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._verdict, 0, 1)
        grid.addWidget(self._figures, 1, 1)
        grid.addWidget(self._outputs, 2, 0, 1, 2)
        grid.addWidget(self._busy, 3, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self.show_words(tr("Choose an episode, a trace or a file to judge."))

    def show_words(self, verdict: str, more: str = "", is_busy: bool = False, is_fault: bool = False) -> None:
        """Shows words instead of a verdict.

        Args:
            is_busy: Whether something is going on.
            is_fault: Whether the words say what went wrong.
        """
        self._set_icon(WRONG if is_fault else UNKNOWN)
        self._verdict.setText(verdict)
        self._figures.setText(more)
        self._figures.setVisible(bool(more))
        self._outputs.clear()
        self._outputs.hide()
        self._busy.setVisible(is_busy)

    def show_score(self, score: Score, shown: int) -> None:
        """Shows a score.

        Args:
            shown: Place of the output that is looked at.
        """
        self._busy.hide()
        self._set_icon(UNKNOWN if score.strict is None else RIGHT if score.strict else WRONG)
        self._verdict.setText(verdict_words(score))
        more = figure_words(score, shown)
        self._figures.setText(more)
        self._figures.setVisible(bool(more))
        self._outputs.clear()
        for output in score.outputs:
            self._outputs.addItem(output_icon(output), output.label)
        self._outputs.setCurrentIndex(shown)
        self._outputs.setVisible(len(score.outputs) > 1)

    def set_busy(self, is_busy: bool) -> None:
        """Shows that something is going on, or that it has ended."""
        self._busy.setVisible(is_busy)

    @property
    def words(self) -> str:
        """The verdict that is shown."""
        return self._verdict.text()

    def _set_icon(self, name: str) -> None:
        self._icon.setPixmap(QgsApplication.getThemeIcon(name).pixmap(ICON))


def verdict_words(score: Score) -> str:
    """Says whether a result is right, and by how many checks."""
    if score.strict is None:
        return tr("Not judged")
    failed = sum(len(output.failed) for output in score.outputs)
    asked = failed + sum(len(output.passed) for output in score.outputs)
    asked += sum(len(one.names) for output in score.outputs for one in output.not_run)
    if score.strict:
        return plural("Right: the one check passed", "Right: all {n} checks passed", asked)
    absent = [output.label for output in score.outputs if output.strict is None]
    if not failed and absent:
        return tr("Wrong: {files} was not written").format(files=", ".join(absent))
    return plural("Wrong: {failed} of {n} check failed", "Wrong: {failed} of {n} checks failed", asked, failed=failed)


def figure_words(score: Score, shown: int) -> str:
    """Says how near it came: the closeness of all outputs, then what the scorer says of the one that is shown."""
    parts = [score.message] if score.message else []
    if score.quantitative is not None:
        parts.append(tr("Quantitative closeness {share}").format(share=share_words(score.quantitative)))
    rows = [figure for figure in score.outputs[shown].figures if figure.name == "Rows"] if score.outputs else []
    parts += [tr("Rows: {words}").format(words=figure.value) for figure in rows]
    return "\n".join(parts)


def output_icon(output: OutputScore) -> QIcon:
    """Returns the sign of an output: right, wrong, or not judged."""
    name = UNKNOWN if output.strict is None else RIGHT if output.strict else WRONG
    return QgsApplication.getThemeIcon(name)


def plain_label(parent: QWidget) -> QLabel:
    """Makes a label that wraps, can be copied, and shows the words of strangers as they are."""
    label = QLabel(parent)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
    return label
