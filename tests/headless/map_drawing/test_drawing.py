# SPDX-License-Identifier: GPL-2.0-or-later
"""Pictures show what they should where they should; places are computed from the frame on paper."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.map_drawing import palette
from gisagentbench.headless.map_drawing.drawing_process import draw
from gisagentbench.headless.map_drawing.map_job import LayerSource, MapJob
from gisagentbench.tests.headless.report.made_run import (
    CELLS_CONTRACT,
    OUTPUT_CELLS,
    OUTPUT_SQUARES,
    REFERENCE_CELLS,
    REFERENCE_SQUARES,
    SQUARES_CONTRACT,
    Square,
    write_cells,
    write_squares,
)

pytestmark = pytest.mark.qgis

# 300 by 200 m of squares and a margin of 4 % of 300 m make 324 by 224 m on 800 pixels of width.
PIXELS_PER_METRE = 800 / 324


class Drawn:
    """A picture in memory."""

    def __init__(self, job):
        from qgis.PyQt.QtGui import QImage

        from gisagentbench.headless.map_drawing.drawing import draw_job

        self.result = draw_job(job)
        assert self.result.problem == ""
        image = QImage(job.picture).convertToFormat(QImage.Format.Format_RGB32)
        data = np.frombuffer(image.constBits().asarray(image.sizeInBytes()), np.uint8)
        self.pixels = data.reshape(image.height(), image.width(), 4)[:, :, 2::-1].astype(int)

    def around(self, x, y, size=12):
        """Pixels around a place of the squares, in metres."""
        column, row = round((x + 12) * PIXELS_PER_METRE), round((224 - 12 - y) * PIXELS_PER_METRE)
        return self.pixels[row - size : row + size, column - size : column + size]

    def share(self, x, y, colour, size=12):
        """Share of the pixels around a place that have a colour, up to the rounding of the colour table."""
        wanted = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
        return float((np.abs(self.around(x, y, size) - wanted).max(axis=2) <= 8).mean())


@pytest.fixture
def squares(tmp_path, qgis_application):
    write_squares(tmp_path / "reference.gpkg", REFERENCE_SQUARES)
    write_squares(tmp_path / "output.gpkg", OUTPUT_SQUARES)
    reference, output = (LayerSource(str(tmp_path / f"{name}.gpkg"), "vector") for name in ("reference", "output"))
    return MapJob(str(tmp_path / "map.png"), reference), output


@pytest.fixture
def cells(tmp_path, qgis_application):
    write_cells(tmp_path / "reference.tif", REFERENCE_CELLS)
    write_cells(tmp_path / "output.tif", OUTPUT_CELLS)
    reference, output = (LayerSource(str(tmp_path / f"{name}.tif"), "raster") for name in ("reference", "output"))
    return MapJob(str(tmp_path / "map.png"), reference), output


def test_polygons_of_one_colour(squares):
    drawn = Drawn(squares[0])
    assert drawn.share(50, 50, palette.PLAIN_FILL) > 0.95
    assert drawn.share(-6, 100, palette.PAPER, 6) > 0.95  # the margin
    assert (drawn.result.width, drawn.pixels.shape[1]) == (400, 800)


def test_a_style_beside_the_file_is_not_followed(squares, tmp_path):
    hidden = '<qgis hasScaleBasedVisibilityFlag="1" minScale="2" maxScale="1" version="3.40.6"/>'
    (tmp_path / "reference.qml").write_text(hidden)
    assert Drawn(squares[0]).share(50, 50, palette.PLAIN_FILL) > 0.95


def test_the_largest_value_is_darkest_and_the_smallest_palest(squares):
    drawn = Drawn(replace(squares[0], column="people"))
    assert drawn.share(50, 50, palette.MORE[0]) > 0.95  # square 0: nobody
    assert drawn.share(250, 150, palette.MORE[-1]) > 0.95  # square 5: 50 people


def test_a_value_beyond_the_reference_is_drawn_and_named(squares):
    job, output = squares
    # The output goes to 450 by 250 m: 486 by 286 m with its margin of 18 m.
    drawn = Drawn(replace(job, layer=output, against=job.layer, column="people"))
    column, row = round((400 + 18) * 800 / 486), round((286 - 18 - 200) * 800 / 486)
    wanted = [int(palette.ABOVE[start : start + 2], 16) for start in (1, 3, 5)]
    assert np.abs(drawn.pixels[row, column] - wanted).max() <= 8


def test_rounding_puts_no_value_beyond_the_reference(squares, tmp_path):
    job, _ = squares
    write_squares(tmp_path / "near.gpkg", [*REFERENCE_SQUARES[:5], REFERENCE_SQUARES[5]._replace(people=50.000001)])
    near = LayerSource(str(tmp_path / "near.gpkg"), "vector")
    drawn = Drawn(replace(job, layer=near, against=job.layer, column="people"))
    assert drawn.share(250, 150, palette.MORE[-1]) > 0.95


def test_labels_have_the_colours_of_their_own_layer(squares):
    job, output = squares
    drawn = Drawn(replace(job, layer=output, against=job.layer, column="people", values="label"))
    unknown = [int(palette.UNKNOWN[start : start + 2], 16) for start in (1, 3, 5)]
    assert not (np.abs(drawn.pixels - unknown).max(axis=2) <= 8).any()  # 90 is a label that the reference lacks


def test_classes_that_the_reference_lacks_are_marked(squares):
    job, output = squares
    drawn = Drawn(replace(job, layer=output, against=job.layer, column="people", values="categorical"))
    unknown = [int(palette.UNKNOWN[start : start + 2], 16) for start in (1, 3, 5)]
    # 486 m on 800 pixels: two squares, of 11 and of 90 people, of about 165 pixels a side, and a sign
    assert (np.abs(drawn.pixels - unknown).max(axis=2) <= 8).sum() == pytest.approx(
        2 * (100 * 800 / 486) ** 2, rel=0.06
    )


def test_differences_have_their_colours_where_they_are(squares):
    job, output = squares
    drawn = Drawn(replace(job, layer=output, against=job.layer, contract=SQUARES_CONTRACT))
    assert drawn.result.counts == {"same": 3, "wrong": 1, "moved": 1, "missing": 1, "extra": 1}
    scale = 800 / 486

    def shows(x, y, kind):
        wanted = [int(palette.ROW_LOOKS[kind].colour[start : start + 2], 16) for start in (1, 3, 5)]
        column, row = round((x + 18) * scale), round((286 - 18 - y) * scale)
        part = drawn.pixels[row - 40 : row + 40, column - 40 : column + 40]
        return bool((np.abs(part - wanted).max(axis=2) <= 12).any())

    places = {"missing": (50, 150), "wrong": (150, 50), "moved": (300, 50), "extra": (400, 200)}
    seen = {kind: [name for name, place in places.items() if shows(*place, kind)] for kind in places}
    assert seen == {kind: [kind] for kind in places}


def test_shapes_that_are_not_drawn_are_counted(squares, monkeypatch):
    from gisagentbench.headless.map_drawing import difference_maps

    monkeypatch.setattr(difference_maps, "MOST_DRAWN", 2)
    job, output = squares
    drawn = Drawn(replace(job, layer=output, against=job.layer, contract=SQUARES_CONTRACT))
    assert drawn.result.counts["same"] == 3
    assert drawn.result.notes == ["Of 3 rows (same) 2 are drawn."]


@pytest.mark.parametrize(
    ("rule", "squares_found", "crs", "note"),
    [
        ("no rows", [], None, "The output has no rows."),
        (
            "metres that are said to be degrees",
            [Square(1, 0, 99_000, 5.0)],
            4326,
            "The output cannot be placed on this map.",
        ),
    ],
)
def test_an_output_that_cannot_be_placed_is_said(rule, squares_found, crs, note, squares, tmp_path):
    from osgeo import gdal

    write_squares(tmp_path / "odd.gpkg", squares_found)
    if crs:
        gdal.VectorTranslate(
            str(tmp_path / "labelled.gpkg"), str(tmp_path / "odd.gpkg"), dstSRS=f"EPSG:{crs}", reproject=False
        )
    name = "labelled.gpkg" if crs else "odd.gpkg"
    job, _ = squares
    drawn = Drawn(replace(job, layer=LayerSource(str(tmp_path / name), "vector"), against=job.layer))
    assert drawn.result.notes == [note], rule


def test_rows_without_a_shape_are_counted(squares, tmp_path):
    from osgeo import ogr

    job, _ = squares
    write_squares(tmp_path / "bare.gpkg", REFERENCE_SQUARES)
    dataset = ogr.Open(str(tmp_path / "bare.gpkg"), 1)
    feature = dataset.GetLayer(0).GetNextFeature()
    feature.SetGeometry(None)
    dataset.GetLayer(0).SetFeature(feature)
    dataset.FlushCache()
    del feature, dataset
    bare = LayerSource(str(tmp_path / "bare.gpkg"), "vector")
    drawn = Drawn(replace(job, layer=bare, against=job.layer, contract=SQUARES_CONTRACT))
    assert (drawn.result.counts["moved"], drawn.result.notes) == (1, ["1 row has no shape."])


def test_lines_where_polygons_should_be_are_said(squares, tmp_path):
    from osgeo import ogr

    job, _ = squares
    write_squares(tmp_path / "lines.gpkg", [])
    dataset = ogr.Open(str(tmp_path / "lines.gpkg"), 1)
    layer = dataset.GetLayer(0)
    feature = ogr.Feature(layer.GetLayerDefn())
    feature.SetField("id", 0)
    feature.SetField("people", 0.0)
    feature.SetGeometry(ogr.CreateGeometryFromWkt("LINESTRING (0 0, 100 100)"))
    layer.CreateFeature(feature)
    dataset.FlushCache()
    del feature, layer, dataset
    lines = LayerSource(str(tmp_path / "lines.gpkg"), "vector")
    drawn = Drawn(replace(job, layer=lines, against=job.layer, contract=SQUARES_CONTRACT))
    assert drawn.result.notes == ["1 shape is of another type, not drawn."]


def test_continuous_cells_darken_with_their_value(cells):
    # 400 by 200 m and a margin of 16 m make 432 by 232 m; flatter than 0.56, so 432 by 241.92.
    drawn = Drawn(cells[0])
    scale, top = 800 / 432, 241.92 / 2
    row = round((top + 50) * scale)
    grey = [int(drawn.pixels[row, round((16 + x) * scale)].sum()) for x in (50, 150, 250, 350)]
    assert grey == sorted(grey, reverse=True) and len(set(grey)) == 4  # 4, 5, 6, 7


def test_cells_without_a_value_are_hatched_and_nothing_else(cells):
    drawn = Drawn(cells[0])
    scale, top = 800 / 432, 241.92 / 2
    row, column = round((top - 50) * scale), round((16 + 350) * scale)
    part = drawn.pixels[row - 30 : row + 30, column - 30 : column + 30]
    assert (part.max(axis=2) - part.min(axis=2)).max() <= 16  # greys alone, no colour of the ramp
    assert part.min() < 215 and (part > 250).all(axis=2).mean() > 0.5  # lines on paper


def test_cells_that_differ_have_the_colour_of_their_kind(cells):
    job, output = cells
    drawn = Drawn(replace(job, layer=output, against=job.layer, contract=CELLS_CONTRACT))
    scale, top = 800 / 432, 241.92 / 2
    expected = {
        "too_high": (50, -50),
        "too_low": (150, -50),
        "extra": (350, -50),
        "missing": (350, 50),
        "same": (50, 50),
    }
    for kind, (x, down) in expected.items():
        wanted = [int(palette.CELL_LOOKS[kind][1][start : start + 2], 16) for start in (1, 3, 5)]
        found = drawn.pixels[round((top + down) * scale), round((16 + x) * scale)]
        assert np.abs(found - wanted).max() <= 8, kind


def test_a_class_that_the_reference_lacks_is_not_drawn_as_nodata(cells):
    job, output = cells
    drawn = Drawn(replace(job, layer=output, against=job.layer, values="categorical"))
    found = drawn.pixels[
        round((241.92 / 2 - 50) * 800 / 432), round((16 + 350) * 800 / 432)
    ]  # 8, where NoData is right
    assert np.abs(found - [int(palette.UNKNOWN[start : start + 2], 16) for start in (1, 3, 5)]).max() <= 8


def test_a_picture_has_few_colours_but_is_not_blank(squares):
    drawn = Drawn(replace(squares[0], column="people"))
    assert 10 < len(np.unique(drawn.pixels.reshape(-1, 3), axis=0)) <= 256


def test_an_output_far_away_is_said_over_the_map(squares, tmp_path):
    job, _ = squares
    write_squares(
        tmp_path / "far.gpkg", [square._replace(column=square.column + 10**4) for square in REFERENCE_SQUARES]
    )
    drawn = Drawn(replace(job, layer=LayerSource(str(tmp_path / "far.gpkg"), "vector"), against=job.layer))
    assert drawn.result.notes == ["The output lies elsewhere, outside this map."]


@pytest.mark.parametrize(
    ("rule", "name", "text", "reason"),
    [
        ("a missing file", "gone.gpkg", None, "was not written"),
        (
            "XML of a virtual layer behind a harmless name",
            "a.geojson",
            "<OGRVRTDataSource/>",
            "cannot be read as GeoJSON",
        ),
        ("a table without shapes", "a.csv", "name,people\nNorth,1\n", 'holds no shapes in "a"'),
        ("a format that no output has", "a.vrt", "<VRTDataset/>", "is of no format that is drawn"),
    ],
)
def test_what_is_no_layer_is_a_problem_not_a_crash(rule, name, text, reason, tmp_path, qgis_application):
    from gisagentbench.headless.map_drawing.drawing import draw_job

    if text is not None:
        (tmp_path / name).write_text(text)
    result = draw_job(MapJob(str(tmp_path / "map.png"), LayerSource(str(tmp_path / name), "vector")))
    assert reason in result.problem and str(tmp_path) not in result.problem, rule


def test_the_parent_holds_no_qgis(squares, tmp_path):
    job = replace(squares[0], picture=str(tmp_path / "child.png"))
    program = (
        "import json, sys\n"
        "from gisagentbench.headless.map_drawing.drawing_process import draw\n"
        "from gisagentbench.headless.map_drawing.map_job import LayerSource, MapJob\n"
        f"drawn = draw([MapJob({job.picture!r}, LayerSource({job.layer.path!r}, 'vector'))])\n"
        "held = sorted(name for name in sys.modules if name.split('.')[0] == 'qgis')\n"
        "sys.stdout.write(json.dumps([drawn[0].problem, drawn[0].picture, held]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env=machine.child_environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == ["", job.picture, []]
    assert (tmp_path / "child.png").read_bytes().startswith(b"\x89PNG")


def test_a_picture_that_is_not_done_in_time_is_a_problem(squares):
    drawn = draw([squares[0]], start_seconds=-29.9)
    assert [one.problem for one in drawn] == ["the process that draws maps was not done in time"]


def test_one_wrong_cell_among_many_has_a_ring(tmp_path, qgis_application):
    reference = np.ones((100, 200), np.float32)
    output = reference.copy()
    output[50, 100] = 9
    for name, array in (("reference", reference), ("output", output)):
        write_cells(tmp_path / f"{name}.tif", array)
    source, other = (LayerSource(str(tmp_path / f"{name}.tif"), "raster") for name in ("reference", "output"))
    contract = {**CELLS_CONTRACT, "width": 200, "height": 100}
    drawn = Drawn(MapJob(str(tmp_path / "map.png"), other, against=source, contract=contract))
    # 20 km and 0.8 km of margin make 21.6 km on 800 pixels; the middle of the cell is at 10.05 km, 5.05 km down.
    # The grid begins at y = 200 and ends at -9800; the frame is 12.096 km high around -4800.
    column, row = round((800 + 10050) * 800 / 21600), round((6048 - 4800 - 200 + 5050) * 800 / 21600)
    part = drawn.pixels[row - 16 : row + 16, column - 16 : column + 16]
    dark = (part.max(axis=2) < 110).nonzero()
    assert drawn.result.counts["too_high"] == 1
    assert len(dark[0]) > 40 and abs(dark[0].mean() - 16) < 1.5 and abs(dark[1].mean() - 16) < 1.5
