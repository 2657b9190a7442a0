# SPDX-License-Identifier: GPL-2.0-or-later
"""The checks of raster outputs, cell by cell."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import permutations
from typing import Any

from .layers import Cells, Keys, Verdict
from .places import same_crs

FLOATS = ("float32", "float64")
CORNER_SHARE = 1e-4


def judge_cells(contract: Keys, reference: Cells, output: Cells) -> Verdict:
    """Judges an output raster."""
    return Verdict(next((name for name, passed in _checks(contract, reference, output) if not passed), None))


def _checks(contract: Keys, reference: Cells, output: Cells) -> Iterator[tuple[str, bool]]:
    yield "crs", same_crs(contract["crs"], output.crs)
    yield "transform", _same_corners(contract, output.transform)
    band = output.bands[0]
    yield "size", (len(band[0]), len(band)) == (contract["width"], contract["height"])
    yield "bands", len(output.bands) == contract.get("bands", 1)
    yield "dtype", _is_of(contract["dtype"], output.dtype)
    yield "nodata", _has_nodata(contract["nodata"], output.nodata)
    pairs = [_pairs(contract, *both) for both in zip(_values(reference), _values(output), strict=True)]
    every = [pair for band_pairs in pairs for pair in band_pairs]
    agreeing = sum((a is None) == (b is None) for a, b in every)
    yield "mask", agreeing >= contract.get("mask_min_share", 1.0) * len(every)
    both_there = [[(a, b) for a, b in band_pairs if a is not None and b is not None] for band_pairs in pairs]
    right = sum(_right_cells(contract, band_pairs) for band_pairs in both_there)
    total = sum(len(band_pairs) for band_pairs in both_there)
    nothing_shared = total == 0 and agreeing < len(every)
    yield "values", not nothing_shared and right >= contract.get("min_share", 1.0) * total


def _same_corners(contract: Keys, found: list[float]) -> bool:
    """Tells whether all four corners lie within a small share of a cell of where they should."""
    wanted = contract["transform"]
    cell = min(math.hypot(wanted[0], wanted[3]), math.hypot(wanted[1], wanted[4]))
    for column in (0, contract["width"]):
        for row in (0, contract["height"]):
            x, y = ((a[0] * column + a[1] * row + a[2], a[3] * column + a[4] * row + a[5]) for a in (wanted, found))
            if math.dist(x, y) > CORNER_SHARE * cell:
                return False
    return True


def _is_of(wanted: str, found: str) -> bool:
    if wanted == "any_float":
        return found in FLOATS
    return found not in FLOATS if wanted == "any_integer" else found == wanted


def _has_nodata(wanted: Any, found: float | None) -> bool:
    if wanted == "any":
        return True
    if wanted == "none" or found is None:
        return wanted == "none" and found is None
    return math.isnan(found) if wanted == ".nan" else found == wanted


def _values(cells: Cells) -> list[list[list[float | None]]]:
    """Returns the values of all cells after scale and offset; None is NoData."""
    return [[[_value(cells, stored) for stored in line] for line in band] for band in cells.bands]


def _value(cells: Cells, stored: float) -> float | None:
    if math.isnan(stored) or stored == cells.nodata:
        return None
    return stored * cells.scale + cells.offset


def _pairs(contract: Keys, expected: Any, found: Any) -> list[tuple[Any, Any]]:
    """Returns the cells of a band side by side, without its rim."""
    rim = contract.get("ignore_rim_cells", 0)
    rows, columns = range(rim, contract["height"] - rim), range(rim, contract["width"] - rim)
    return [(expected[row][column], found[row][column]) for row in rows for column in columns]


def _right_cells(contract: Keys, pairs: list[tuple[float, float]]) -> int:
    if contract["values"] == "label":
        return _renamed_cells(pairs)
    return sum(_is_right(contract, a, b) for a, b in pairs)


def _is_right(contract: Keys, expected: float, found: float) -> bool:
    if expected == found or contract["values"] == "categorical":
        return expected == found
    if math.isinf(expected) or math.isinf(found):
        return False
    given = contract.get("tolerance", {})
    absolute = given.get("absolute", 1e-6)
    if contract["values"] == "angle":
        period = contract.get("period", 360)
        apart = (expected - found) % period
        return min(apart, period - apart) <= absolute
    return abs(expected - found) <= absolute + given.get("relative", 1e-4) * abs(expected)


def _renamed_cells(pairs: list[tuple[float, float]]) -> int:
    """Counts the cells that agree under the best one-to-one renaming, by trying all."""
    names, others = sorted({a for a, _ in pairs}), sorted({b for _, b in pairs})
    if len(names) < len(others):
        names, others, pairs = others, names, [(b, a) for a, b in pairs]
    best = 0
    for chosen in permutations(names, len(others)):
        renamed = dict(zip(chosen, others, strict=True))
        best = max(best, sum(a in renamed and renamed[a] == b for a, b in pairs))
    return best
