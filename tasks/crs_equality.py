# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether two coordinate reference systems mean the same stored coordinates, by definition and not by name.

The one rule for tools and scorer; needs osgeo.osr alone. Axis order is ignored, since GIS files hold x before
y whatever the authority says: EPSG:4326 equals OGC:CRS84, ESRI:102718 equals EPSG:2263.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

AUTHORITY_CODE = re.compile(r"[A-Za-z][A-Za-z0-9_]*:[0-9A-Za-z_]+\Z")
WKT = re.compile(r"\s*[A-Za-z]+[A-Za-z0-9]*\s*[\[(]")
# where a definition names a file of shifts; PROJ opens one by its path, as it is read or used
GRIDS = re.compile(
    r"""(?:\b\w*grids["']?\s*[=,:]\s*|PARAMETERFILE\s*[\[(][^,]*,\s*)["']?([^\s"'\])]*)""", re.IGNORECASE
)
PLAIN_FILE_NAMES = re.compile(r"[@\w.,-]*")
SAME_DEFINITION = [
    "IGNORE_DATA_AXIS_TO_SRS_AXIS_MAPPING=YES",
    "CRITERION=EQUIVALENT_EXCEPT_AXIS_ORDER_GEOGCRS",
]


class UnknownCrs(ValueError):
    """A text that names no coordinate reference system."""

    def __init__(self, text: str):
        shown = text if len(text) <= 60 else text[:57] + "..."
        super().__init__(f'"{shown}" names no coordinate reference system')


def same_crs(first: str, second: str) -> bool:
    """Tells whether two definitions hold the same coordinates.

    Args:
        first: Authority code (EPSG:2263), WKT of any version, PROJJSON or PROJ text.
        second: The same.
    Returns: True where coordinates of one can be read in the other unchanged.
    Edges: Axis order never counts; datum, unit, method and every parameter do. A compound or
        three-dimensional CRS differs from its horizontal part.
    Raises: UnknownCrs.
    """
    if first == second:
        return parse_crs(first) is not None
    return _same_definition(first, second)


@lru_cache(maxsize=256)
def _same_definition(first: str, second: str) -> bool:
    one, other = parse_crs(first), parse_crs(second)
    with quiet_osr():
        if one.IsSame(other, SAME_DEFINITION):
            return True
        # IsSame ignores axis order for geographic CRSs only; files in EPSG:2180 hold x before y as well.
        if not (one.IsProjected() and other.IsProjected()) or one.IsCompound() or other.IsCompound():
            return False
        esri_one, esri_other = _without_axis_order(one), _without_axis_order(other)
        return bool(esri_one and esri_other and esri_one.IsSame(esri_other, SAME_DEFINITION))


def _without_axis_order(crs: Any) -> Any:
    from osgeo import osr

    try:
        text = crs.ExportToWkt(["FORMAT=WKT1_ESRI"])
        plain = osr.SpatialReference()
        return plain if text and plain.ImportFromWkt(text) == 0 else None
    except RuntimeError:
        return None


@lru_cache(maxsize=256)
def parse_crs(text: str) -> Any:
    """Returns the osr.SpatialReference of a definition; files and addresses are never opened.

    Raises: UnknownCrs.
    """
    from osgeo import osr

    if _leads_to_a_file(text):
        raise UnknownCrs(text)
    with quiet_osr():
        crs = osr.SpatialReference()
        try:
            if AUTHORITY_CODE.match(text) or text.lstrip().startswith("{"):
                status = crs.SetFromUserInput(text)
            elif WKT.match(text):
                status = crs.ImportFromWkt(text)
            elif text.lstrip().startswith("+"):
                status = crs.ImportFromProj4(text)
            else:
                raise UnknownCrs(text)
        except RuntimeError:
            raise UnknownCrs(text) from None
    if status != 0:
        raise UnknownCrs(text)
    crs.SetAxisMappingStrategy(osr.OAMS_TRADITIONAL_GIS_ORDER)
    return crs


def _leads_to_a_file(text: str) -> bool:
    """Tells whether a text could have GDAL or PROJ open a file that is none of PROJ's own grids."""
    is_shift_elsewhere = any(not PLAIN_FILE_NAMES.fullmatch(names) for names in GRIDS.findall(text))
    is_init_elsewhere = re.search(r"\b(?:init|file)\s*=\s*[^\s]*[/\\\\]", text) is not None
    return is_shift_elsewhere or is_init_elsewhere or "\0" in text or len(text) < 200 and Path(text).exists()


@contextmanager
def quiet_osr() -> Iterator[None]:
    """Keeps GDAL from printing; faults are exceptions inside, and what the caller had set comes back afterwards."""
    from osgeo import gdal, osr

    silent = not osr.GetUseExceptions()
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    try:
        if silent:
            osr.UseExceptions()
        yield
    finally:
        if silent:
            osr.DontUseExceptions()
        gdal.PopErrorHandler()


def crs_name(text: str) -> str:
    """Returns a short name for people: EPSG:2263 where a code is known, else the name in the definition."""
    crs = parse_crs(text)
    with quiet_osr():
        authority, code = crs.GetAuthorityName(None), crs.GetAuthorityCode(None)
        if authority and code:
            return f"{authority}:{code}"
        return crs.GetName() or "a CRS without a name"


def is_geographic(text: str) -> bool:
    """Tells whether the coordinates are degrees."""
    return bool(parse_crs(text).IsGeographic())


def metres_per_unit(text: str) -> float:
    """Returns how many metres one unit of a projected CRS is; 1.0 for what has no linear unit."""
    crs = parse_crs(text)
    return float(crs.GetLinearUnits()) if crs.IsProjected() or crs.IsLocal() else 1.0
