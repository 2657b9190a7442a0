# SPDX-License-Identifier: GPL-2.0-or-later
"""CRS equality: pairs that hold the same coordinates, and near misses that do not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gisagentbench.tasks import crs_equality
from gisagentbench.tasks.crs_equality import UnknownCrs, crs_name, is_geographic, metres_per_unit, parse_crs, same_crs

SAME = [
    ("EPSG:4326", "OGC:CRS84"),
    ("EPSG:4269", "OGC:CRS83"),
    ("ESRI:102718", "EPSG:2263"),
    ("EPSG:3857", "ESRI:102100"),
    ("epsg:28992", "EPSG:28992"),
    ("+proj=longlat +datum=WGS84 +no_defs", "EPSG:4326"),
]
DIFFERENT = [
    ("EPSG:2263", "EPSG:2262", "the zone beside it"),
    ("EPSG:2263", "EPSG:32118", "metres for feet"),
    ("EPSG:2263", "EPSG:6539", "another realization of the datum"),
    ("EPSG:28992", "EPSG:28991", "another false origin"),
    ("EPSG:4326", "EPSG:4269", "another datum"),
    ("EPSG:4326", "EPSG:4979", "three dimensions"),
    ("EPSG:3857", "EPSG:3395", "sphere and ellipsoid"),
    ("EPSG:5513", "EPSG:5514", "the same with opposite signs"),
    ("EPSG:25832", "EPSG:32632", "ETRS89 and WGS 84"),
    ("EPSG:28992", "EPSG:7415", "with heights"),
]
WRITTEN = ["EPSG:4326", "EPSG:2263", "EPSG:28992", "EPSG:3857", "EPSG:26913", "EPSG:2278", "EPSG:31467", "EPSG:2180"]


@pytest.mark.parametrize(("first", "second"), SAME)
def test_pair_holds_the_same_coordinates(first: str, second: str) -> None:
    assert (same_crs(first, second), same_crs(second, first)) == (True, True)


@pytest.mark.parametrize(("first", "second", "why"), DIFFERENT, ids=[row[2] for row in DIFFERENT])
def test_pair_holds_other_coordinates(first: str, second: str, why: str) -> None:
    assert (same_crs(first, second), same_crs(second, first)) == (False, False)


@pytest.mark.parametrize("form", ["WKT1_GDAL", "WKT1_ESRI", "WKT2_2019"])
@pytest.mark.parametrize("code", WRITTEN)
def test_text_of_a_file_equals_the_code_it_was_written_from(code: str, form: str) -> None:
    """EPSG:31467 and EPSG:2180 name north first, and ESRI's text names no axes at all."""
    assert same_crs(parse_crs(code).ExportToWkt([f"FORMAT={form}"]), code)


@pytest.mark.parametrize(
    "text", ["", "EPSG:999999", "feet", "/etc/passwd", "https://example.org/crs", "PROJCS[nonsense"]
)
def test_text_that_names_no_crs_is_refused(text: str) -> None:
    with pytest.raises(UnknownCrs):
        same_crs(text, "EPSG:4326")
    with pytest.raises(UnknownCrs):
        same_crs(text, text)


DEGREES = 'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]'
GRID = 'GEOGCS["x",DATUM["d",SPHEROID["e",6378137,298.25],EXTENSION["PROJ4_GRIDS","{}"]],' + DEGREES + "]"
SHIFTED = 'BOUNDCRS[SOURCECRS[x],ABRIDGEDTRANSFORMATION["x",METHOD["NTv2"],PARAMETERFILE["Shift file","{}"]]]'


@pytest.mark.parametrize(
    "text",
    [
        GRID.format("/etc/passwd"),
        GRID.format("../secret.gsb"),
        SHIFTED.format("/etc/passwd"),
        "+proj=longlat +nadgrids=/etc/passwd",
        "+proj=longlat +nadgrids=@null,https://example.org/shift.tif",
        "+proj=longlat +geoidgrids=../secret.gtx",
        "+init=/etc/passwd:1",
        "TEXT:file",
    ],
)
def test_a_definition_that_leads_to_a_file_is_refused_unread(text: str, tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "TEXT:file").write_text('GEOGCS["x",DATUM["d",SPHEROID["e",6378137,298.25]],' + DEGREES + "]")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownCrs):
        parse_crs(text)


def test_grids_that_proj_keeps_may_be_named() -> None:
    web = parse_crs("EPSG:3857").ExportToWkt()
    assert "nadgrids=@null" in web
    assert same_crs(web, "EPSG:3857")


def test_units_and_names_are_told() -> None:
    assert metres_per_unit("EPSG:2263") == pytest.approx(1200 / 3937, rel=1e-12)
    assert metres_per_unit("EPSG:28992") == 1.0
    assert (is_geographic("EPSG:4326"), is_geographic("EPSG:2263")) == (True, False)
    assert crs_name(parse_crs("EPSG:2263").ExportToWkt()) == "EPSG:2263"


def test_it_needs_no_package_but_osgeo() -> None:
    """The module is shared with the tools, which load where no PyPI package is installed."""
    blocked = "numpy, pydantic, yaml, pyproj, shapely"
    program = f"""
import sys, importlib.util
for name in "{blocked}".split(", "):
    sys.modules[name] = None
spec = importlib.util.spec_from_file_location("crs_equality", {str(Path(crs_equality.__file__))!r})
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
assert module.same_crs("EPSG:4326", "OGC:CRS84")
"""
    subprocess.run([sys.executable, "-c", program], check=True)
