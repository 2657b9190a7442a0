# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads a GDAL layer column by column through the Arrow C stream, without pyarrow.

The reader of pyogrio turns integers beside NULLs into reals, which cannot tell 2**53 + 1 from 2**53; the stream
keeps 64 bits and NULLs apart, and is about five times as fast. Dates, times and booleans are not taken from it, see
`feature_values`.
Source: Arrow C data interface, format version 1.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np

INTEGERS = {"c": np.int8, "C": np.uint8, "s": np.int16, "S": np.uint16, "i": np.int32, "I": np.uint32, "l": np.int64}
REALS = {"f": np.float32, "g": np.float64}
BATCH_ROWS = 65_536
GENERAL_STREAM = ("OGR_GPKG_STREAM_BASE_IMPL", "OGR_FLATGEOBUF_STREAM_BASE_IMPL")


class ArrowSchema(ctypes.Structure):
    """struct ArrowSchema."""


class ArrowArray(ctypes.Structure):
    """struct ArrowArray."""


ArrowSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowSchema))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]
ArrowArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(ArrowArray))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class ArrowColumn(NamedTuple):
    """One column of a layer.

    Args:
        type: integer, real, text, boolean, date, datetime, binary or other.
        values: int64, float64, bool, datetime64[D], datetime64[ms], or objects (str, bytes); filler where NULL.
        null: True where the value is NULL.
    """

    type: str
    values: np.ndarray
    null: np.ndarray


def read_columns(layer: Any) -> dict[str, ArrowColumn]:
    """Reads all fields of a layer that are not ignored, and its shapes as WKB under the geometry column's name.

    Raises: RuntimeError where GDAL cannot read on.
    """
    from osgeo import gdal

    gdal.ErrorReset()
    stream = layer.GetArrowStream(["INCLUDE_FID=NO", f"MAX_FEATURES_IN_BATCH={BATCH_ROWS}"])
    if stream is None:
        raise RuntimeError(gdal.GetLastErrorMsg() or "no rows can be read")
    schema = stream.GetSchema()
    fields = [child.contents for child in _children(ArrowSchema.from_address(schema._getPtr()))]
    formats = {field.name.decode(): field.format.decode() for field in fields}
    chunks: dict[str, list[ArrowColumn]] = {name: [] for name in formats}
    for batch in _batches(stream):
        for (name, form), child in zip(formats.items(), _children(batch), strict=True):
            chunks[name].append(_column(form, child.contents))
    if gdal.GetLastErrorType() >= gdal.CE_Failure:
        # The stream ends at a damaged row as it ends at the last one.
        raise RuntimeError(gdal.GetLastErrorMsg())
    return {name: _joined(parts, formats[name]) for name, parts in chunks.items()}


@contextmanager
def sound_stream(driver: str, only_shapes: bool) -> Iterator[None]:
    """Takes the general stream of GDAL where the fast one of a driver is wrong.

    GeoPackage, GDAL 3.6.2: hands out its own encoding in place of WKB where no field is asked for. FlatGeobuf, GDAL
    3.10.3: gives rows the shapes of others where one has none.
    """
    from osgeo import gdal

    general = driver == "FlatGeobuf" or only_shapes

    before = {name: gdal.GetConfigOption(name) for name in GENERAL_STREAM}
    try:
        for name in GENERAL_STREAM if general else ():
            gdal.SetConfigOption(name, "YES")
        yield
    finally:
        for name, former in before.items():
            gdal.SetConfigOption(name, former)


def _batches(stream: Any) -> Iterator[ArrowArray]:
    # A batch is freed with its wrapper, so everything is copied out of it before the next one is asked for.
    while (wrapper := stream.GetNextRecordBatch()) is not None:
        yield ArrowArray.from_address(wrapper._getPtr())


def _children(parent: Any) -> list[Any]:
    return [parent.children[index] for index in range(parent.n_children)]


def _joined(parts: list[ArrowColumn], form: str) -> ArrowColumn:
    if not parts:
        return ArrowColumn(column_type(form), np.empty(0, empty_type(column_type(form))), np.empty(0, bool))
    if len(parts) == 1:
        return parts[0]
    values = np.concatenate([part.values for part in parts])
    return ArrowColumn(parts[0].type, values, np.concatenate([part.null for part in parts]))


def column_type(form: str) -> str:
    """Returns our word for an Arrow format string."""
    if form in INTEGERS:
        return "integer"
    if form in REALS:
        return "real"
    return {"u": "text", "U": "text", "z": "binary", "Z": "binary"}.get(form, "other")


def empty_type(word: str) -> Any:
    """Returns the numpy type that holds values of one of our type words."""
    kinds: dict[str, Any] = {"integer": np.int64, "real": np.float64, "boolean": bool}
    kinds |= {"date": "datetime64[D]", "datetime": "datetime64[ms]"}
    return kinds.get(word, object)


def _column(form: str, array: ArrowArray) -> ArrowColumn:
    word = column_type(form)
    null = _null_mask(array)
    if word in ("text", "binary"):
        return ArrowColumn(word, _pieces(form, array, null), null)
    values = _fixed_width(form, array)
    if word == "real":
        null = null | np.isnan(values)
    return ArrowColumn(word, values, null)


def _fixed_width(form: str, array: ArrowArray) -> np.ndarray:
    if form in INTEGERS:
        return _numbers(array, INTEGERS[form]).astype(np.int64)
    if form in REALS:
        return _numbers(array, REALS[form]).astype(np.float64)
    return np.full(array.length, None, object)


def _buffer(address: int | None, size: int) -> Any:
    return (ctypes.c_char * size).from_address(address) if address and size else b""


def _numbers(array: ArrowArray, kind: Any) -> np.ndarray:
    size = np.dtype(kind).itemsize
    raw = np.frombuffer(_buffer(array.buffers[1], (array.offset + array.length) * size), kind)
    return raw[array.offset :].copy()


def _bits(address: int | None, array: ArrowArray) -> np.ndarray:
    end = array.offset + array.length
    raw = np.frombuffer(_buffer(address, (end + 7) // 8), np.uint8)
    return np.unpackbits(raw, count=end, bitorder="little")[array.offset :].astype(bool)


def _null_mask(array: ArrowArray) -> np.ndarray:
    if array.null_count == 0 or not array.n_buffers or not array.buffers[0]:
        return np.zeros(array.length, bool)
    return ~_bits(array.buffers[0], array)


def _pieces(form: str, array: ArrowArray, null: np.ndarray) -> np.ndarray:
    """Cuts a buffer of texts or shapes into objects, None where NULL."""
    kind = np.dtype(np.int64 if form in ("U", "Z") else np.int32)
    end = array.offset + array.length + 1
    offsets = np.frombuffer(_buffer(array.buffers[1], end * kind.itemsize), kind)[array.offset :]
    size = int(offsets[-1]) if len(offsets) else 0
    data = bytes(_buffer(array.buffers[2], size))
    bounds = offsets.tolist()
    values = np.empty(array.length, object)
    if form in ("z", "Z"):
        values[:] = [data[a:b] for a, b in zip(bounds, bounds[1:], strict=False)]
    elif data.isascii():
        text = data.decode("ascii")
        values[:] = [text[a:b] for a, b in zip(bounds, bounds[1:], strict=False)]
    else:
        values[:] = [data[a:b].decode("utf-8", "replace") for a, b in zip(bounds, bounds[1:], strict=False)]
    values[null] = None
    return values
