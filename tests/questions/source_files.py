# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the source files as the second derivations need them: columns as lists, shapes as Shapely has them."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyogrio.raw
import pyproj
import shapely
from answers import Cells


class Source(NamedTuple):
    """The columns and the shapes of one layer, in file order."""

    columns: dict[str, Any]
    shapes: Any


def layer(path: Path, sublayer: str | None = None, to: str | None = None, fids: str | None = None) -> Source:
    """Reads a layer; `to` is the CRS its vertices are transformed to, `fids` the column for the feature ids."""
    facts, ids, wkb, values = pyogrio.raw.read(str(path), layer=sublayer, force_2d=True, return_fids=bool(fids))
    shapes = shapely.from_wkb(wkb)
    if to:
        shapes = transformed(shapes, facts["crs"], to)
    columns = dict(zip(facts["fields"].tolist(), values, strict=True))
    return Source({**columns, fids: ids} if fids else columns, shapes)


def areas(path: Path, sublayer: str | None = None, to: str | None = None) -> Source:
    """Reads polygons, each one made valid."""
    source = layer(path, sublayer, to)
    return source._replace(shapes=shapely.make_valid(source.shapes, method="structure", keep_collapsed=False))


def table(path: Path) -> list[dict[str, str]]:
    """Reads the rows of a CSV file, all of it text."""
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines))


def places(rows: list[dict[str, str]], x: str, y: str) -> np.ndarray:
    """Returns the coordinates of rows, one pair a row."""
    return np.array([(float(row[x]), float(row[y])) for row in rows])


def transformed(shapes: Any, source: str, target: str) -> Any:
    """Transforms each vertex, easting first."""
    there = pyproj.Transformer.from_crs(source, target, always_xy=True)
    return shapely.transform(shapes, lambda xy: np.column_stack(there.transform(xy[:, 0], xy[:, 1])))


def raster(path: Path, band: int = 1) -> Cells:
    """Reads a band as it is stored, its declared NoData as NaN."""
    # where no test runs QGIS there is no GDAL either
    from osgeo import gdal

    gdal.UseExceptions()
    opened = gdal.Open(str(path))
    source = opened.GetRasterBand(band)
    values = source.ReadAsArray()
    nodata = source.GetNoDataValue()
    is_void = np.zeros(values.shape, bool) if nodata is None else values == values.dtype.type(nodata)
    return Cells(np.where(is_void, np.nan, values.astype(float)), opened.GetGeoTransform())
