# SPDX-License-Identifier: GPL-2.0-or-later
"""Plain rows and cells as the scorer's own, and its record as a plain verdict."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from osgeo import gdal, osr

from gisagentbench.scoring.arrow_columns import empty_type
from gisagentbench.scoring.comparison import rows_record
from gisagentbench.scoring.grid import Grid
from gisagentbench.scoring.raster_checks import RasterState, run_raster_checks
from gisagentbench.scoring.row_state import RowState
from gisagentbench.scoring.row_table import ColumnValues, RowTable, normal_text
from gisagentbench.tasks.crs_equality import parse_crs

from ..layer_files import contract_of
from .layers import Case, Cells, Layer, Verdict
from .values import is_null

FILLERS: dict[str, Any] = {"text": "", "date": "1970-01-01", "datetime": "1970-01-01"}
GDAL_TYPES = {
    "byte": gdal.GDT_Byte, "int16": gdal.GDT_Int16, "int32": gdal.GDT_Int32,
    "float32": gdal.GDT_Float32, "float64": gdal.GDT_Float64,
}  # fmt: skip


def scored_rows(case: Case, inputs_dir: Path | None = None) -> Verdict:
    """Returns what the scorer says of rows in memory."""
    contract = contract_of(**case.contract)
    record = rows_record(RowState(contract, table_of(case.reference), table_of(case.output), inputs_dir))
    assert record.rows is not None
    assert record.strict == (record.first_failing_check is None), record.checks
    return Verdict(record.first_failing_check, record.rows.stage, record.rows.matched)


def scored_cells(case: Case) -> Verdict:
    """Returns what the scorer says of cells in memory."""
    contract = contract_of(**case.contract)
    checks = run_raster_checks(RasterState(contract, grid_of(case.reference), grid_of(case.output)))
    return Verdict(next((check.name for check in checks if check.passed is False), None))


def table_of(layer: Layer) -> RowTable:
    """Returns rows as the scorer holds them."""
    columns = {name: _column(kind, [row[name] for row in layer.rows]) for name, kind in layer.columns.items()}
    table = RowTable(len(layer.rows), columns, list(layer.columns))
    if layer.shape_kind is not None:
        table.shapes = np.empty(len(layer.rows), object)
        table.shapes[:] = [row["shape"] for row in layer.rows]
        table.crs, table.shape_kind = layer.crs and _wkt(layer.crs), layer.shape_kind
    return table


def _column(kind: str, values: list[Any]) -> ColumnValues:
    null = np.array([is_null(value) for value in values], bool)
    filled = np.empty(len(values), empty_type(kind))
    for place, value in enumerate(values):
        filled[place] = FILLERS.get(kind, 0) if null[place] else value
    return normal_text(ColumnValues(kind, filled, null), False)


@cache
def _wkt(crs: str) -> str:
    return str(parse_crs(crs).ExportToWkt(["FORMAT=WKT2_2019"]))


def grid_of(cells: Cells) -> Grid:
    """Returns cells as a raster in memory."""
    width, height = len(cells.bands[0][0]), len(cells.bands[0])
    driver = gdal.GetDriverByName("MEM")
    dataset = driver.Create("", width, height, len(cells.bands), GDAL_TYPES[cells.dtype])
    a, b, c, d, e, f = cells.transform
    dataset.SetGeoTransform([c, a, b, f, d, e])
    if cells.crs:
        reference = osr.SpatialReference()
        reference.SetFromUserInput(cells.crs)
        dataset.SetProjection(reference.ExportToWkt())
    for number, lines in enumerate(cells.bands, start=1):
        band = dataset.GetRasterBand(number)
        if cells.nodata is not None:
            band.SetNoDataValue(cells.nodata)
        if (cells.scale, cells.offset) != (1.0, 0.0):
            band.SetScale(cells.scale)
            band.SetOffset(cells.offset)
        band.WriteArray(np.array(lines))
    return Grid(dataset)
