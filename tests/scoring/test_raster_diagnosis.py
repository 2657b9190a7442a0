# SPDX-License-Identifier: GPL-2.0-or-later
"""Certain causes of wrong rasters: each with the output that shows it, and silence where one cell does not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyproj
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from .test_raster import CELLS, NODATA, score, with_cell
from .test_raster_properties import CHANGES, record_of_cells


def but_one(cells: np.ndarray) -> np.ndarray:
    """Returns cells with another value in the second row and third column."""
    changed = cells.copy()
    changed[1, 2] = 555.5
    return changed


def valued(change: Any) -> np.ndarray:
    """Returns the cells with a change of all values; NoData stays."""
    return np.where(CELLS == NODATA, NODATA, change(CELLS))


def grid(east: float, north: float, step: float = 30.0, rows: float = -30.0) -> dict[str, Any]:
    """Returns how cells are written on a grid that begins elsewhere."""
    return {"transform": [step, 0, 155000 + east, 0, rows, 463000 + north]}


def geographic(shift: float = 0.0) -> dict[str, Any]:
    """Returns a grid in degrees over the same ground, its corners transformed by pyproj."""
    to_degrees = pyproj.Transformer.from_crs("EPSG:28992", "EPSG:4326", always_xy=True)
    west, north = to_degrees.transform(155000 + shift, 463000)
    east, south = to_degrees.transform(155120 + shift, 462910)
    return {"crs": "EPSG:4326", "transform": [(east - west) / 4, 0, west, 0, (south - north) / 3, north]}


SHIFTED = np.roll(CELLS, 1, axis=1)
DEGREES = valued(lambda slope: 100 * np.tan(np.radians(slope)))


class Case(NamedTuple):
    """Cells that show a cause and cells that nearly do, each with the keywords of the writer."""

    code: str
    rule: str
    hit: np.ndarray
    miss: np.ndarray
    written: dict[str, Any] = {}
    miss_written: dict[str, Any] | None = None
    contract: dict[str, Any] = {}


CASES = [
    Case("flipped", "one cell else", np.flip(CELLS, 0), but_one(np.flip(CELLS, 0))),
    Case("mirrored", "one cell else", np.flip(CELLS, 1), but_one(np.flip(CELLS, 1))),
    Case("turned", "one cell else", np.flip(CELLS, (0, 1)), but_one(np.flip(CELLS, (0, 1)))),
    Case("shifted_cells", "one column right; one cell else", SHIFTED, but_one(SHIFTED)),
    Case("half_cell_shift", "half a cell; 0.4 of one", CELLS, CELLS, grid(15, 15), grid(12, 12)),
    Case("shifted_grid", "a cell; cells of 31 m", CELLS, CELLS, grid(30, 0), grid(30, 0, 31)),
    Case("south_up", "rows upwards; of another height", CELLS, CELLS, grid(0, -90, 30, 30), grid(0, -90, 30, 15)),
    Case("nodata_as_zero", "0; 1", with_cell(1, 1, 0), with_cell(1, 1, 1)),
    Case("sentinel_as_value", "-9999 undeclared; -9998", CELLS, with_cell(1, 1, -9998), {"nodata": None}),
    Case("unit", "radians as degrees; one cell else", valued(np.degrees), but_one(valued(np.degrees))),
    Case("slope_unit", "percent; one cell else", DEGREES, but_one(DEGREES)),
    Case("off_by_one", "one too many; two in one cell", with_cell(0, 0, 2), np.where(with_cell(0, 0, 2) == 12, 14,
         with_cell(0, 0, 2)), {"dtype": 5}, None, {"dtype": "int32", "values": "categorical"}),
    Case("wrong_crs_label", "the neighbour's label; one cell else", CELLS, but_one(CELLS), {"crs": "EPSG:28991"}),
    Case("not_reprojected", "degrees that say so; a kilometre east", CELLS, CELLS, geographic(), geographic(1000)),
]  # fmt: skip
IDS = [f"{case.code}: {case.rule}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_cause_is_named(tmp_path: Path, case: Case) -> None:
    record = score(tmp_path, case.hit, case.contract, **case.written)
    assert [cause.code for cause in record.diagnosis] == [case.code]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_what_does_not_explain_every_wrong_cell_is_not_named(tmp_path: Path, case: Case) -> None:
    written = case.written if case.miss_written is None else case.miss_written
    record = score(tmp_path, case.miss, case.contract, **written)
    assert (record.strict, record.diagnosis) == (False, [])


STEPS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]


@pytest.mark.parametrize(("down", "right"), STEPS)
def test_step_of_all_cells_is_told_in_words(tmp_path: Path, down: int, right: int) -> None:
    cells = np.pad(CELLS, 1, constant_values=99)[1 - down : 4 - down, 1 - right : 5 - right]
    (cause,) = score(tmp_path, cells).diagnosis
    words = {(1, 0): "one row down", (-1, 0): "one row up", (0, 1): "one column right", (0, -1): "one column left"}
    expected = [words[step] for step in ((down, 0), (0, right)) if step in words]
    assert cause.message == f"All cells lie {' and '.join(expected)} of their place; the grid is right."


@settings(deadline=None, max_examples=150)
@given(some.lists(some.sampled_from([NODATA, 0.0, 1.0, 2.0, 3.0]), min_size=12, max_size=12), CHANGES)
def test_strict_rasters_have_no_cause_and_random_ones_only_what_is_so(
    expected: list[float], changes: dict[int, float]
) -> None:
    found = [changes.get(place, value) for place, value in enumerate(expected)]
    record = record_of_cells(expected, found)
    pairs = list(zip(expected, found, strict=True))
    lost = {b for a, b in pairs if (a == NODATA) != (b == NODATA)}
    cells, wrong = (np.array(side).reshape(3, 4) for side in (expected, found))
    moves = {"flipped": np.flip(wrong, 0), "mirrored": np.flip(wrong, 1), "turned": np.flip(wrong, (0, 1))}
    for cause in record.diagnosis:
        if cause.code in moves:
            assert np.allclose(cells, moves[cause.code], rtol=1e-3)
        elif cause.code == "nodata_as_zero":
            assert lost == {0.0}
        else:
            assert cause.code in ("shifted_cells", "unit", "slope_unit")
    if record.strict:
        assert record.diagnosis == []
