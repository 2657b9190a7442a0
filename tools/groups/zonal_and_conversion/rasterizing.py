# SPDX-License-Identifier: GPL-2.0-or-later
"""rasterize_vector"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from ...declaration.cell_types import CELL_TYPES, CellTypeWord, stored_nodata
from ...declaration.effects import raster as raster_facts
from ...declaration.errors import ToolError
from ...declaration.facts import Band, Field, Grid, LayerFacts
from ...declaration.layers import Raster, Vector
from ...declaration.markers import CellSize, FieldOf, LeftOut
from ...declaration.registry import tool
from ...declaration.resampling import PixelUnit
from ...declaration.spec import Call
from ...declaration.structured_types import ExtentRequest
from ...declaration.wording import counted
from .summarizing import GROUP

if TYPE_CHECKING:
    import numpy as np

    from ...execution.layers.rows import RowSet
    from ...execution.rasters.burning import Seen
    from ...execution.run import Run

LARGEST_EXACT = 2**53
DEFAULT_NODATA = {"byte": 255, "uint16": 65535}


class Rasterized(NamedTuple):
    """Result of rasterize_vector."""

    output: Raster
    burned_count: int


class _Storage(NamedTuple):
    """How cells are stored."""

    data_type: CellTypeWord
    nodata: float


def _storage(arguments: Mapping[str, Any], field_type: str | None) -> _Storage:
    """Decides cell type and NoData of a call; whole numbers become int32, others float64."""
    word: CellTypeWord | None = arguments["data_type"]
    if word is None:
        constant = 1 if arguments["burn_value"] is None else arguments["burn_value"]
        is_whole = constant == int(constant) if arguments["value_field"] is None else field_type == "integer"
        word = "int32" if is_whole else "float64"
    nodata = arguments["nodata"]
    return _Storage(word, float(DEFAULT_NODATA.get(word, -9999) if nodata is None else nodata))


def _effect(call: Call) -> Mapping[str, LayerFacts]:
    layer, arguments = call.facts("layer"), call.arguments
    field = layer.field(arguments["value_field"]) if arguments.get("value_field") else None
    match = call.facts("match_raster")
    facts = raster_facts(match.crs if arguments.get("match_raster") else layer.crs, match.grid)
    if arguments.get("value_field") and arguments["data_type"] is None and field is None:
        return {"output": facts.with_(bands=None)}
    storage = _storage(arguments, field.type if field else None)
    band = Band(CELL_TYPES[storage.data_type].dtype, stored_nodata(storage.data_type, storage.nodata))
    return {"output": facts.with_(bands=(band,))}


@tool(
    group=GROUP,
    kind="convert",
    engine="numpy",
    effect=_effect,
    title="Rasterize (vector to raster)",
    tags=("burn", "vector to raster", "feature to raster", "polygon to raster", "mask", "grid"),
)
def rasterize_vector(
    run: Run,
    layer: Vector,
    cell_rule: Literal["cell_center", "any_touch"],
    value_field: Annotated[str | None, FieldOf("layer", ("integer", "real"))] = None,
    burn_value: float | None = None,
    match_raster: Raster | None = None,
    pixel_size: Annotated[float | None, CellSize("pixel_unit")] = None,
    pixel_unit: PixelUnit | None = None,
    extent: Annotated[ExtentRequest | str | None, LeftOut("auto")] = None,
    background: Annotated[float | None, LeftOut("nodata")] = None,
    data_type: Annotated[CellTypeWord | None, LeftOut("auto")] = None,
    nodata: Annotated[float | None, LeftOut("auto")] = None,
) -> Rasterized:
    """Burns a field or a constant into a raster, on the grid of another raster or on a stated pixel size.

    Args:
        layer: Features of any type; where several meet in a cell, the last one in the file stays, which is said.
        cell_rule: cell_center gives a polygon the cells whose centre it holds, as zonal_statistics does; any_touch
            those of which it covers a part. Lines need any_touch, and have every cell they run through.
        value_field: Field of numbers to burn; rows without a value are left out, which is said. Text is coded first.
        burn_value: Number to burn for all features, 1 where it is left out; not together with value_field.
        match_raster: Raster whose grid and CRS the result has; without it pixel_size and pixel_unit.
        pixel_size: Width and height of the cells, in `pixel_unit`.
        pixel_unit: Unit of `pixel_size`, which must be that of the CRS of `layer`: m, ft, us_ft or deg.
        extent: Rectangle in the CRS of `layer`, or a layer whose extent is taken; cells begin at its upper left corner
            and cover it. auto is that of the features.
        background: Value of the cells without a feature; nodata leaves them without one.
        data_type: Type of the cells; auto is int32 for fields and constants of whole numbers, else float64. What does
            not fit is refused, and so are whole numbers that float32 would round.
        nodata: Value that stands for NoData in the file; auto is 255 for byte, 65535 for uint16, else -9999. No burned
            value may equal it.
    Returns:
        output: One band of the burned values, NoData where nothing was burned.
        burned_count: Number of cells that a feature gave their value.
    CRS: Layer and match_raster share one CRS; where it differs reproject the layer.
    Edges: A centre or point exactly on an edge belongs to the side east or south of it, so that neighbours share no
        cell and lose none. Features that no cell has, as thin ones by cell_center, are counted in `missed_count`.
    Raises: CRS_MISSING, CRS_MISMATCH, CRS_UNSUITABLE, MISSING_ARGUMENT, BAD_VALUE, INVALID_GEOMETRY, WRONG_TYPE,
        WRONG_GEOMETRY_TYPE (lines by cell_center), UNKNOWN_FIELD, LIMIT_EXCEEDED, UNKNOWN_LAYER.
    Source: Own kernel, that of zonal_statistics.
    """
    import numpy as np

    from ...execution.geometry.shapes import shapes_of
    from ...execution.layers.rows import read_rows
    from ...execution.rasters.burning import Seen, burnt
    from ...execution.rasters.raster_files import new_raster

    words = {"value_field": value_field, "burn_value": burn_value, "data_type": data_type, "nodata": nodata}
    field = layer.facts.field(value_field) if value_field else None
    if field is not None and burn_value is not None:
        raise ToolError("BAD_VALUE", "value_field and burn_value were both given", "one of the two",
                        argument="burn_value")  # fmt: skip
    storage = _storage(words, field.type if field else None)
    grid, crs = _grid(run, layer, match_raster, _Cells(pixel_size, pixel_unit), extent)
    run.require.valid(layer)
    rows = read_rows(run, layer, [field.name] if field else [])
    with run.timed():
        shapes = shapes_of(rows)
        if cell_rule == "cell_center":
            _refuse_lines(layer, shapes)
        values = _values(run, rows, field, 1.0 if burn_value is None else burn_value)
        shapes[np.isnan(values)] = None
        whole = bool((values[~np.isnan(values)] % 1 == 0).all())
        seen = Seen(values)
        with new_raster(run, grid, crs, storage.data_type, storage.nodata, whole=whole) as output:
            for strip in burnt(run, shapes, grid, cell_rule):
                cells = seen.values_of(strip)
                output.write(strip.window, cells if background is None else np.where(strip.last < 0, background, cells))
    _report(run, seen, shapes)
    return Rasterized(output.path, seen.burned_count)  # type: ignore[arg-type]


class _Cells(NamedTuple):
    """Size of the cells as a call gives it."""

    size: float | None
    unit: PixelUnit | None


def _grid(
    run: Run, layer: Vector, match: Raster | None, cells: _Cells, extent: ExtentRequest | str | None
) -> tuple[Grid, str]:
    from ...execution.rasters.square_grids import grid_over

    given = {"pixel_size": cells.size, "pixel_unit": cells.unit, "extent": extent}
    if match is not None:
        run.require.crs_same(match, layer)
        for name in [name for name, value in given.items() if value is not None]:
            raise ToolError("BAD_VALUE", f"{name} and match_raster were both given", "the grid is that of a raster, or "
                            "made of pixel_size, pixel_unit and extent", argument=name)  # fmt: skip
        assert match.facts.grid is not None
        return match.facts.grid, match.facts.crs or ""
    run.require.crs_known(layer)
    if cells.size is None or cells.unit is None:
        missing = "pixel_size" if cells.size is None else "pixel_unit"
        raise ToolError("MISSING_ARGUMENT", f"rasterize_vector needs {missing} where there is no match_raster",
                        argument=missing)  # fmt: skip
    return grid_over(layer, cells.size, cells.unit, extent, layer.facts.extent), layer.facts.crs or ""


def _refuse_lines(layer: Vector, shapes: np.ndarray) -> None:
    import numpy as np
    import shapely

    count = int(np.count_nonzero(shapely.get_dimensions(shapes) == 1))
    if count:
        raise ToolError("WRONG_GEOMETRY_TYPE", f'{counted(count, "row")} of "{layer.name}" are lines, which hold no '
                        "cell centre", "cell_rule any_touch takes the cells they run through",
                        argument="cell_rule")  # fmt: skip


def _values(run: Run, rows: RowSet, field: Field | None, constant: float) -> np.ndarray:
    """Gives what each row burns, NaN for none."""
    import numpy as np

    if field is None:
        return np.full(rows.count, constant)
    column = rows.column(field.name)
    given = column.values[~column.is_null]
    beyond = int(np.count_nonzero(np.abs(given) > LARGEST_EXACT)) if field.type == "integer" else 0
    if beyond:
        raise ToolError("BAD_VALUE", f'{counted(beyond, "value")} of "{field.name}" are beyond 2^53, which no cell '
                        "type holds exactly", "number them anew, and keep a table of both",
                        argument="value_field")  # fmt: skip
    nulls = int(np.count_nonzero(column.is_null))
    if nulls:
        run.note(f'{counted(nulls, "row")} without a value in "{field.name}" burned nothing.')
    return np.where(column.is_null, np.nan, column.values.astype(float))


def _report(run: Run, seen: Seen, shapes: np.ndarray) -> None:
    missed = seen.missed(shapes)
    run.counts["missed_count"] = missed
    if missed:
        run.note(f"{counted(missed, 'feature')} got no cell: outside of the grid, under others, or too thin.")
    if seen.met_count:
        run.note(f"in {counted(seen.met_count, 'cell')} features of different values met; the last in the file stayed.")
