# SPDX-License-Identifier: GPL-2.0-or-later
"""A score record as the log of a dialog shows it. Its words can come from a stranger's file, so they are escaped."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..scoring.record import Check, ScoreRecord

GOOD, BAD, QUIET = "#00695c", "#b3261e", "#5a6673"


def record_html(record: ScoreRecord) -> str:
    """Writes the verdict, a line per check, likely causes, rows and closeness."""
    failed = [check for check in record.checks if check.passed is False]
    verdict = "strict" if record.strict else f"not strict: {len(failed)} of {len(record.checks)} checks failed"
    lines = [f'<p><b style="color:{GOOD if record.strict else BAD}">{verdict}</b></p>', "<table>"]
    lines += [_row(check) for check in record.checks]
    lines.append("</table>")
    lines += [f"<p>Likely: {escape(cause.message)}</p>" for cause in record.diagnosis]
    if record.rows is not None:
        rows = record.rows
        pairs = f"{rows.matched} of {rows.reference} rows are paired (by {rows.stage})"
        lines.append(f"<p>{pairs}; the output has {rows.output}.</p>")
    lines.append(f"<p>Quantitative closeness {record.closeness.quantitative:.4g}</p>")
    return "".join(lines)


def _row(check: Check) -> str:
    word, colour = {True: ("passed", GOOD), False: ("failed", BAD)}.get(check.passed, ("not run", QUIET))
    cells = (f'<td style="color:{colour}">{word}</td>', f"<td>{check.name}</td>", f"<td>{escape(check.detail)}</td>")
    return f"<tr>{''.join(cells)}</tr>"
