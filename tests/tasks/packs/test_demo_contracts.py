# SPDX-License-Identifier: GPL-2.0-or-later
"""The contracts of the embedded pack tell wrong outputs from equivalent ones, clause by clause. No QGIS.

Every output here is the stored reference with one thing changed; what must fail first is known from the change.
"""

from pathlib import Path
from typing import NamedTuple

import geopandas
import numpy
import pyproj
import pytest
import shapely
from osgeo import gdal

from gisagentbench.scoring.limited_child import Job, Limits, run_jobs
from gisagentbench.tasks.pack import find_pack

DEMO = find_pack("demo")
ACRES_PER_HECTARE = 2.4710538


class Altered(NamedTuple):
    """A reference with one change.

    Args:
        change: Takes the reference (a GeoDataFrame, or the cells of a raster) and returns the altered one.
        fails: Check that must fail first; None for an equivalent output.
        options: Creation options for a raster; a data type under "type".
    """

    task: str
    file: str
    name: str
    change: object
    fails: str | None
    options: dict = {}


def with_column(name, change):
    return lambda rows: rows.assign(**{name: change(rows[name])})


def with_shapes(change):
    return lambda rows: rows.set_geometry(change(rows.geometry), crs=rows.crs)


def one_more_at_first(values):
    return [values.iloc[0] + 1, *values.iloc[1:]]


def ellipsoidal_hectares(rows):
    ellipsoid = pyproj.Geod(ellps="GRS80")
    degrees = rows.to_crs("EPSG:4269").geometry
    return rows.assign(area=[abs(ellipsoid.geometry_area_perimeter(shape)[0]) / 10_000 for shape in degrees])


def filled(shapes):
    return [shapely.MultiPolygon([shapely.Polygon(part.exterior) for part in shape.geoms]) for shape in shapes]


def with_cells(row, column, change):
    def changed(cells):
        altered = cells.copy()
        altered[row, column] = change(altered[row, column])
        return altered

    return changed


def without_nodata(cells):
    return numpy.where(cells == -9999, 0, cells)


TOWNS = ("colorado_trail_towns", "trail_towns.gpkg")
BANDS = ("nyc_distance_bands", "distance_bands.gpkg")
TRACTS = ("olinda_steep_ground", "tracts.gpkg")
SLOPE = ("olinda_steep_ground", "slope.tif")
INDEX = ("olinda_built_up_index", "built_up.tif")

ALTERED = [
    Altered(*TOWNS, "codes without leading zeros", with_column("geoid", lambda codes: codes.astype(int)), "types"),
    Altered(*TOWNS, "one town more", with_column("near_count", one_more_at_first), "values"),
    Altered(*TOWNS, "no town as NULL", with_column("near_count", lambda n: n.astype("Int64").where(n > 0)), "values"),
    Altered(*TOWNS, "a county left out", lambda rows: rows.iloc[1:], "rows"),
    Altered(*TOWNS, "a county twice", lambda rows: rows.iloc[[0, *range(len(rows))]], "keys"),
    Altered(*TOWNS, "in NAD83", lambda rows: rows.to_crs("EPSG:26913"), "crs"),
    Altered(*TOWNS, "degrees called metres",
            lambda rows: rows.to_crs("EPSG:4326").set_crs("EPSG:32613", allow_override=True), "envelope"),
    Altered(*TOWNS, "outlines with the margin", with_shapes(lambda shapes: shapes.buffer(3218.688)), "geometry"),
    Altered(*TOWNS, "moved by 50 m", with_shapes(lambda shapes: shapes.translate(50, 0)), "geometry"),
    Altered(*TOWNS, "other row order and ring direction",
            lambda rows: with_shapes(lambda shapes: shapes.reverse())(rows.iloc[::-1]), None),
    Altered(*BANDS, "acres", with_column("area", lambda area: area * ACRES_PER_HECTARE), "values"),
    Altered(*BANDS, "areas on the ellipsoid", ellipsoidal_hectares, "values"),
    Altered(*BANDS, "distances in feet", with_column("distance", lambda metres: metres / 0.3048), "values"),
    Altered(*BANDS, "holes filled", with_shapes(filled), "geometry"),
    Altered(*BANDS, "bands exchanged", with_column("distance", lambda metres: [350.0, 200.0, 500.0]), "values"),
    Altered(*BANDS, "rings begin elsewhere", with_shapes(lambda shapes: shapes.normalize()), None),
    Altered(*TRACTS, "percent for a share", with_column("steep_mean", lambda share: share * 100), "values"),
    Altered(*TRACTS, "rounded to two decimals", with_column("slope_mean", lambda slope: slope.round(2)), "values"),
    Altered(*TRACTS, "32-bit floats", with_column("slope_mean", lambda slope: slope.astype("float32")), None),
    Altered(*SLOPE, "one cell off by twice the tolerance", with_cells(50, 40, lambda slope: slope + 2e-3), "values"),
    Altered(*SLOPE, "upside down", lambda cells: cells[::-1], "mask"),
    Altered(*INDEX, "water as 0", without_nodata, "mask"),
    Altered(*INDEX, "one cell off by twice the tolerance", with_cells(100, 100, lambda index: index + 2e-5), "values"),
    Altered(*INDEX, "in 64 bits", lambda cells: cells, "dtype", {"type": gdal.GDT_Float64}),
    Altered(*INDEX, "shifted by a cell", lambda cells: numpy.roll(cells, 1, axis=1), "mask"),
    Altered(*INDEX, "tiled and compressed otherwise", lambda cells: cells, None, {"TILED": "YES", "COMPRESS": "LZW"}),
]  # fmt: skip


def written(altered, folder):
    """Writes an altered output and returns its path."""
    reference = DEMO.reference_folder(altered.task) / altered.file
    path = folder / altered.task / altered.name.replace(" ", "_") / altered.file
    path.parent.mkdir(parents=True)
    if path.suffix == ".gpkg":
        rows = altered.change(geopandas.read_file(reference))
        geopandas.GeoDataFrame(rows).to_file(path, layer=path.stem)
    else:
        write_raster(altered, reference, path)
    return path


def write_raster(altered, reference, path):
    gdal.UseExceptions()
    source = gdal.Open(str(reference))
    options = dict(altered.options)
    kind = options.pop("type", gdal.GDT_Float32)
    size = (source.RasterXSize, source.RasterYSize)
    result = gdal.GetDriverByName("GTiff").Create(str(path), *size, 1, kind, [f"{k}={v}" for k, v in options.items()])
    result.SetGeoTransform(source.GetGeoTransform())
    result.SetProjection(source.GetProjection())
    result.GetRasterBand(1).SetNoDataValue(-9999)
    result.GetRasterBand(1).WriteArray(numpy.ascontiguousarray(altered.change(source.ReadAsArray())))
    result.FlushCache()


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    folder: Path = tmp_path_factory.mktemp("altered")
    jobs = []
    for altered in ALTERED:
        (contract,) = [output for output in DEMO.task(altered.task).outputs if output.file == altered.file]
        jobs.append(Job(contract, DEMO.reference_folder(altered.task) / altered.file, written(altered, folder)))
    found = run_jobs(jobs, Limits())
    return {(altered.task, altered.name): record for altered, record in zip(ALTERED, found, strict=True)}


@pytest.mark.parametrize("altered", ALTERED, ids=lambda altered: f"{altered.file}: {altered.name}")
def test_a_contract_sees_what_was_changed(altered, records):
    record = records[altered.task, altered.name]
    failed = [(check.name, check.detail) for check in record.checks if check.passed is False]
    assert [name for name, _ in failed[:1]] == ([altered.fails] if altered.fails else []), failed
    assert record.strict == (altered.fails is None)
