# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of the file as a whole, its layers, its CRS and its layout."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...tasks.crs_equality import parse_crs, quiet_osr, same_crs
from ..entities import transformed
from .edited_rows import EditedRows, csv_lines, write_rows
from .mutation import Made, Mutation, NotApplicable
from .row_case import RowCase
from .shape_rules import moved_check, present

SEVERAL_LAYERS = ("GPKG", "XLSX")
OTHER_CRSS = ("EPSG:3857", "EPSG:4326", "EPSG:32633", "EPSG:2263")
LAYOUTS = {
    "GPKG": {"SPATIAL_INDEX": "NO", "FID": "row_number"},
    "GeoJSON": {"WRITE_BBOX": "YES"},
    "FlatGeobuf": {"SPATIAL_INDEX": "NO", "DESCRIPTION": "another layout"},
    "ESRI Shapefile": {"SPATIAL_INDEX": "YES"},
}
NEAR_METRES = 10_000.0


def not_written(case: Any) -> Made:
    """Writes nothing."""
    return Made(lambda path: None, "readable")


def empty_file(case: Any) -> Made:
    """Writes a file of 0 bytes."""
    return Made(lambda path: path.write_bytes(b""), "readable")


def another_format(case: Any) -> Made:
    """Writes an archive behind the extension."""
    return Made(lambda path: path.write_bytes(b"PK\x03\x04\xff\xfe" + bytes(512)), "readable")


def unchanged(case: Any) -> Made:
    """Writes what was read."""
    return Made(case.rows.writer(), None)


def layers_of_other_names(case: RowCase) -> Made:
    """Writes two layers, none of them called as asked."""
    if case.driver not in SEVERAL_LAYERS:
        raise NotApplicable(f"a {case.row_format.name} file has one layer")

    def write(path: Path) -> None:
        write_rows(replace(case.rows, layer="first_try"), path)
        write_rows(replace(case.rows, layer="second_try"), path, append=True)

    return Made(write, "layer")


def layer_renamed(case: RowCase) -> Made:
    """Gives the only layer another name."""
    return Made(replace(case.rows, layer="renamed").writer(), None)


def another_layout(case: RowCase) -> Made:
    """Writes the same rows as another program would: no index, other line ends, quotes."""
    if case.driver == "CSV":
        lines = csv_lines(case.rows, quote_all=True)
        return Made(lambda path: path.write_bytes(("\ufeff" + "\r\n".join(lines) + "\r\n").encode()), None)
    if case.driver not in LAYOUTS:
        raise NotApplicable(f"a {case.row_format.name} file is laid out in one way")
    options = dict(LAYOUTS[case.driver])
    if not case.has_shapes:
        options.pop("SPATIAL_INDEX", None)
    return Made(replace(case.rows, options=options).writer(), None)


def wrong_crs_label(case: RowCase, crs: str | None = None) -> Made:
    """Says that the coordinates are in another CRS."""
    _labelled(case)
    return Made(replace(case.rows, crs=crs or _other_crs(case)).writer(), "crs")


def no_crs_label(case: RowCase) -> Made:
    """Says nothing about the CRS."""
    _labelled(case)
    if case.driver == "GeoJSON":
        raise NotApplicable("a GeoJSON file without a CRS is in EPSG:4326")
    return Made(replace(case.rows, crs=None).writer(), "crs")


def not_reprojected(case: RowCase, crs: str | None = None) -> Made:
    """Leaves the rows in another CRS, which the file says."""
    _labelled(case)
    other = crs or _other_crs(case)
    return Made(replace(_transformed(case, other), crs=other).writer(), "crs")


def assigned_never_transformed(case: RowCase, crs: str | None = None) -> Made:
    """Leaves the coordinates in another CRS under the label of the right one."""
    if not case.has_shapes:
        raise NotApplicable("there are no shapes")
    for other in [crs] if crs else OTHER_CRSS:
        rows = _transformed(case, other)
        if _is_far(case, rows):
            return Made(rows.writer(), "envelope")
    raise NotApplicable("coordinates of other CRSs lie near those of the reference")


def axes_swapped(case: RowCase) -> Made:
    """Writes y before x."""
    import shapely

    if not case.has_shapes or case.rows.shapes is None:
        raise NotApplicable("there are no shapes")
    rows = replace(case.rows, shapes=shapely.transform(case.rows.shapes, lambda xy: xy[:, ::-1]))
    if _is_far(case, rows):
        return Made(rows.writer(), "envelope")
    places = present(case)
    return Made(rows.writer(), moved_check(case, places, rows.shapes[places]))  # type: ignore[index]


def crs_by_another_definition(case: RowCase) -> Made:
    """Names the same CRS by the text of its definition, as ESRI writes it."""
    if not case.has_shapes:
        raise NotApplicable("there are no shapes")
    return Made(replace(case.rows, crs=esri_definition(case.contract.crs)).writer(), None)  # type: ignore[union-attr]


def esri_definition(crs: str) -> str:
    """Returns a CRS as WKT of ESRI.

    Raises: NotApplicable where ESRI has no words for it.
    """
    with quiet_osr():
        try:
            text = parse_crs(crs).ExportToWkt(["FORMAT=WKT1_ESRI"])
        except RuntimeError:
            text = ""
    if not text:
        raise NotApplicable("its CRS has no other definition")
    return str(text)


def other_crs(crs: str) -> str:
    """Returns a CRS that is another one."""
    return next(other for other in OTHER_CRSS if not same_crs(other, crs))


def _other_crs(case: RowCase) -> str:
    return other_crs(case.contract.crs)  # type: ignore[union-attr]


def _labelled(case: RowCase) -> None:
    if not case.has_shapes:
        raise NotApplicable("there are no shapes")
    if case.driver == "LIBKML":
        raise NotApplicable("a KML file is always in EPSG:4326")


def _transformed(case: RowCase, crs: str) -> EditedRows:
    assert case.rows.shapes is not None and case.contract.kind == "vector"
    return replace(case.rows, shapes=transformed(case.rows.shapes, case.contract.crs, crs))


def _is_far(case: RowCase, rows: EditedRows) -> bool:
    """Tells whether rows lie farther from the reference than its own size and 10 km."""
    import shapely

    ours, theirs = shapely.total_bounds(case.rows.shapes), shapely.total_bounds(rows.shapes)
    if not np.isfinite([ours, theirs]).all():
        return False
    margin = max(ours[2] - ours[0], ours[3] - ours[1], NEAR_METRES * case.units_per_metre)
    apart = max(theirs[0] - ours[2], ours[0] - theirs[2], theirs[1] - ours[3], ours[1] - theirs[3])
    return bool(apart > 1.1 * margin)


FILE_MUTATIONS = (Mutation(not_written), Mutation(empty_file), Mutation(another_format), Mutation(unchanged))
LAYER_MUTATIONS = (
    Mutation(layers_of_other_names),
    Mutation(layer_renamed),
    Mutation(another_layout),
    Mutation(wrong_crs_label),
    Mutation(no_crs_label),
    Mutation(not_reprojected),
    Mutation(assigned_never_transformed),
    Mutation(axes_swapped),
    Mutation(crs_by_another_definition),
)
