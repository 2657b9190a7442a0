# SPDX-License-Identifier: GPL-2.0-or-later
"""export_layer on real data: geometries and keys come back as they were, read by shapely and pyogrio."""

import csv
import shutil

import numpy as np
import pytest

pytestmark = [pytest.mark.qgis, pytest.mark.slow]

LAYERS = {
    "nyc/nyc_taxi_zones.gpkg": ["LocationID", "zone"],
    "randstad/krw_water_bodies.gpkg": None,
    "nyc/nyc_cycleways.gpkg": None,
    "denver_front_range/boulder_buildings.gpkg": None,
}
FORMATS = {"gpkg": "r.gpkg", "geojson": "r.geojson", "shapefile": "r.shp", "flatgeobuf": "r.fgb", "csv": "r.csv"}


def shapes_of(path, layer=None):
    import pyogrio.raw
    import shapely

    _, _, geometries, _ = pyogrio.raw.read(str(path), layer=layer, columns=[])
    return shapely.from_wkb(geometries)


def written_shapes(path):
    import shapely

    if path.suffix != ".csv":
        return shapes_of(path)
    csv.field_size_limit(2**31 - 1)
    with path.open(encoding="utf-8", newline="") as stream:
        return shapely.from_wkt([row["wkt"] for row in csv.DictReader(stream)])


def as_parts(shapes):
    """Gives shapes as sets of parts in one order, whatever the winding and whether one part is called multi."""
    import shapely

    parts = [shapely.multipolygons(shapely.get_parts(s)) if s.geom_type.endswith("Polygon") else s for s in shapes]
    return shapely.normalize(np.array(parts, object))


@pytest.mark.parametrize("file_format", FORMATS)
@pytest.mark.parametrize("file", LAYERS)
def test_geometries_come_back_as_they_were(harness, real_data, file, file_format):
    import shapely

    shutil.copy(real_data / file, harness.workspace.inputs)
    name = file.rpartition("/")[2]
    harness.done("load_layer", file=name, name="layer")
    facts = harness.workspace.handles["layer"]
    fields = [field.name for field in facts.fields if field.type != "datetime"]
    more = {"csv_geometry": "wkt"} if file_format == "csv" else {}
    step = harness.done(
        "export_layer", layer="layer", file=FORMATS[file_format], format=file_format, fields=fields, **more
    )
    source = shapes_of(real_data / file)
    found = written_shapes(harness.workspace.output / FORMATS[file_format])
    assert step.outputs["row_count"] == len(found) == len(source)
    assert shapely.equals_exact(as_parts(found), as_parts(source), tolerance=1e-9).all()


@pytest.mark.parametrize(
    "file", ["randstad/hhnk_landuse_0_5m.tif", "houston/sims_bayou_dem_ft.tif", "nyc/nyc_topobathy_3s.tif"]
)
@pytest.mark.parametrize("file_format", ["geotiff", "cog"])
def test_cells_come_back_as_they_were(harness, real_data, file, file_format):
    from osgeo import gdal

    shutil.copy(real_data / file, harness.workspace.inputs)
    harness.done("load_layer", file=file.rpartition("/")[2], name="raster")
    harness.done("export_raster", raster="raster", file="r.tif", format=file_format, compression="deflate")
    source, found = gdal.Open(str(real_data / file)), gdal.Open(str(harness.workspace.output / "r.tif"))
    assert found.GetGeoTransform() == source.GetGeoTransform()
    assert str(found.GetRasterBand(1).GetNoDataValue()) == str(source.GetRasterBand(1).GetNoDataValue())
    assert found.GetSpatialRef().IsSame(source.GetSpatialRef())
    np.testing.assert_array_equal(found.ReadAsArray(), source.ReadAsArray())
