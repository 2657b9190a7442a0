# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes rows that differ as a GeoPackage, a layer per kind of difference.

Rows with wrong values have both values side by side, `<column>_expected` and `<column>_found`; dates and times are
text, as in a score record, so that nothing of them is rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...scoring.row_state import RowState
from ...scoring.row_table import ColumnValues, RowTable
from ...scoring.source_file import gdal_settings
from .row_differences import RowDifferences, has_shapes
from .written_layers import LAYER_KINDS, LayerKind, WrittenLayer

LAYER_NAMES: dict[LayerKind, str] = {
    "extra": "extra_rows",
    "missing": "missing_rows",
    "moved": "moved_shapes",
    "before": "expected_shapes",
    "wrong": "wrong_values",
    "same": "same_rows",
}
RESERVED = ("fid", "geom")
LONGEST_TEXT = 10_000
TYPE_IDS = {"Point": (0, 4), "LineString": (1, 5), "Polygon": (3, 6)}


class Field(NamedTuple):
    """A column of a layer; `type` is one of ColumnValues, `values` has one per row."""

    name: str
    type: str
    values: Sequence[Any]


def write_row_layers(found: RowDifferences, path: Path, most: int) -> list[WrittenLayer]:
    """Writes a layer per kind of which there are rows.

    Args:
        most: Rows of a layer; of more, that many from among all of them.
    Returns: The layers, the uppermost first.
    Edges: Layers of shapes are multi, flat, and of the contract's type; a row with a shape of another type, or
        without one, stands there without a shape.
    """
    from osgeo import gdal

    path.unlink(missing_ok=True)
    with gdal_settings():
        dataset = gdal.GetDriverByName("GPKG").Create(str(path), 0, 0, 0, gdal.GDT_Unknown)
        counts = {**found.counts, "before": found.counts["moved"] if has_shapes(_state(found).contract) else 0}
        layers = [_write_kind(dataset, found, kind, path, most) for kind in LAYER_KINDS if counts.get(kind)]
        dataset.FlushCache()
        del dataset
    return layers


def _write_kind(dataset: Any, found: RowDifferences, kind: LayerKind, path: Path, most: int) -> WrittenLayer:
    state = _state(found)
    shapes = found.shapes_before() if kind == "before" else found.shapes(kind)  # type: ignore[arg-type]
    chosen = _from_among(len(shapes), most)
    fields = _with_own_names(_fields(found, kind, chosen))
    texts, lone, other = _shape_texts(state, shapes[chosen])
    _write_layer(dataset, state, LAYER_NAMES[kind], fields, texts)
    return WrittenLayer(kind, str(path), LAYER_NAMES[kind], len(shapes), len(chosen), lone, other)


def _from_among(count: int, most: int) -> np.ndarray:
    if count <= most:
        return np.arange(count)
    return np.linspace(0, count - 1, most).astype(int)


def _fields(found: RowDifferences, kind: LayerKind, chosen: np.ndarray) -> Iterator[Field]:
    state = _state(found)
    if kind == "extra":
        rows = found.extra[chosen]
        yield _numbers("output_row", rows)
        yield from _columns(state.output, rows, state.contract.columns)
    elif kind == "missing":
        rows = found.missing[chosen]
        yield _numbers("reference_row", rows)
        yield from _columns(state.reference, rows, state.contract.columns)
    elif kind == "before":
        rows = found.reference_rows("moved")[chosen]
        yield _numbers("reference_row", rows)
        yield from _columns(state.reference, rows, state.contract.id_columns)
    else:
        yield from _pair_fields(found, kind, found.pairs[kind][chosen])  # type: ignore[index]


def _pair_fields(found: RowDifferences, kind: LayerKind, pairs: np.ndarray) -> Iterator[Field]:
    state = _state(found)
    ours, theirs = state.pairs.reference[pairs], state.pairs.output[pairs]
    yield _numbers("reference_row", ours)
    yield _numbers("output_row", theirs)
    if kind == "same":
        yield from _columns(state.output, theirs, state.contract.columns)
        return
    yield from _columns(state.reference, ours, state.contract.id_columns)
    if kind == "moved":
        excess = found.shape_excess[pairs]
        values = [float(one) if np.isfinite(one) else None for one in excess]
        yield Field("times_tolerance", "real", values)
    names = list(found.wrong_values)
    marks = [[name for name in names if found.wrong_values[name][pair]] for pair in pairs]
    yield Field("wrong", "text", [", ".join(mark) for mark in marks])
    for name in names:
        yield _column(f"{name}_expected", state.reference.columns[name], ours)
        yield _column(f"{name}_found", state.output.columns[name], theirs)


def _columns(table: RowTable, rows: np.ndarray, names: Iterable[str]) -> Iterator[Field]:
    for name in names:
        if name in table.columns:
            yield _column(name, table.columns[name], rows)


def _column(name: str, column: ColumnValues, rows: np.ndarray) -> Field:
    return Field(name, column.type, [column.python_value(row) for row in rows.tolist()])


def _numbers(name: str, rows: np.ndarray) -> Field:
    return Field(name, "integer", (rows + 1).tolist())


def _with_own_names(fields: Iterable[Field]) -> list[Field]:
    """Returns fields under names that a GeoPackage can hold side by side; it does not tell cases apart."""
    taken = set(RESERVED)
    kept = []
    for field in fields:
        name, number = field.name, 1
        while name.lower() in taken:
            number += 1
            name = f"{field.name}_{number}"
        taken.add(name.lower())
        kept.append(field._replace(name=name))
    return kept


def _shape_texts(state: RowState, shapes: np.ndarray) -> tuple[list[bytes | None], int, int]:
    """Returns the WKB of shapes that a layer holds, how many there are not, and how many are of another type."""
    import shapely

    if not has_shapes(state.contract):
        return [None] * len(shapes), 0, 0
    absent = shapely.is_missing(shapes)
    able = TYPE_IDS[state.contract.geometry_type]  # type: ignore[union-attr]
    fits = np.isin(shapely.get_type_id(shapes), able)
    kept = shapes.copy()
    kept[~fits] = None
    texts = [bytes(text) if text is not None else None for text in shapely.to_wkb(shapely.force_2d(kept))]
    return texts, int(absent.sum()), int((~absent & ~fits).sum())


def _write_layer(dataset: Any, state: RowState, name: str, fields: list[Field], texts: Sequence[bytes | None]) -> None:
    from osgeo import ogr

    kind = ogr.wkbNone
    if has_shapes(state.contract):
        kind = getattr(ogr, f"wkbMulti{state.contract.geometry_type}")  # type: ignore[union-attr]
    layer = dataset.CreateLayer(name, _spatial_reference(state), kind, ["FID=fid", "GEOMETRY_NAME=geom"])
    for field in fields:
        layer.CreateField(_definition(field))
    layer.StartTransaction()
    for row, text in enumerate(texts):
        feature = ogr.Feature(layer.GetLayerDefn())
        for index, field in enumerate(fields):
            if field.values[row] is not None:
                feature.SetField(index, _storable(field.values[row]))
        if text is not None:
            feature.SetGeometryDirectly(ogr.ForceTo(ogr.CreateGeometryFromWkb(text), kind))
        layer.CreateFeature(feature)
    layer.CommitTransaction()


def _definition(field: Field) -> Any:
    from osgeo import ogr

    types = {"integer": ogr.OFTInteger64, "real": ogr.OFTReal, "boolean": ogr.OFTInteger}
    definition = ogr.FieldDefn(field.name, types.get(field.type, ogr.OFTString))
    if field.type == "boolean":
        definition.SetSubType(ogr.OFSTBoolean)
    return definition


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return value[:LONGEST_TEXT].replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    return int(value) if isinstance(value, bool) else value


def _spatial_reference(state: RowState) -> Any:
    from osgeo import osr

    if state.reference.crs is None:
        return None
    crs = osr.SpatialReference()
    crs.ImportFromWkt(state.reference.crs)
    crs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return crs


def _state(found: RowDifferences) -> RowState:
    assert found.state is not None, found.problem
    return found.state
