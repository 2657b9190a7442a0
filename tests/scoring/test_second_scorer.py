# SPDX-License-Identifier: GPL-2.0-or-later
"""The scorer against a second one of plain loops: verdict, first failing check, stage and number of pairs.

The long run is `python -m pytest -m slow -s tests/scoring/test_second_scorer.py`.
"""

from __future__ import annotations

import pytest

from .second_scorer.made_cells import cell_cases
from .second_scorer.made_rows import row_cases
from .second_scorer.tally import Tally, tally_of

LEAST_SHARE = 0.3
FAILING_ROWS = {
    "crs", "envelope", "geometry_type", "multi", "dimension", "columns", "types", "keys", "order", "rows", "values",
    "geometry", "predicates",
}  # fmt: skip
FAILING_CELLS = {"crs", "transform", "size", "bands", "dtype", "nodata", "mask", "values"}
STAGES = {"id_columns", "geometry", "unique_column", "assignment"}


def assert_agreement(tally: Tally, least_share: float) -> None:
    """Both scorers say the same, and both verdicts are frequent enough to mean something."""
    assert len(tally.disagreements) == 0, tally.text()
    assert least_share <= tally.strict_share <= 1 - least_share, tally.text()


def test_rows_are_judged_alike() -> None:
    assert_agreement(tally_of(row_cases(), 150, 1), 0.15)


def test_cells_are_judged_alike() -> None:
    assert_agreement(tally_of(cell_cases(), 150, 1), 0.15)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_ten_thousand_cases_are_judged_alike(capsys: pytest.CaptureFixture[str]) -> None:
    rows, cells = tally_of(row_cases(), 8000, 2), tally_of(cell_cases(), 3000, 2)
    with capsys.disabled():
        print(f"\nrows: {rows.text()}\ncells: {cells.text()}")
    for tally in (rows, cells):
        assert_agreement(tally, LEAST_SHARE)
    assert set(rows.verdicts) == {"strict", *FAILING_ROWS}
    assert set(cells.verdicts) == {"strict", *FAILING_CELLS}
    assert set(rows.stages) == {*STAGES, "not paired"}
