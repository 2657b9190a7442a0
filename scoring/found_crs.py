# SPDX-License-Identifier: GPL-2.0-or-later
"""The CRS that a file says it is in: it may be missing, or no text that anybody can read."""

from __future__ import annotations

from typing import Any

from ..tasks.crs_equality import UnknownCrs, crs_name, parse_crs, same_crs

UNDEFINED = "Undefined "  # how GeoPackage calls the CRS of a layer without one


def wkt_of(reference: Any) -> str | None:
    """Returns the CRS of a GDAL layer or dataset as WKT, None where it has none.

    Edges: GDAL gives names that are not UTF-8 as bytes or with surrogates; what cannot be read is replaced.
    """
    if reference is None:
        return None
    wkt = reference.ExportToWkt(["FORMAT=WKT2_2019"])
    data = wkt if isinstance(wkt, bytes) else wkt.encode("utf-8", "surrogateescape")
    return data.decode("utf-8", "replace")


def is_in(found: str | None, wanted: str) -> bool:
    """Tells whether a file is in the wanted CRS; a missing or unreadable one is not."""
    try:
        return found is not None and same_crs(found, wanted)
    except UnknownCrs:
        return False


def found_name(found: str | None) -> str:
    """Returns the CRS of a file in words: code, name and unit; none where the file has none or calls it undefined.

    >>> found_name("EPSG:2263")
    'EPSG:2263 (NAD83 / New York Long Island (ftUS), US survey foot)'
    """
    if found is None:
        return "none"
    try:
        code, name = crs_name(found), parse_crs(found).GetName() or "without a name"
    except UnknownCrs:
        return "one that cannot be read"
    if name.startswith(UNDEFINED):
        return "none"
    return f"{code} ({unit_name(found)})" if code == name else f"{code} ({name}, {unit_name(found)})"


def unit_name(crs: str) -> str:
    """Returns the unit of the coordinates of a CRS: metre, US survey foot, degree ..."""
    definition = parse_crs(crs)
    return str(definition.GetLinearUnitsName() if definition.IsProjected() else definition.GetAngularUnitsName())


def label_words(found: str | None) -> str:
    """Says what a file says of its CRS."""
    name = found_name(found)
    return "the file names no CRS" if name == "none" else f"the file says {name}"
