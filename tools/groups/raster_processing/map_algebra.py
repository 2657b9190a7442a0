# SPDX-License-Identifier: GPL-2.0-or-later
"""raster_calculator"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

from ...declaration.cell_types import CELL_TYPES, CellTypeWord, stored_nodata
from ...declaration.effects import raster
from ...declaration.errors import ToolError
from ...declaration.facts import Band, LayerFacts
from ...declaration.formula import fault, parse
from ...declaration.formula_tree import Input, Node, Operation, inputs_of, is_whole, walk
from ...declaration.layers import BandOf, Raster
from ...declaration.markers import BandText, FormulaOn, FreeText, MappingOf
from ...declaration.registry import tool
from ...declaration.spec import Call

if TYPE_CHECKING:
    from ...execution.run import Run

GROUP = "Raster processing"
NoDataRule = Literal["any_input", "all_inputs"]


class Calculated(NamedTuple):
    """Result of raster_calculator."""

    output: Raster
    valid_count: int


def _one_band_on_the_grid(call: Call) -> Mapping[str, LayerFacts]:
    facts = next(iter((call.layers.get("inputs") or {}).values()), None) or LayerFacts()
    word = call.arguments["data_type"]
    band = Band(CELL_TYPES[word].dtype, stored_nodata(word, call.arguments["nodata"]))
    return {"output": raster(facts.crs, facts.grid, band)}


@tool(
    group=GROUP,
    kind="raster",
    engine="numpy",
    effect=_one_band_on_the_grid,
    tags=("map algebra", "band math", "formula", "ndvi", "index", "mask", "reclassify", "bit"),
)
def raster_calculator(
    run: Run,
    inputs: Annotated[dict[str, BandOf], MappingOf(FreeText(), BandText())],
    formula: Annotated[str, FormulaOn("inputs")],
    nodata_rule: NoDataRule = "any_input",
    data_type: CellTypeWord = "float32",
    nodata: float = -9999,
) -> Calculated:
    """Computes a raster from bands of other rasters by a formula, cell by cell.

    Operators, from loose to tight: or, and, not, comparisons (< <= > >= == !=), + -, * / %, sign, ** (power, from the
    right; -2 ** 2 is -4). A comparison is 1 or 0. | and & join comparisons like or and and. a % b has the sign of b.
    Functions: where(condition, a, b), min and max of two or more, abs, sqrt, exp, log (natural), log10, sin, cos, tan,
    asin, acos, atan, atan2(y, x) in radians, degrees, radians, floor, ceil, round (halves away from zero),
    bit(value, n) where bit 0 is worth 1, isnodata(x). Words: nodata (no value), pi.

    Args:
        inputs: Names for the formula, each with a raster or one of its bands, such as {"red": "photo@3"}; a declared
            scale and offset are applied. A band that the formula does not use still decides where NoData is.
        formula: What each cell becomes, such as (near - red) / (near + red) or where(dem > 0, dem, nodata); computed in
            64-bit floats, so nothing is divided as integers.
        nodata_rule: any_input makes a cell NoData where any input is. all_inputs makes it NoData where all inputs are;
            elsewhere NoData goes through arithmetic and comparisons, min and max leave it out, and and or decide
            where the other side does, isnodata asks for it.
        data_type: Type of the cells. Values that do not fit are refused, never wrapped; fractions in an integer type
            are refused, never rounded unasked; float32 refuses whole numbers that it would round.
        nodata: Value that stands for NoData in the file; must fit the type, and no computed value may equal it.
    Returns:
        output: One band on the grid of the inputs.
        valid_count: Number of cells that have a value.
    CRS: All inputs share CRS and grid; a single raster may be without CRS.
    Edges: Division by zero, and roots and logarithms outside their domain, give NoData. where() looks at the branch it
        takes only, so where(b != 0, a / b, 0) has a value everywhere; a condition that is NoData gives NoData.
    Raises: EXPRESSION_INVALID, LIMIT_EXCEEDED, GRID_MISMATCH, CRS_MISMATCH, CRS_MISSING, BAD_VALUE, UNKNOWN_BAND,
        UNKNOWN_LAYER.
    Source: Tomlin 1990, local operations.
    """
    from ...execution.rasters.formula_cells import evaluate
    from ...execution.rasters.raster_files import new_raster
    from ...execution.rasters.raster_windows import open_bands, windows_of

    tree = parse(formula)
    first = _lined_up(run, inputs)
    _refuse_idle_isnodata(tree, inputs, nodata_rule)
    for name in inputs:
        if name not in inputs_of(tree):
            run.note(f'The formula does not use input "{name}"; only its NoData counts.')
    bands = open_bands(run, inputs)
    whole = is_whole(tree, frozenset(name for name, band in bands.items() if band.is_whole))
    grid = next(iter(bands.values())).grid
    with new_raster(run, grid, first.facts.crs or "", data_type, nodata, whole=whole) as output, run.timed():
        for window in windows_of(run, bands.values()):
            cells = {name: band.read(window) for name, band in bands.items()}
            output.write(window, evaluate(tree, cells, nodata_rule == "all_inputs"))
    return Calculated(output.path, output.valid_count)  # type: ignore[arg-type]


def _lined_up(run: Run, inputs: dict[str, BandOf]) -> Raster:
    if not inputs:
        raise ToolError("BAD_VALUE", "inputs names no raster; the formula needs a grid to be computed on",
                        'such as {"dem": "elevation"}', argument="inputs")  # fmt: skip
    first, *others = {band.raster.path: band.raster for band in inputs.values()}.values()
    for other in others:
        run.require.grid_same(first, other)
    return first


def _refuse_idle_isnodata(tree: Node, inputs: dict[str, BandOf], nodata_rule: str) -> None:
    """Refuses isnodata(input) where it could never be true in a cell that has a value."""
    for part in walk(tree):
        if isinstance(part, Operation) and part.name == "isnodata" and isinstance(part.operands[0], Input):
            name = part.operands[0].name
            if nodata_rule == "any_input":
                raise fault(f"isnodata({name}) is 0 in every cell with a value, since nodata_rule is any_input",
                            part.position, "nodata_rule all_inputs and a second input that has values")  # fmt: skip
            if len(inputs) == 1:
                raise fault(f'isnodata({name}) is 0 in every cell with a value, since "{name}" is the only input',
                            part.position, "a second input with values there decides what is filled in")  # fmt: skip
