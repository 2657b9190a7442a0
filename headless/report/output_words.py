# SPDX-License-Identifier: GPL-2.0-or-later
"""One output of an episode as the report shows it: verdict, checks, closeness, worst rows, maps, contract."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...scoring.record import Check, Closeness, RowScore, ScoreRecord, WorstRow
from .check_words import CHECKS, STAGES
from .contract_words import ColumnWords, Contract, Term, contract_columns, contract_terms
from .picture import Picture
from .table_preview import TablePreview
from .value_words import share_words, value_words


@dataclass
class CheckView:
    """One check: what it asks, and what was found."""

    name: str
    asks: str
    detail: str


@dataclass
class WorstView:
    """One row or cell that is wrong."""

    key: str
    column: str
    expected: str
    found: str
    location: str


@dataclass
class OutputView:
    """One output.

    Args:
        label: Its file, with the layer where a file holds several outputs.
        strict: None where it was not judged.
        not_run: Names of checks that could not run, by the reason.
        pictures: Reference, output, difference.
    """

    label: str
    kind: str
    strict: bool | None = None
    failed: list[CheckView] = field(default_factory=list)
    not_run: list[tuple[str, list[str]]] = field(default_factory=list)
    passed: list[CheckView] = field(default_factory=list)
    diagnosis: list[str] = field(default_factory=list)
    figures: list[Term] = field(default_factory=list)
    worst: list[WorstView] = field(default_factory=list)
    pictures: list[Picture] = field(default_factory=list)
    preview: TablePreview | None = None
    terms: list[Term] = field(default_factory=list)
    columns: list[ColumnWords] = field(default_factory=list)
    rationale: str = ""


def output_view(contract: Contract | None, label: str, record: ScoreRecord | None) -> OutputView:
    """Returns an output for the page, without its pictures.

    Args:
        contract: None where the pack does not give it.
        record: None where the output was not judged.
    """
    view = OutputView(label, contract.kind if contract else "")
    if contract is not None:
        view.terms, view.columns = contract_terms(contract), contract_columns(contract)
        view.rationale = " ".join(contract.rationale.split())
    if record is not None:
        view.strict = record.strict
        view.failed = [_check(check) for check in record.checks if check.passed is False]
        view.not_run = _not_run(record.checks)
        view.passed = [_check(check) for check in record.checks if check.passed]
        view.diagnosis = [diagnosis.message for diagnosis in record.diagnosis]
        view.figures = [*_row_figures(record.rows), *_closeness_figures(record.closeness)]
        view.worst = [_worst(row, record.location_crs) for row in record.worst_rows]
    return view


def _not_run(checks: list[Check]) -> list[tuple[str, list[str]]]:
    reasons: dict[str, list[str]] = {}
    for check in checks:
        if check.passed is None:
            reasons.setdefault(check.detail.replace("Not run: ", "Because "), []).append(check.name)
    return list(reasons.items())


def _check(check: Check) -> CheckView:
    return CheckView(check.name, CHECKS.get(check.name, check.name), check.detail)


def _row_figures(rows: RowScore | None) -> list[Term]:
    if rows is None:
        return []
    paired = f"{rows.matched} of {rows.reference} expected, {rows.output} found, paired {STAGES[rows.stage]}"
    return [
        Term("Rows", f"{paired}. {rows.note}".strip()),
        Term("Precision, recall, F1", ", ".join(map(share_words, (rows.precision, rows.recall, rows.f1)))),
    ]


def _closeness_figures(closeness: Closeness) -> list[Term]:
    parts = {
        "Quantitative closeness": closeness.quantitative,
        "Numbers": closeness.numeric,
        "Classes": closeness.categorical,
        "Shapes that correspond (F1)": closeness.entity_f1,
        "Cells that agree": closeness.raster,
    }
    terms = [Term(name, share_words(value)) for name, value in parts.items() if value is not None]
    shown = [(name, column) for name, column in closeness.columns.items() if column.within_tolerance < 1]
    for name, column in shown:
        within = f"{share_words(column.within_tolerance)} of the values within tolerance"
        terms.append(Term(f"Column {name}", f"closeness {share_words(column.closeness)}, {within}"))
    return terms


def _worst(row: WorstRow, crs: str | None) -> WorstView:
    location = ", ".join(f"{part:.10g}" for part in row.location) if row.location else ""
    location += f" in {crs}" if location and crs else ""
    if row.column != "row":
        return WorstView(row.key, row.column, value_words(row.expected), value_words(row.found), location)
    if row.expected is not None and row.found is not None:
        return WorstView(row.key, "whole row", str(row.expected), str(row.found), location)
    expected, found = ("a row", "none") if row.expected is not None else ("none", "a row")
    return WorstView(row.key, "whole row", expected, found, location)
