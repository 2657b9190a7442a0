# SPDX-License-Identifier: GPL-2.0-or-later
"""Recipes whose result is a layer: rows of another one, or points made up in its extent."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from ..document import StrictModel
from ..output_format import ROW_FORMATS, extension
from .source_failure import SourceFailure

MOST_POINTS = 1_000_000


class InExtent(StrictModel):
    """Parameters of a cut by a rectangle.

    Args:
        extent: xmin, ymin, xmax, ymax in the CRS of the input.
    """

    extent: Annotated[list[float | int], Field(min_length=4, max_length=4)]

    @model_validator(mode="after")
    def _is_extent(self) -> InExtent:
        xmin, ymin, xmax, ymax = self.extent
        if not (xmin < xmax and ymin < ymax):
            raise ValueError("extent is xmin, ymin, xmax, ymax")
        return self


class Count(StrictModel):
    """How many rows are made or kept."""

    count: int = Field(ge=1, le=MOST_POINTS)


def rows_in_extent(inputs: list[Path], parameters: InExtent, seed: int, made: Path) -> None:
    """Keeps the rows whose bounding box meets an extent, borders included; shapes stay whole."""
    xmin, ymin, xmax, ymax = parameters.extent

    def meets(at: int, shape: Any) -> bool:
        if shape is None or shape.IsEmpty():
            return False
        left, right, bottom, top = shape.GetEnvelope()
        return bool(left <= xmax and right >= xmin and bottom <= ymax and top >= ymin)

    _keep_rows(inputs[0], made, meets)


def sampled_rows(inputs: list[Path], parameters: Count, seed: int, made: Path) -> None:
    """Keeps `count` rows, drawn by their place in the input, in the order of the input.

    Raises: SourceFailure where the input has fewer.
    """
    source = _opened(inputs[0])
    total = source.GetLayer(0).GetFeatureCount()
    if parameters.count > total:
        reason = f"sampled_rows is to keep {parameters.count:,} of {total:,} rows"
        raise SourceFailure(reason, "keep fewer.", "BAD_VALUE", is_final=True)
    # ranks by a hash are the same in every version of Python, random.sample promises nothing
    ranked = sorted(range(total), key=lambda at: hashlib.sha256(f"{seed}:{at}".encode()).digest())
    chosen = set(ranked[: parameters.count])
    _keep_rows(inputs[0], made, lambda at, shape: at in chosen)


def random_points(inputs: list[Path], parameters: Count, seed: int, made: Path) -> None:
    """Makes points with an `id` from 1, uniform in the extent of the input, in its CRS."""
    from osgeo import ogr

    source = _opened(inputs[0])
    layer = source.GetLayer(0)
    xmin, xmax, ymin, ymax = layer.GetExtent()
    # Python promises that random() gives the same numbers for the same seed in every version
    draw = random.Random(seed).random
    target, points = _created(made, layer.GetSpatialRef(), ogr.wkbPoint)
    points.CreateField(ogr.FieldDefn("id", ogr.OFTInteger))
    for number in range(1, parameters.count + 1):
        feature = ogr.Feature(points.GetLayerDefn())
        feature.SetField("id", number)
        x, y = xmin + (xmax - xmin) * draw(), ymin + (ymax - ymin) * draw()
        shape = ogr.Geometry(ogr.wkbPoint)
        shape.AddPoint_2D(x, y)
        feature.SetGeometry(shape)
        points.CreateFeature(feature)
    del points, target  # closing writes


def _keep_rows(source_file: Path, made: Path, is_kept: Callable[[int, Any], bool]) -> None:
    from osgeo import ogr

    source = _opened(source_file)
    layer = source.GetLayer(0)
    definition = layer.GetLayerDefn()
    target, rows = _created(made, layer.GetSpatialRef(), layer.GetGeomType())
    for at in range(definition.GetFieldCount()):
        rows.CreateField(definition.GetFieldDefn(at))
    kept = 0
    for at, feature in enumerate(layer):
        if not is_kept(at, feature.GetGeometryRef()):
            continue
        row = ogr.Feature(rows.GetLayerDefn())
        row.SetFrom(feature)
        kept += 1
        with suppress(RuntimeError):  # the count below tells of what a format refuses, as of what it drops
            rows.CreateFeature(row)
    del rows, target  # closing writes
    written = _opened(made)
    if (found := written.GetLayer(0).GetFeatureCount()) != kept:
        # FlatGeobuf takes no rows without a shape: GDAL 3.6 drops them and says nothing, GDAL 3.10 refuses each
        reason = f"{kept:,} rows are kept, and .{made.suffix[1:]} takes {found:,} of them"
        raise SourceFailure(reason, "use another format.", "INVALID_DOCUMENT", is_final=True)


def _opened(file: Path) -> Any:
    from osgeo import gdal

    form = ROW_FORMATS.get(extension(file.name))
    if form is None:
        raise SourceFailure(f"{file.name} holds no rows", "use a vector or table.", "BAD_FORMAT", is_final=True)
    return gdal.OpenEx(str(file), gdal.OF_VECTOR | gdal.OF_VERBOSE_ERROR, allowed_drivers=[form.driver])


def _created(file: Path, crs: Any, geometry_type: int) -> tuple[Any, Any]:
    from osgeo import gdal

    driver = gdal.GetDriverByName(ROW_FORMATS[extension(file.name)].driver)
    target = driver.Create(str(file), 0, 0, 0, gdal.GDT_Unknown)
    return target, target.CreateLayer(file.stem, crs, geometry_type)
