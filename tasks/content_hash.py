# SPDX-License-Identifier: GPL-2.0-or-later
"""One hash of what a file holds, whatever the library wrote around it.

Rows are sorted and count without their ids, coordinates, real numbers and cells are rounded to 1e-6. The CRS is not
part of it: versions of PROJ spell it differently, so it is compared by definition where it matters.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .gdal_errors import GDAL_ERRORS, gdal_words
from .output_format import RASTER_FORMATS, ROW_FORMATS, extension

DECIMALS = 6
ROWS_AT_ONCE = 256
LITTLE_ENDIAN = 1
POINT, LINES, RINGS = (1,), (2, 8, 13), (3, 17)
OTHER_TYPE = "other"


class NotHashable(Exception):
    """A file whose content cannot be read, with GDAL's reason."""


def content_hash(path: Path) -> str:
    """Returns the content hash of a vector, table or raster file.

    Returns: 64 hexadecimal digits; the same for the same content in another row order, byte order or packing.
    Raises: NotHashable.
    """
    from osgeo import gdal

    is_raster = extension(path.name) in RASTER_FORMATS
    known = RASTER_FORMATS.get(extension(path.name)) or ROW_FORMATS.get(extension(path.name))
    if known is None:
        raise NotHashable(f"{path.name} is of no format that is read")
    flags = gdal.OF_READONLY | (gdal.OF_RASTER if is_raster else gdal.OF_VECTOR)
    try:
        dataset = gdal.OpenEx(str(path), flags | gdal.OF_VERBOSE_ERROR, allowed_drivers=[known.driver])
    except GDAL_ERRORS as error:
        raise NotHashable(f"{path.name} cannot be read ({gdal_words(error)})") from None
    if dataset is None:
        raise NotHashable(f"{path.name} cannot be read as {known.name}")
    return hash_of_dataset(dataset, is_raster)


def hash_of_dataset(dataset: Any, is_raster: bool) -> str:
    """Returns the content hash of an open GDAL dataset.

    Raises: NotHashable.
    """
    digest = hashlib.sha256()
    try:
        for part in _of_cells(dataset) if is_raster else _of_layers(dataset):
            digest.update(part)
    except GDAL_ERRORS as error:
        raise NotHashable(f"the content cannot be read to its end ({gdal_words(error)})") from None
    return digest.hexdigest()


def _of_layers(dataset: Any) -> Iterator[bytes]:
    layers = sorted((dataset.GetLayer(at) for at in range(dataset.GetLayerCount())), key=lambda layer: layer.GetName())
    for layer in layers:
        definition = layer.GetLayerDefn()
        fields = [definition.GetFieldDefn(at) for at in range(definition.GetFieldCount())]
        types = [_type(field) for field in fields]
        # the layer of a file that holds one is often called after the file
        name = layer.GetName() if len(layers) > 1 else ""
        yield _line(["layer", name, [[field.GetName(), kind] for field, kind in zip(fields, types, strict=True)]])
        layer.ResetReading()
        yield from sorted(hashlib.sha256(_row(feature, types)).digest() for feature in layer)


def _type(field: Any) -> str:
    from osgeo import ogr

    if field.GetSubType() == ogr.OFSTBoolean:
        return "boolean"
    words = {
        ogr.OFTInteger: "integer",
        ogr.OFTInteger64: "integer",
        ogr.OFTReal: "real",
        ogr.OFTString: "text",
        ogr.OFTDate: "date",
        ogr.OFTDateTime: "datetime",
    }
    return words.get(field.GetType(), OTHER_TYPE)


def _row(feature: Any, types: list[str]) -> bytes:
    values = [_value(feature, at, kind) for at, kind in enumerate(types)]
    shape = feature.GetGeometryRef()
    shown = None if shape is None else rounded_wkb(bytes(shape.ExportToIsoWkb())).hex()
    return _line([values, shown])


def _value(feature: Any, at: int, kind: str) -> Any:
    if not feature.IsFieldSetAndNotNull(at):
        return None
    if kind == "real":
        return repr(_rounded(feature.GetFieldAsDouble(at)))
    if kind in ("integer", "boolean"):
        return int(feature.GetFieldAsInteger64(at))
    if kind in ("date", "datetime"):
        *parts, seconds, zone = feature.GetFieldAsDateTime(at)
        return [*parts, round(seconds, 3), zone]
    return feature.GetFieldAsString(at)


def rounded_wkb(wkb: bytes) -> bytes:
    """Returns ISO WKB in little-endian order with coordinates rounded to 1e-6, and no negative zeros.

    >>> import struct
    >>> struct.unpack("<BIdd", rounded_wkb(struct.pack(">BIdd", 0, 1, 0.12345678, -1e-9)))
    (1, 1, 0.123457, 0.0)
    """
    parts: list[bytes] = []
    _read_shape(memoryview(wkb), 0, parts)
    return b"".join(parts)


def _read_shape(wkb: memoryview, at: int, parts: list[bytes]) -> int:
    order = "<" if wkb[at] == LITTLE_ENDIAN else ">"
    (code,) = struct.unpack_from(f"{order}I", wkb, at + 1)
    at += 5
    parts.append(struct.pack("<BI", LITTLE_ENDIAN, code))
    kind, dimensions = code % 1000, {0: 2, 1: 3, 2: 3, 3: 4}[code // 1000]
    if kind in POINT:
        return _read_numbers(wkb, at, order, dimensions, parts)
    (count,) = struct.unpack_from(f"{order}I", wkb, at)
    at += 4
    parts.append(struct.pack("<I", count))
    if kind in LINES:
        return _read_numbers(wkb, at, order, count * dimensions, parts)
    for _ in range(count):
        if kind in RINGS:
            (length,) = struct.unpack_from(f"{order}I", wkb, at)
            parts.append(struct.pack("<I", length))
            at = _read_numbers(wkb, at + 4, order, length * dimensions, parts)
        else:
            at = _read_shape(wkb, at, parts)
    return at


def _read_numbers(wkb: memoryview, at: int, order: str, count: int, parts: list[bytes]) -> int:
    numbers = struct.unpack_from(f"{order}{count}d", wkb, at)
    parts.append(struct.pack(f"<{count}d", *map(_rounded, numbers)))
    return at + 8 * count


def _rounded(number: float) -> float:
    return round(number, DECIMALS) + 0.0


def _of_cells(dataset: Any) -> Iterator[bytes]:
    import numpy

    width, height = dataset.RasterXSize, dataset.RasterYSize
    transform = [repr(round(part, 9) + 0.0) for part in dataset.GetGeoTransform()]
    yield _line(["raster", width, height, transform, dataset.RasterCount])
    for number in range(1, dataset.RasterCount + 1):
        band = dataset.GetRasterBand(number)
        nodata = band.GetNoDataValue()
        for top in range(0, height, ROWS_AT_ONCE):
            cells = band.ReadAsArray(0, top, width, min(ROWS_AT_ONCE, height - top))
            if top == 0:
                yield _line(["band", str(cells.dtype), None if nodata is None else repr(float(nodata))])
            if cells.dtype.kind == "f":
                cells = numpy.where(numpy.isnan(cells), numpy.nan, numpy.round(cells, DECIMALS) + 0.0)
            yield cells.astype(cells.dtype.newbyteorder("<")).tobytes()


def _line(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogateescape") + b"\n"
