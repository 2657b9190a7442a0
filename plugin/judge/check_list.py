# SPDX-License-Identifier: GPL-2.0-or-later
"""The checks of one output in words: likely causes and what failed first, then what could not run and what passed."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from qgis.PyQt.QtCore import QEvent
from qgis.PyQt.QtWidgets import QTextBrowser, QWidget

from ..i18n import marked, plural, tr, tr_marked
from .answers import CheckLine, Figure, OutputScore
from .inks import Inks, inks_of

# What checks ask, by name; the service says it in English.
ASKS = {
    "readable": marked("The file can be read"),
    "layer": marked("The layer is there"),
    "crs": marked("The CRS is the one asked for"),
    "envelope": marked("It lies where the reference lies"),
    "geometry_type": marked("Shapes are of the type asked for"),
    "multi": marked("Single or multi parts as asked for"),
    "dimension": marked("Z and M values as asked for"),
    "columns": marked("All columns are there"),
    "types": marked("Columns are of the types asked for"),
    "keys": marked("Every identifier stands once"),
    "order": marked("Rows are in order"),
    "rows": marked("No row is missing and none left over"),
    "values": marked("Values are within tolerance"),
    "geometry": marked("Shapes are within tolerance"),
    "predicates": marked("All conditions hold"),
    "transform": marked("Cells lie where they should"),
    "size": marked("Columns and rows as asked for"),
    "bands": marked("As many bands as asked for"),
    "dtype": marked("Cells are of the type asked for"),
    "nodata": marked("NoData is marked as asked for"),
    "mask": marked("NoData lies where it should"),
}


class CheckList(QTextBrowser):
    """Shows checks as a text that can be selected and copied."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._score: OutputScore | None = None
        self._notes: list[str] = []
        self.setOpenLinks(False)
        self.setAccessibleName(tr("Checks in words"))

    def fill(self, score: OutputScore | None, notes: Iterable[str] = ()) -> None:
        """Shows the checks of an output.

        Args:
            score: None for nothing.
            notes: Sentences that stand above all.
        """
        self._score, self._notes = score, list(notes)
        self._write()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802 (name of Qt)
        """Takes over the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._write()

    def _write(self) -> None:
        self.setHtml(checks_html(self._score, self._notes, inks_of(self.palette())) if self._score else "")


def checks_html(score: OutputScore, notes: Iterable[str], inks: Inks) -> str:
    """Writes the checks of an output; words of strangers are escaped."""
    parts = [f"<p><i>{escape(note)}</i></p>" for note in notes]
    parts += [f"<p><b>{escape(tr('Likely cause'))}:</b> {escape(cause)}</p>" for cause in score.diagnosis]
    if score.failed:
        count = len(score.failed)
        parts.append(_heading(plural("{n} check failed", "{n} checks failed", count)))
        parts += [_check(check, "✗", inks.bad) for check in score.failed]
    if score.not_run:
        parts.append(_heading(tr("Not run")))
        for one in score.not_run:
            names = ", ".join(map(asked, one.names))
            parts.append(f'<p style="color:{inks.quiet}">– {escape(names)}<br/>{escape(one.reason)}</p>')
    if score.passed:
        count = len(score.passed)
        parts.append(_heading(plural("{n} check passed", "{n} checks passed", count)))
        parts += [_check(check, "✓", inks.good) for check in score.passed]
    if score.figures:
        parts.append(_heading(tr("Figures")))
        parts.append(f"<table>{''.join(map(_figure, score.figures))}</table>")
    return "".join(parts)


def asked(name: str) -> str:
    """Says what a check asks."""
    return tr_marked(ASKS[name]) if name in ASKS else name


def _heading(text: str) -> str:
    return f"<h4>{escape(text)}</h4>"


def _figure(figure: Figure) -> str:
    return f"<tr><td>{escape(figure.name)}&nbsp;&nbsp;</td><td>{escape(figure.value)}</td></tr>"


def _check(check: CheckLine, sign: str, colour: str) -> str:
    asks = tr_marked(ASKS[check.name]) if check.name in ASKS else check.asks
    found = f"<br/>{escape(check.detail)}" if check.detail else ""
    return f'<p><b><span style="color:{colour}">{sign}</span> {escape(asks)}</b>{found}</p>'
