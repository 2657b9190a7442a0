# SPDX-License-Identifier: GPL-2.0-or-later
"""A campaign of hostile calls through one warm host: each is refused by its code, and nothing else happens."""

from __future__ import annotations

import json
import secrets
from pathlib import Path
from typing import Any

import numpy
import pytest
from osgeo import gdal, ogr, osr

from gisagentbench.headless.tool_host import ToolHost
from gisagentbench.tools.execution.workspace import checksums

pytestmark = pytest.mark.qgis
SECONDS = 60.0
GRID_WKT = (
    'GEOGCS["x",DATUM["d",SPHEROID["WGS 84",6378137,298.257223563],EXTENSION["PROJ4_GRIDS","/etc/passwd"]],'
    'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]'
)
INLINE = '{"type":"FeatureCollection","features":[]}'
VRT = '<VRTDataset rasterXSize="1" rasterYSize="1"><VRTRasterBand dataType="Byte" band="1"/></VRTDataset>'


def load(file: Any, **more: Any) -> tuple[str, Any]:
    return "load_layer", {"file": file, "name": "x", **more}


def export(file: Any, **more: Any) -> tuple[str, Any]:
    return "export_layer", {"layer": "parks", "file": file, "format": "gpkg", **more}


def export_raster(file: Any, **more: Any) -> tuple[str, Any]:
    return "export_raster", {"raster": "dem", "file": file, "format": "geotiff", **more}


def reproject(crs: Any, **more: Any) -> tuple[str, Any]:
    return "reproject_layer", {"layer": "parks", "target_crs": crs, "output": "x", **more}


def buffer(**more: Any) -> tuple[str, Any]:
    call = {"layer": "parks", "unit": "m", "method": "planar", "distance": 1, "output": "x"}
    return "buffer", call | more


def formula(text: Any, **more: Any) -> tuple[str, Any]:
    return "raster_calculator", {"inputs": {"a": "dem"}, "formula": text, "output": "x", **more}


def count(where: Any) -> tuple[str, Any]:
    return "count_features", {"layer": "parks", "filter": where}


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


OUT, FORM, BAD, LIMIT = "PATH_OUTSIDE_WORKSPACE", "WRONG_TYPE", "BAD_VALUE", "LIMIT_EXCEEDED"
EXPRESSION, WORDS = "EXPRESSION_NOT_ALLOWED", "EXPRESSION_INVALID"
CALLS: list[tuple[tuple[Any, Any], str]] = [
    # sources
    (load("../secret.csv"), OUT),
    (load("/etc/passwd"), OUT),
    (load("~/.ssh/id_rsa"), OUT),
    (load("inputs/../../secret.csv"), OUT),
    (load("/vsicurl/https://example.org/a.tif"), OUT),
    (load("vsicurl/https://example.org/a.tif"), OUT),
    (load("/vsizip//etc/x.zip/a.shp"), OUT),
    (load("/vsimem/a.gpkg"), OUT),
    (load("parks.gpkg|layername=parks|option:PRELUDE_STATEMENTS=ATTACH 'a' AS b"), OUT),
    (load("GPKG:parks.gpkg:parks"), OUT),
    (load("PG:host=localhost dbname=x"), OUT),
    (load(INLINE), OUT),
    (load(VRT), OUT),
    (load("parks.gpkg\0.csv"), BAD),
    (load("x" * 5000), OUT),
    (load(["parks.gpkg"]), FORM),
    (load("link.csv"), OUT),
    (load("linked_folder/secret.csv"), OUT),
    (load("virtual.tif"), "BAD_FORMAT"),
    (load("virtual.gpkg"), "BAD_FORMAT"),
    (load("masked.tif"), "BAD_FORMAT"),
    (load("overviews.tif"), "BAD_FORMAT"),
    (load("parks.gpkg", sublayer="parks|option:OGR_ENABLED=YES"), "UNKNOWN_LAYER"),
    (load("parks.gpkg", sublayer="sqlite_master"), "UNKNOWN_LAYER"),
    (load("parks.gpkg", sublayer='parks"; DROP TABLE parks; --'), "UNKNOWN_LAYER"),
    (load("parks.gpkg", encoding="/etc/passwd"), BAD),
    (load("rows.csv", encoding="rot13"), BAD),
    (load("rows.csv", delimiter="(a+)+$"), BAD),
    # names
    (("load_layer", {"file": "parks.gpkg", "name": "../x"}), BAD),
    (("load_layer", {"file": "parks.gpkg", "name": "x" * 64}), BAD),
    (("load_layer", {"file": "parks.gpkg", "name": "parks"}), "OUTPUT_EXISTS"),
    (("load_layer", {"file": "parks.gpkg", "name": "gpkg_contents"}), BAD),
    (("load_layer", {"file": "parks.gpkg", "name": "x; rm -rf /"}), BAD),
    # outputs
    (export("../../stolen.gpkg"), OUT),
    (export("/stolen.gpkg"), OUT),
    (export("link_out.gpkg"), OUT),
    (export("folder_out/stolen.gpkg"), OUT),
    (export("a.sh"), BAD),
    (export("a.gpkg", sublayer="gpkg_contents"), BAD),
    (export("a.gpkg", fields=["name", "nothing"]), "UNKNOWN_FIELD"),
    (export_raster("../../stolen.tif"), OUT),
    (export_raster("/vsis3/bucket/stolen.tif"), OUT),
    # CRSs
    (reproject("/etc/passwd"), BAD),
    (reproject("https://example.org/crs"), BAD),
    (reproject("+proj=longlat +nadgrids=/etc/passwd"), BAD),
    (reproject("+init=/etc/passwd:1"), BAD),
    (reproject("@secret.prj"), BAD),
    (reproject(GRID_WKT), BAD),
    (reproject("EPSG:99999999999999999999"), BAD),
    (reproject("PROJCS[" * 2000), BAD),
    (reproject("+proj=pipeline +step +proj=hgridshift +grids=/etc/passwd"), BAD),
    # sizes
    (reproject("EPSG:4326", densify=1e-9), LIMIT),
    (buffer(quarter_segments=10**9), BAD),
    (buffer(distance=1e300), "CRS_UNSUITABLE"),
    (buffer(distance=float("inf")), BAD),
    (buffer(distance=float("nan")), BAD),
    (buffer(distance=10**400), BAD),
    (buffer(layer=nested(100_000)), LIMIT),
    (buffer(note="x" * 5_000_000), LIMIT),
    (buffer(**{f"a{number}": 1 for number in range(2000)}), "UNKNOWN_ARGUMENT"),
    # formulas and expressions
    (formula("__import__('os').system('id')"), WORDS),
    (formula("a" + " ** 9" * 300), LIMIT),
    (formula("(" * 1500 + "a" + ")" * 400), LIMIT),
    (formula("a.__class__"), WORDS),
    (count("eval('1')"), EXPRESSION),
    (count("env('HOME') = 'x'"), EXPRESSION),
    (count("file_exists('/etc/passwd')"), EXPRESSION),
    (count("aggregate('parks', 'count', 1) > 0"), EXPRESSION),
    (count("load_layer('/etc/passwd', 'ogr') IS NULL"), EXPRESSION),
    (count("sqlite_fetch_and_increment('/x.sqlite', 't', 'i', 'i', map(), map()) > 0"), EXPRESSION),
    (count("@project_folder IS NULL"), EXPRESSION),
    (count("rand(1, 2) > 1"), EXPRESSION),
    (count("length(lpad('a', 1e12, 'x')) > 1"), LIMIT),
    (count("array_length(generate_series(1, 1e12)) > 1"), LIMIT),
    (count("abs(" * 40 + "1" + ")" * 40), LIMIT),
    (count("'" + "x" * 10_000 + "'"), LIMIT),
    (count('"name" = \'x'), WORDS),
    (count('"missing" = 1'), "UNKNOWN_FIELD"),
    # calls that are none
    (("os.system", {"command": "id"}), "UNKNOWN_TOOL"),
    ((["buffer"], {}), "UNKNOWN_TOOL"),
    (("__import__", {}), "UNKNOWN_TOOL"),
    (("x" * 100_000, {}), "UNKNOWN_TOOL"),
    (("buffer", "layer=parks"), FORM),
    (("buffer", None), FORM),
    (("describe_layer", {"layer": "\ud800"}), BAD),
    (("describe_layer", {"layer": "work/parks.gpkg"}), BAD),
]


def write_inputs(folder: Path) -> None:
    inputs, outside = folder / "w" / "inputs", folder / "outside"
    inputs.mkdir(parents=True)
    outside.mkdir()
    (outside / "secret.csv").write_text("secret\n1\n")
    (inputs / "link.csv").symlink_to(outside / "secret.csv")
    (inputs / "linked_folder").symlink_to(outside)
    (inputs / "rows.csv").write_text("id,name\n1,a\n")
    (inputs / "virtual.tif").write_text(VRT)
    (inputs / "virtual.gpkg").write_text('<OGRVRTDataSource><OGRVRTLayer name="x"/></OGRVRTDataSource>')
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(28992)
    for name in ("dem", "masked", "overviews"):
        write_raster(inputs / f"{name}.tif", crs)
    (inputs / "masked.tif.msk").write_text(VRT)
    (inputs / "overviews.tif.ovr").write_text(VRT)
    dataset = ogr.GetDriverByName("GPKG").CreateDataSource(str(inputs / "parks.gpkg"))
    layer = dataset.CreateLayer("parks", crs, ogr.wkbLineString)
    layer.CreateField(ogr.FieldDefn("name", ogr.OFTString))
    feature = ogr.Feature(layer.GetLayerDefn())
    feature["name"] = "a"
    feature.SetGeometry(ogr.CreateGeometryFromWkt("LINESTRING(155000 463000, 156000 463000)"))
    layer.CreateFeature(feature)


def write_raster(path: Path, crs: osr.SpatialReference) -> None:
    dataset = gdal.GetDriverByName("GTiff").Create(str(path), 8, 8, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((155000, 1, 0, 463000, 0, -1))
    dataset.SetProjection(crs.ExportToWkt())
    dataset.GetRasterBand(1).WriteArray(numpy.ones((8, 8), "float32"))


def everything_in(folder: Path) -> dict[str, str]:
    left_alone = ("w/work/", "w/workspace.json", "w/host.log", "w/workspace.lock", "w/.")
    return {name: digest for name, digest in checksums(folder).items() if not name.startswith(left_alone)}


def test_hostile_calls_are_refused_by_their_codes_and_nothing_else_happens(tmp_path, monkeypatch):
    """Law: what lies outside work/ is byte for byte the same before and after, and one host has answered all calls."""
    write_inputs(tmp_path)
    workspace, starts, told = tmp_path / "w", [], []
    monkeypatch.setattr(secrets, "token_hex", lambda *_: told.append("5ec4e7" * 10) or told[-1])
    with ToolHost(workspace, workspace / "host.log", on_start=starts.append) as host:
        assert host.call("load_layer", {"file": "parks.gpkg", "name": "parks"}, SECONDS)["ok"]
        assert host.call("load_layer", {"file": "dem.tif", "name": "dem"}, SECONDS)["ok"]
        (workspace / "output" / "link_out.gpkg").symlink_to(tmp_path / "outside" / "stolen.gpkg")
        (workspace / "output" / "folder_out").symlink_to(tmp_path / "outside")
        before, pid = everything_in(tmp_path), host.pid
        steps = [host.call(api, arguments, SECONDS) for (api, arguments), _ in CALLS]
        found = [(step["error"] or {}).get("code", "") for step in steps]
        wrong = [(str(call)[:100], code, is_, step["error"]) for (call, code), is_, step in
                 zip(CALLS, found, steps, strict=True) if is_ != code]  # fmt: skip
        assert wrong == []
        assert (host.pid, len(starts)) == (pid, 1)
        assert everything_in(tmp_path) == before
        process = Path(f"/proc/{pid}")
        spoken = process.joinpath("cmdline").read_bytes() + process.joinpath("environ").read_bytes()
        assert told and told[0].encode() not in spoken + (workspace / "host.log").read_bytes()
        assert all(len(json.dumps(step["error"])) < 3500 for step in steps)
        assert host.call("describe_layer", {"layer": "parks"}, SECONDS)["ok"]
        assert host.close() == []


def test_the_campaign_is_large_enough():
    assert len(CALLS) >= 60
