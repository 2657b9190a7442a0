# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows that are changed and written again, in the format that the extension stands for."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...tasks.output_format import ROW_FORMATS, extension
from ..measured_shapes import with_z_as_m
from ..row_table import ColumnValues

SHAPE_NAMES = {0: "Point", 1: "LineString", 2: "LineString", 3: "Polygon", 4: "MultiPoint", 5: "MultiLineString",
               6: "MultiPolygon"}  # fmt: skip
SQLITE_WAITS = "OGR_SQLITE_SYNCHRONOUS"
MEASURED_KINDS = ("Point", "LineString", "Polygon")


@dataclass(frozen=True)
class EditedRows:
    """Rows in memory.

    Args:
        columns: Values by name, in the order they are written.
        shapes: One per row, None where there is none; None for a table.
        crs: What is written as the CRS of the shapes.
        layer: Name of the layer.
        shape_type: What an empty layer says its shapes are.
        measured: Whether the heights of shapes are written as M values.
        options: Options of the layer, as GDAL takes them.
    """

    columns: dict[str, ColumnValues]
    shapes: np.ndarray | None = None
    crs: str | None = None
    layer: str = "layer"
    shape_type: str = "Unknown"
    measured: bool = False
    options: dict[str, str] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """Number of rows."""
        sizes = [len(column.null) for column in self.columns.values()]
        return sizes[0] if sizes else len(self.shapes) if self.shapes is not None else 0

    def take(self, rows: Any) -> EditedRows:
        """Returns some rows, in that order."""
        shapes = None if self.shapes is None else self.shapes[rows]
        return replace(self, columns={name: one.take(rows) for name, one in self.columns.items()}, shapes=shapes)

    def with_column(self, name: str, column: ColumnValues) -> EditedRows:
        """Returns the rows with a column replaced, or added at the end."""
        return replace(self, columns=self.columns | {name: column})

    def with_values(self, name: str, rows: Any, values: Any) -> EditedRows:
        """Returns the rows with new values, none of them NULL, in some rows of a column."""
        column = self.columns[name]
        changed, null = column.values.copy(), column.null.copy()
        changed[rows], null[rows] = values, False
        return self.with_column(name, column._replace(values=changed, null=null))

    def with_null(self, name: str, rows: Any) -> EditedRows:
        """Returns the rows with NULL in some rows of a column."""
        null = self.columns[name].null.copy()
        null[rows] = True
        return self.with_column(name, self.columns[name]._replace(null=null))

    def with_shapes(self, rows: Any, shapes: Any) -> EditedRows:
        """Returns the rows with other shapes in some rows."""
        assert self.shapes is not None
        changed = self.shapes.copy()
        changed[rows] = shapes
        return replace(self, shapes=changed)

    def writer(self) -> Callable[[Path], None]:
        """Returns what writes the rows at a path."""
        return lambda path: write_rows(self, path)


def as_texts(column: ColumnValues, texts: list[str]) -> ColumnValues:
    """Returns a text column that is NULL where a column is."""
    values = np.empty(len(texts), object)
    values[:] = texts
    return ColumnValues("text", values, column.null)


def write_rows(rows: EditedRows, path: Path, append: bool = False) -> None:
    """Writes rows.

    Args:
        append: Adds a layer to a file that is there.
    """
    driver = ROW_FORMATS[extension(path.name)].driver
    if driver == "CSV":
        path.write_text("\n".join(csv_lines(rows)) + "\n", "utf-8")
        return
    from pyogrio import raw

    with warnings.catch_warnings(), _without_waiting():
        warnings.simplefilter("ignore")
        raw.write(
            str(path),
            _wkb(rows),
            [_field(column) for column in rows.columns.values()],
            list(rows.columns),
            field_mask=[column.null if column.null.any() else None for column in rows.columns.values()],
            layer=rows.layer,
            driver=driver,
            geometry_type=None if rows.shapes is None else _declared(rows, driver),
            crs=rows.crs,
            promote_to_multi=False,
            append=append,
            layer_options=_options(rows, driver),
        )


@contextmanager
def _without_waiting() -> Iterator[None]:
    """Lets SQLite write without waiting for the disk: mutated files are read once and thrown away."""
    from osgeo import gdal

    before = gdal.GetConfigOption(SQLITE_WAITS)
    gdal.SetConfigOption(SQLITE_WAITS, "OFF")
    try:
        yield
    finally:
        gdal.SetConfigOption(SQLITE_WAITS, before)


def csv_lines(rows: EditedRows, quote_all: bool = False) -> list[str]:
    """Returns the lines of a CSV file: NULL is empty, an empty text is in quotes."""
    texts = [[_csv_field(text, quote_all) for text in _texts(column)] for column in rows.columns.values()]
    header = ",".join(str(_csv_field(name, quote_all)) for name in rows.columns)
    return [header, *(",".join(row) for row in zip(*texts, strict=True))]


def _csv_field(text: str | None, quote_all: bool) -> str:
    if text is None:
        return ""
    plain = text and not quote_all and not any(sign in text for sign in ',"\r\n')
    return text if plain else '"' + text.replace('"', '""') + '"'


def _texts(column: ColumnValues) -> list[str | None]:
    values = column.values.tolist() if column.type not in ("date", "datetime") else map(str, column.values)
    written = (str(value).lower() if column.type == "boolean" else str(value) for value in values)
    return [None if null else text for text, null in zip(written, column.null.tolist(), strict=True)]


def _field(column: ColumnValues) -> np.ndarray:
    if column.type == "text":
        values = column.values.copy()
        values[column.null] = None
        return values
    return np.ascontiguousarray(column.values)


def _wkb(rows: EditedRows) -> np.ndarray | None:
    if rows.shapes is None:
        return None
    import shapely

    if rows.measured:
        return with_z_as_m(shapely.to_wkb(shapely.force_3d(rows.shapes), flavor="iso", include_srid=False))
    return shapely.to_wkb(rows.shapes, flavor="iso", include_srid=False)


def _options(rows: EditedRows, driver: str) -> dict[str, str]:
    """Returns the options of the layer; a FlatGeobuf with an index holds no rows without a shape."""
    if driver == "FlatGeobuf" and rows.shapes is not None and any(shape is None for shape in rows.shapes):
        return {"SPATIAL_INDEX": "NO"} | rows.options
    return rows.options


def _declared(rows: EditedRows, driver: str) -> str:
    """Returns what the layer says its shapes are: one kind, or unknown where there are several."""
    import shapely

    present = rows.shapes[~shapely.is_missing(rows.shapes)]  # type: ignore[index]
    names = {SHAPE_NAMES.get(int(kind), "Unknown") for kind in np.unique(shapely.get_type_id(present))}
    if driver == "ESRI Shapefile":
        names = {name.removeprefix("Multi") if name != "MultiPoint" else name for name in names}
    if not names:
        return rows.shape_type
    if len(names) > 1 or "Unknown" in names:
        return "Unknown"
    name = names.pop()
    if rows.measured:
        return f"{name}M" if name in MEASURED_KINDS[:1] else "Unknown"
    return f"{name} Z" if shapely.has_z(present).any() else name
