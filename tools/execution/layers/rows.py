# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads and writes rows as columns of arrays, for engines of our own.

Integers keep 64 bits and NULLs stay NULL: a column is a numpy array with a mask of its NULLs.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...declaration.errors import ToolError
from ...declaration.facts import Field, LayerFacts
from ...declaration.layers import Rows, Vector
from .layer_facts import fields_of, open_vector
from .spatial_index import bounds_of, index_rows

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

UTC = 100  # GDAL's flag for a time in UTC
ROW_HEAD_BYTES = 12
MOST_COLUMNS = 1990  # SQLite takes 2,000, a few are its own


@dataclass
class Column:
    """One attribute over all rows.

    Args:
        values: int64, float64, bool, datetime64 or object (text), one per row; anything where the mask is set.
        is_null: True where the row has no value.
        is_utc: Whether date and time values state their zone; they are then given in UTC.
    """

    field: Field
    values: np.ndarray
    is_null: np.ndarray
    is_utc: bool = False

    def take(self, index: np.ndarray) -> Column:
        """Gives the rows of `index`; -1 gives NULL."""
        import numpy as np

        if len(self.values) == 0:
            return replace(self, values=np.zeros(len(index), self.values.dtype), is_null=np.ones(len(index), bool))
        return replace(self, values=self.values[index], is_null=self.is_null[index] | (index < 0))

    def renamed(self, name: str) -> Column:
        """Gives the same column under another name."""
        return replace(self, field=Field(name, self.field.type))


@dataclass
class RowSet:
    """Rows of a layer.

    Args:
        columns: In order.
        geometries: WKB per row, None for NULL; None for a table.
        count: Number of rows.
        known_bounds: Array of geometries and their bounds, where these were found on the way.
    """

    columns: list[Column]
    geometries: np.ndarray | None
    count: int
    known_bounds: tuple[np.ndarray, np.ndarray] | None = None

    @property
    def bounds(self) -> np.ndarray | None:
        """Gives xmin, ymin, xmax, ymax per row, NaN without a place; None for tables and what GEOS cannot read."""
        if self.known_bounds is not None and self.known_bounds[0] is self.geometries:
            return self.known_bounds[1]
        return None if self.geometries is None else bounds_of(self.geometries)

    def column(self, name: str) -> Column:
        """Finds a column by name."""
        return next(column for column in self.columns if column.field.name == name)

    def take(self, index: np.ndarray) -> RowSet:
        """Gives the rows of `index`, in its order."""
        geometries = None if self.geometries is None else self.geometries[index]
        return RowSet([column.take(index) for column in self.columns], geometries, len(index))

    def copied(self, index: np.ndarray, names: Sequence[str] | None = None, prefix: str | None = None) -> list[Column]:
        """Gives columns at the rows of `index`, with a prefix before their names.

        Args:
            index: Of rows; -1 gives NULL.
            names: Of the columns, in the order of the result; None for all.
        """
        kept = self.columns if names is None else [self.column(name) for name in dict.fromkeys(names)]
        return [column.take(index).renamed(f"{prefix or ''}{column.field.name}") for column in kept]

    @property
    def size_bytes(self) -> int:
        """Tells about how much room the rows take in a file: their values, and the head of each row."""
        parts = [column.values for column in self.columns] + ([] if self.geometries is None else [self.geometries])
        numbers = sum(part.nbytes for part in parts if part.dtype != object)
        objects = (value for part in parts if part.dtype == object for value in part)
        texts = sum(len(value) for value in objects if isinstance(value, (str, bytes)))
        return numbers + texts + ROW_HEAD_BYTES * self.count


def read_rows(
    run: Run, layer: Rows, fields: Sequence[str] | None = None, *, geometry: bool = True, first: int | None = None
) -> RowSet:
    """Reads rows in file order.

    Args:
        fields: Names to read; None for all.
        geometry: Whether to read geometries, where the layer has them.
        first: How many of the first rows; None for all.
    """
    import pyogrio.raw

    path, sublayer = run.file_of(layer)
    has_geometry = geometry and isinstance(layer, Vector)
    names = [field.name for field in layer.facts.fields or () if fields is None or field.name in fields]
    if not names and not has_geometry:
        _dataset, ogr_layer = _ogr_layer(path, sublayer)
        count = ogr_layer.GetFeatureCount()
        return RowSet([], None, count if first is None else min(first, count))
    with run.timed():
        meta, _, geometries, data = pyogrio.raw.read(
            path, layer=sublayer or None, columns=names, read_geometry=has_geometry, datetime_as_string=True,
            max_features=first,
        )  # fmt: skip
        read = dict(zip(meta["fields"], data, strict=True))
        declared = {field.name: field for field in layer.facts.fields or ()}
        inexact = [name for name in names if declared[name].type == "integer" and read[name].dtype.kind == "f"]
        exact = _read_integers(path, sublayer, inexact, first) if inexact else {}
        columns = [exact.get(name) or _column(declared[name], read[name]) for name in names]
        if has_geometry and layer.facts.has_m:
            geometries = _read_measured(path, sublayer)[:first]
    count = len(geometries) if has_geometry else len(data[0])
    return RowSet(columns, geometries if has_geometry else None, count)


def read_geometries(run: Run, layer: Vector) -> np.ndarray:
    """Reads the WKB of every row."""
    geometries = read_rows(run, layer, [], geometry=True).geometries
    assert geometries is not None
    return geometries


def write_rows(
    run: Run,
    rows: RowSet,
    *,
    crs: str | None = None,
    geometry_type: str | None = None,
    output: str = "output",
) -> Any:
    """Writes rows as the named output.

    Args:
        crs: Of the geometries; None for a table.
        geometry_type: From ogr_geometry_name, or a word such as MultiPolygon; None for a table.
    Returns: What the body puts into its result.
    Edges: A column called fid becomes fid_1, said, since a GeoPackage keeps that name for itself.
    Raises: ToolError BAD_VALUE for names that differ only in case, LIMIT_EXCEEDED, STORAGE_FULL, ENGINE_FAILED.
    """
    import numpy as np
    import pyogrio.raw

    path = run.destination_path(output, ".gpkg")
    rows = _with_names_a_file_can_hold(run, rows)
    if len(rows.columns) > MOST_COLUMNS:
        raise ToolError("LIMIT_EXCEEDED", f"the result would have {len(rows.columns):,} columns; a layer holds "
                        f"{MOST_COLUMNS:,}", "fewer fields or statistics in one call")  # fmt: skip
    shape_column = free_name("geom", [column.field.name for column in rows.columns])
    bounds = None if _has_m(geometry_type) else rows.bounds
    options = {"GEOMETRY_NAME": shape_column, "SPATIAL_INDEX": "YES" if bounds is None else "NO"}
    try:
        with run.timed():
            pyogrio.raw.write(
                path,
                rows.geometries if not _has_m(geometry_type) else _as_pyogrio_takes(rows.geometries),
                [column.values for column in rows.columns],
                [column.field.name for column in rows.columns],
                field_mask=[column.is_null for column in rows.columns],
                crs=crs or None,
                geometry_type=geometry_type,
                driver="GPKG",
                promote_to_multi=False,
                layer_options=options if rows.geometries is not None else {},
                gdal_tz_offsets={c.field.name: np.full(rows.count, UTC) for c in rows.columns if c.is_utc},
            )
            if bounds is not None:
                index_rows(path, Path(path).stem, shape_column, bounds)
    except (pyogrio.errors.DataSourceError, pyogrio.errors.DataLayerError, RuntimeError, sqlite3.Error) as failure:
        Path(path).unlink(missing_ok=True)
        # the disk has room again, but not for all of it
        if shutil.disk_usage(Path(path).parent).free < rows.size_bytes:
            raise ToolError("STORAGE_FULL", "the disk has no room for the rows; nothing was written") from failure
        raise ToolError("ENGINE_FAILED", "the rows could not be written") from failure
    return path


def ogr_geometry_name(facts: LayerFacts) -> str | None:
    """Names the geometry type of a layer as write_rows takes it: MultiPolygon Z, Measured Point …; None for a table."""
    if facts.geometry_type == "None":
        return None
    if facts.geometry_type is None:
        return "Unknown"
    name = f"{'Multi' if facts.is_multi else ''}{facts.geometry_type}"
    if facts.has_m:
        name = "PointM" if (name, facts.has_z) == ("Point", False) else f"Measured {'3D ' if facts.has_z else ''}{name}"
        return name
    return f"{name} Z" if facts.has_z else name


def _with_names_a_file_can_hold(run: Run, rows: RowSet) -> RowSet:
    columns = []
    names = [column.field.name for column in rows.columns]
    for column in rows.columns:
        name = column.field.name
        if name.lower() == "fid":
            column = column.renamed(free_name(f"{name}_1", names))
            run.note(f'the column "{name}" is called "{column.field.name}" in the result; a file keeps fid for itself')
        columns.append(column)
    lowered: dict[str, str] = {}
    for column in columns:
        other = lowered.setdefault(column.field.name.lower(), column.field.name)
        if other is not column.field.name:
            raise ToolError("BAD_VALUE", f'the columns "{other}" and "{column.field.name}" would have the same name '
                            "in a file, where case does not count")  # fmt: skip
    return replace(rows, columns=columns)


def free_name(name: str, taken: Sequence[str]) -> str:
    """Gives `name`, or with the first number that makes it differ from the taken names whatever the case."""
    lowered = {other.lower() for other in taken}
    stem, number = name.rsplit("_", 1)[0], 1
    while name.lower() in lowered:
        number += 1
        name = f"{stem}_{number}"
    return name


def _column(field: Field, values: Any) -> Column:
    import numpy as np

    if field.type in ("date", "datetime") and values.dtype == object:
        return _moments(field, values)
    if values.dtype.kind == "f":
        is_null = np.isnan(values)
        if field.type == "boolean":
            return Column(field, np.where(is_null, 0, values).astype(bool), is_null)
        return Column(field, values, is_null)
    if values.dtype.kind == "M":
        return Column(field, values, np.isnat(values))
    if values.dtype == object:
        return Column(field, values, np.array([value is None for value in values], bool))
    kinds = {"integer": np.int64, "boolean": bool}
    return Column(field, values.astype(kinds.get(field.type, values.dtype)), np.zeros(len(values), bool))


def _moments(field: Field, values: Any) -> Column:
    """Reads dates and times from text; where any states a zone all are taken to UTC, those without one as they are."""
    from datetime import UTC as ZONE
    from datetime import datetime

    import numpy as np

    is_null = np.array([value is None for value in values], bool)
    read = [None if value is None else datetime.fromisoformat(value.replace("/", "-")) for value in values]
    is_utc = any(moment is not None and moment.tzinfo is not None for moment in read)
    plain = [
        moment.astimezone(ZONE).replace(tzinfo=None) if moment is not None and moment.tzinfo is not None else moment
        for moment in read
    ]
    kind = "datetime64[D]" if field.type == "date" else "datetime64[ms]"
    return Column(field, np.array(plain, kind), is_null, is_utc)


def _ogr_layer(path: str, sublayer: str) -> Any:
    dataset = open_vector(path)
    layer = dataset.GetLayerByName(sublayer) if sublayer else dataset.GetLayer(0)
    return dataset, layer


def _read_measured(path: str, sublayer: str) -> np.ndarray:
    """Reads WKB with M, which pyogrio leaves out."""
    import numpy as np
    from osgeo import ogr

    _dataset, layer = _ogr_layer(path, sublayer)
    references = (feature.GetGeometryRef() for feature in layer)
    geometries = [None if each is None else bytes(each.ExportToIsoWkb(ogr.wkbNDR)) for each in references]
    return np.array([*geometries, None], object)[:-1]


def _has_m(geometry_type: str | None) -> bool:
    return geometry_type is not None and (geometry_type == "PointM" or geometry_type.startswith("Measured"))


def _as_pyogrio_takes(geometries: np.ndarray | None) -> np.ndarray | None:
    """Writes the types of WKB with M so that any pyogrio can read them: 0.10 takes flags, 0.13 thousands."""
    import numpy as np
    import pyogrio

    release = tuple(int(part) for part in pyogrio.__version__.split(".")[:2])
    if geometries is None or release > (0, 10):
        return geometries
    return np.array([*(None if each is None else _with_type_in_flags(each) for each in geometries), None], object)[:-1]


def _with_type_in_flags(iso: bytes) -> bytes:
    number = int.from_bytes(iso[1:5], "little")
    flags = {0: 0, 1: 0x80000000, 2: 0x40000000, 3: 0xC0000000}[number // 1000]
    return iso[:1] + (number % 1000 | flags).to_bytes(4, "little") + iso[5:]


def _read_integers(path: str, sublayer: str, names: list[str], first: int | None) -> dict[str, Column]:
    """Reads integer columns with NULLs, which pyogrio gives as floats that lose ids above 2^53."""
    import numpy as np

    _dataset, layer = _ogr_layer(path, sublayer)
    every = [field.name for field in fields_of(layer.GetLayerDefn())]
    layer.SetIgnoredFields([name for name in every if name not in names] + ["OGR_GEOMETRY"])
    batches = list(layer.GetArrowStreamAsNumPy(options=["USE_MASKED_ARRAYS=YES", "INCLUDE_FID=NO"]))
    columns = {}
    for name in names:
        parts = [np.ma.asarray(batch[name]) for batch in batches]
        joined = np.ma.concatenate(parts).astype(np.int64)[:first]
        columns[name] = Column(Field(name, "integer"), joined.filled(0), np.ma.getmaskarray(joined))
    return columns
