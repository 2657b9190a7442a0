# SPDX-License-Identifier: GPL-2.0-or-later
"""Strategies: contracts, references and outputs of cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as some

from .layers import Case, Cells, Keys

NODATA = -9999.0
NAN = float("nan")
TRANSFORMS = {
    "EPSG:28992": [30.0, 0.0, 155000.0, 0.0, -30.0, 463000.0],
    "EPSG:2263": [30.0, 10.0, 987000.0, 10.0, -30.0, 211000.0],
    "EPSG:4326": [0.001, 0.0, 5.0, 0.0, -0.001, 52.0],
}
FLOATS, INTEGERS = ("float32", "float64"), ("byte", "int16", "int32")
NUMBERS = {
    "continuous": [0.0, 1.0, -2.5, 1e6, 1e-7, float("inf")],
    "categorical": [0.0, 1.0, 2.0, 2.5],
    "label": [0.0, 1.0, 2.0],
    "angle": [0.0, 90.0, 359.75, 180.0],
}
CHANCES = [True, False, False, False]
Draw = Callable[[Any], Any]


@some.composite
def contracts(draw: Any) -> Keys:
    """Returns the keys of a contract of cells, mostly with defaults."""

    def rarely(*others: Any) -> Any:
        return draw(some.sampled_from(others)) if draw(some.sampled_from(CHANCES)) else None

    dtype = draw(some.sampled_from([*FLOATS, "any_float", *INTEGERS, "any_integer"]))
    whole = dtype in (*INTEGERS, "any_integer")
    crs = rarely("EPSG:2263", "EPSG:4326") or "EPSG:28992"
    keys: Keys = {"kind": "raster", "file": "r.tif", "crs": crs, "transform": TRANSFORMS[crs]}
    keys |= {"width": draw(some.integers(1, 4)), "height": draw(some.integers(1, 4)), "dtype": dtype}
    keys["bands"] = rarely(2) or 1
    keys["values"] = draw(some.sampled_from(list(NUMBERS)))
    keys["nodata"] = rarely("none", "any") or (255.0 if whole else draw(some.sampled_from([NODATA, NODATA, ".nan"])))
    keys |= {"min_share": rarely(0.5, 0.75, 0.9) or 1.0, "mask_min_share": rarely(0.5, 0.75, 0.9) or 1.0}
    if rarely(True) and min(keys["width"], keys["height"]) > 2:
        keys["ignore_rim_cells"] = 1
    if keys["values"] == "angle":
        keys["tolerance"] = {"absolute": 0.5}
    elif keys["values"] == "continuous" and rarely(True):
        keys["tolerance"] = draw(some.sampled_from([{"absolute": 0.5, "relative": 0.0}, {"relative": 0.01}]))
    return keys


@some.composite
def references(draw: Any, contract: Keys) -> Cells:
    """Returns cells that keep a contract."""
    groups = {"any_float": FLOATS, "any_integer": INTEGERS}
    dtype = draw(some.sampled_from(groups.get(contract["dtype"], (contract["dtype"],))))
    nodata = {".nan": NAN, "none": None, "any": 255.0 if dtype in INTEGERS else NODATA}.get(
        contract["nodata"], contract["nodata"]
    )
    numbers = [fitted(dtype, value) for value in NUMBERS[contract["values"]]]
    if nodata is not None:
        numbers = numbers * 2 + [nodata] * draw(some.sampled_from([0, 1, 6]))
    line = some.lists(some.sampled_from(numbers), min_size=contract["width"], max_size=contract["width"])
    band = some.lists(line, min_size=contract["height"], max_size=contract["height"])
    bands = [draw(band) for _ in range(contract["bands"])]
    cells = Cells(bands, list(contract["transform"]), contract["crs"], dtype, nodata)
    if contract["values"] == "continuous" and dtype in INTEGERS and draw(some.sampled_from(CHANCES)):
        cells.scale, cells.offset = 0.5, 10.0
    return cells


def fitted(dtype: str, value: float) -> float:
    """Returns a number that a data type holds exactly."""
    if dtype in FLOATS:
        return 1.0 if value == 1e-7 and dtype == "float32" else value
    return 200.0 if abs(value) > 250 else float(abs(int(value)))


@some.composite
def cell_cases(draw: Any) -> Case:
    """Returns a contract, a reference, and an output that is the reference after some changes."""
    contract = draw(contracts())
    reference = draw(references(contract))
    output, done = reference.copy(), []
    only_equal = draw(some.sampled_from([True, False, False, False, False]))
    words = EQUAL_CHANGES if only_equal else [*OTHER_CHANGES, *CELL_CHANGES * 3]
    for word in draw(some.lists(some.sampled_from(words), min_size=0 if only_equal else 2, max_size=4)):
        output = CHANGES[word](draw, contract, output)
        done.append(word)
    return Case(contract, reference, output, done)


def _one_cell(change: Callable[[Draw, Keys, Cells, float], float]) -> Callable[..., Cells]:
    def one(draw: Draw, contract: Keys, output: Cells) -> Cells:
        line = draw(some.sampled_from(draw(some.sampled_from(output.bands))))
        place = draw(some.integers(0, len(line) - 1))
        line[place] = change(draw, contract, output, line[place])
        return output

    return one


def _nudged(share: float) -> Callable[..., Cells]:
    def nudge(draw: Draw, contract: Keys, output: Cells, value: float) -> float:
        given = contract.get("tolerance", {})
        relative = 0.0 if contract["values"] == "angle" else given.get("relative", 1e-4)
        room = given.get("absolute", 1e-6) + relative * abs(value)
        still = output.dtype != "float64" or value in (output.nodata, float("inf")) or value != value
        return value if still else value + share * room

    return _one_cell(nudge)


def _another(draw: Draw, contract: Keys, output: Cells, value: float) -> float:
    return fitted(output.dtype, draw(some.sampled_from(NUMBERS[contract["values"]])))


def _to_nodata(draw: Draw, contract: Keys, output: Cells, value: float) -> float:
    return value if output.nodata is None else output.nodata


def _to_nan(draw: Draw, contract: Keys, output: Cells, value: float) -> float:
    return NAN if output.dtype in FLOATS else value


def _once_round(draw: Draw, contract: Keys, output: Cells, value: float) -> float:
    turn = contract["values"] == "angle" and output.dtype in FLOATS and value != output.nodata
    return value + 360 if turn else value


def _relabelled(draw: Draw, contract: Keys, output: Cells) -> Cells:
    for band in output.bands if contract["values"] == "label" else []:
        for line in band:
            line[:] = [value if value == output.nodata else value + 5 for value in line]
    return output


def _rescaled(draw: Draw, contract: Keys, output: Cells) -> Cells:
    """Stores the same values another way, or other values where the stored ones stay."""
    if output.dtype == "float64" and output.scale == 1.0:
        output.scale, output.offset = 2.0, 0.0
        for band in output.bands:
            for line in band:
                line[:] = [value if value == output.nodata else value / 2 for value in line]
    return output


def _moved(by: float) -> Callable[..., Cells]:
    def move(draw: Draw, contract: Keys, output: Cells) -> Cells:
        output.transform[draw(some.sampled_from([2, 5]))] += by * output.transform[0]
        return output

    return move


def _stretched(draw: Draw, contract: Keys, output: Cells) -> Cells:
    output.transform[0] *= draw(some.sampled_from([1 + 1e-6, 1.01, -1]))
    return output


def _flipped(draw: Draw, contract: Keys, output: Cells) -> Cells:
    for band in output.bands:
        band.reverse()
    return output


def _one_row_less(draw: Draw, contract: Keys, output: Cells) -> Cells:
    for band in output.bands:
        del band[max(1, len(band) - 1) :]
    return output


def _one_band_more(draw: Draw, contract: Keys, output: Cells) -> Cells:
    output.bands.append([list(line) for line in output.bands[0]])
    return output


def _another_type(draw: Draw, contract: Keys, output: Cells) -> Cells:
    to = {"float32": "float64", "byte": "int16", "int16": "int32"}
    output.dtype = to.get(output.dtype, output.dtype)
    return output


def _nodata_undeclared(draw: Draw, contract: Keys, output: Cells) -> Cells:
    output.nodata = None
    return output


def _another_nodata(draw: Draw, contract: Keys, output: Cells) -> Cells:
    """Marks NoData by another number, cells and declaration alike."""
    former, new = output.nodata, 254.0 if output.dtype in INTEGERS else -1.0
    for band in output.bands:
        for line in band:
            line[:] = [new if value == former or value != value else value for value in line]
    output.nodata = new
    return output


def _another_crs(draw: Draw, contract: Keys, output: Cells) -> Cells:
    output.crs = draw(some.sampled_from(["EPSG:4269", "EPSG:3857", "ESRI:102718", "OGC:CRS84", None]))
    return output


CHANGES: dict[str, Callable[..., Cells]] = {
    "a third of the tolerance": _nudged(1 / 3),
    "once round": _one_cell(_once_round),
    "relabelled": _relabelled,
    "rescaled": _rescaled,
    "moved by a hair": _moved(1e-5),
    "three tolerances": _nudged(3),
    "another value": _one_cell(_another),
    "NoData": _one_cell(_to_nodata),
    "NaN": _one_cell(_to_nan),
    "moved by half a cell": _moved(0.5),
    "stretched": _stretched,
    "flipped": _flipped,
    "one row less": _one_row_less,
    "one band more": _one_band_more,
    "another type": _another_type,
    "NoData undeclared": _nodata_undeclared,
    "another NoData": _another_nodata,
    "another CRS": _another_crs,
}
EQUAL_CHANGES, OTHER_CHANGES, CELL_CHANGES = list(CHANGES)[:5], list(CHANGES)[5:], list(CHANGES)[5:9]
