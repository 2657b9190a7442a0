# SPDX-License-Identifier: GPL-2.0-or-later
"""The first rows of an output table beside those of its reference."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from ...scoring.row_state import RowState
from ...scoring.source_file import Unreadable
from ...scoring.vector_reading import LayerMissing, read_contract_rows
from ...tasks.contract import TableOutput, VectorOutput
from .value_words import value_words

ROWS_SHOWN = 10
MOST_BYTES = 50_000_000


@dataclass
class PreviewCell:
    """One value; `expected` is the reference's where that is another one."""

    text: str
    expected: str | None = None


@dataclass
class PreviewRow:
    """One row: paired with the reference, missing from the output, or extra in it."""

    kind: Literal["paired", "missing", "extra"]
    cells: list[PreviewCell]


@dataclass
class TablePreview:
    """Rows to show, of how many.

    Args:
        columns: Names of the columns, and whether they hold numbers.
    """

    columns: list[tuple[str, bool]]
    rows: list[PreviewRow]
    output_rows: int
    reference_rows: int


def table_preview(contract: TableOutput | VectorOutput, reference: Path, output: Path) -> TablePreview | None:
    """Reads the first rows of an output, in the order of the reference.

    Returns: None where a side cannot be read, or is too large to be read for a glance.
    """
    if (
        not (output.is_file() and reference.is_file())
        or max(output.stat().st_size, reference.stat().st_size) > MOST_BYTES
    ):
        return None
    try:
        state = RowState(contract, read_contract_rows(reference, contract), read_contract_rows(output, contract))
    except (Unreadable, LayerMissing):
        return None
    partner = dict(zip(state.pairs.reference.tolist(), state.pairs.output.tolist(), strict=True))
    rows = [_row(state, row, partner.get(row)) for row in range(min(ROWS_SHOWN, state.reference.count))]
    extra = state.pairs.unmatched_output(state.output.count).tolist()
    rows += [_extra_row(state, row) for row in extra[: ROWS_SHOWN - len(rows)]]
    columns = [(name, column.is_number) for name, column in contract.columns.items()]
    return TablePreview(columns, rows, state.output.count, state.reference.count)


def _row(state: RowState, row: int, partner: int | None) -> PreviewRow:
    names = list(state.contract.columns)
    expected = [value_words(state.reference.columns[name].python_value(row)) for name in names]
    if partner is None:
        return PreviewRow("missing", [PreviewCell(text) for text in expected])
    judged = {int(state.pairs.reference[place]): index for index, place in enumerate(state.free)}
    return PreviewRow(
        "paired",
        [_cell(state, name, partner, judged.get(row), text) for name, text in zip(names, expected, strict=True)],
    )


def _cell(state: RowState, name: str, partner: int, judged: int | None, expected: str) -> PreviewCell:
    if name not in state.output.columns:
        return PreviewCell("no such column", expected)
    text = value_words(state.output.columns[name].python_value(partner))
    gaps = state.value_gaps.get(name)
    is_wrong = gaps is not None and judged is not None and bool(gaps.wrong[judged])
    return PreviewCell(text, expected if is_wrong else None)


def _extra_row(state: RowState, row: int) -> PreviewRow:
    columns = state.output.columns
    texts = [value_words(columns[name].python_value(row)) if name in columns else "" for name in state.contract.columns]
    return PreviewRow("extra", [PreviewCell(text) for text in texts])
