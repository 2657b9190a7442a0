# SPDX-License-Identifier: GPL-2.0-or-later
"""Panels stand side by side in one frame and one choice of colours; places are computed from the frame on paper."""

import numpy as np
import pytest

from gisagentbench.headless.map_drawing import palette
from gisagentbench.headless.map_drawing.map_job import LayerSource, Panel, PanelLayer, PanelsJob
from gisagentbench.tests.headless.report.made_run import REFERENCE_CELLS, REFERENCE_SQUARES, write_cells, write_squares

pytestmark = pytest.mark.qgis
WIDTH, TITLE, BETWEEN = 250, 22, 26  # of a panel, above it, and between two
# 300 by 200 m of squares and a margin of 4 % of 300 m make 324 by 224 m on 2 * 250 pixels of width.
PIXELS_PER_METRE = 2 * WIDTH / 324


@pytest.fixture
def layers(tmp_path, qgis_application):
    """All six squares, the one at the lower right, and cells over the same ground."""
    write_squares(tmp_path / "all.gpkg", REFERENCE_SQUARES)
    write_squares(tmp_path / "one.gpkg", REFERENCE_SQUARES[2:3])
    write_cells(tmp_path / "cells.tif", REFERENCE_CELLS)
    write_cells(tmp_path / "doubled.tif", np.where(REFERENCE_CELLS > 0, 2 * REFERENCE_CELLS, -9999).astype("float32"))
    kinds = {"all.gpkg": "vector", "one.gpkg": "vector", "cells.tif": "raster", "doubled.tif": "raster"}
    return {name.partition(".")[0]: LayerSource(str(tmp_path / name), kind) for name, kind in kinds.items()}


class Drawn:
    """A picture in memory."""

    def __init__(self, job):
        from qgis.PyQt.QtGui import QImage

        from gisagentbench.headless.map_drawing.drawing import draw_job

        self.result = draw_job(job)
        assert self.result.problem == ""
        self.image = QImage(job.picture)
        image = self.image.convertToFormat(QImage.Format.Format_RGB32)
        data = np.frombuffer(image.constBits().asarray(image.sizeInBytes()), np.uint8)
        self.pixels = data.reshape(image.height(), image.width(), 4)[:, :, 2::-1].astype(int)

    def share(self, panel, x, y, colour, size=8):
        """Share of the pixels around a place of a panel, in metres, that have a colour."""
        wanted = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
        column = round((x + 12) * PIXELS_PER_METRE + panel * 2 * (WIDTH + BETWEEN))
        row = round((224 - 12 - y) * PIXELS_PER_METRE + 2 * TITLE)
        part = self.pixels[row - size : row + size, column - size : column + size]
        return float((np.abs(part - wanted).max(axis=2) <= 8).mean())


def job_of(tmp_path, *panels, **more):
    made = tuple(Panel(f"panel {number}", layers) for number, layers in enumerate(panels))
    return PanelsJob(str(tmp_path / "panels.png"), made, width=WIDTH, **more)


def test_panels_of_one_crs_show_the_ground_of_both(layers, tmp_path):
    drawn = Drawn(job_of(tmp_path, (PanelLayer(layers["all"], "all"),), (PanelLayer(layers["one"], "one"),)))
    assert drawn.result.width == 2 * WIDTH + BETWEEN
    assert drawn.share(0, 50, 50, palette.PLAIN_FILL) > 0.95
    assert drawn.share(1, 50, 50, palette.PAPER) > 0.95  # a square that the second layer lacks
    assert drawn.share(1, 250, 50, palette.PLAIN_FILL) > 0.95


def test_the_frame_may_be_that_of_the_last_panel(layers, tmp_path):
    panels = (PanelLayer(layers["all"], "all"),), (PanelLayer(layers["one"], "one"),)
    drawn = Drawn(job_of(tmp_path, *panels, frame="last"))
    middle = drawn.pixels[round(2 * TITLE + WIDTH), [WIDTH, round(3 * WIDTH + 2 * BETWEEN)]]
    wanted = [int(palette.PLAIN_FILL[start : start + 2], 16) for start in (1, 3, 5)]
    assert np.abs(middle - wanted).max() <= 8  # one square fills both


def test_a_column_has_the_classes_of_the_first_panel(layers, tmp_path):
    panels = (PanelLayer(layers["all"], "all", "people"),), (PanelLayer(layers["one"], "one", "people"),)
    drawn = Drawn(job_of(tmp_path, *panels))
    # 20 people are the third of six values; alone they would have one class, and so the middle of the ramp
    assert drawn.share(0, 250, 50, palette.MORE[4]) < 0.05
    colour = "#" + "".join(f"{part:02x}" for part in drawn.pixels[place(drawn, 0, 250, 50)])
    assert drawn.share(1, 250, 50, colour) > 0.95


def place(drawn, panel, x, y):
    """Row and column of the pixel at a place of a panel."""
    column = round((x + 12) * PIXELS_PER_METRE + panel * 2 * (WIDTH + BETWEEN))
    return round((224 - 12 - y) * PIXELS_PER_METRE + 2 * TITLE), column


def test_a_layer_over_the_subject_leaves_it_visible(layers, tmp_path):
    over = PanelLayer(layers["one"], "one", look="over")
    drawn = Drawn(job_of(tmp_path, (PanelLayer(layers["all"], "all"), over)))
    assert drawn.share(0, 250, 50, palette.PLAIN_FILL) > 0.95
    assert drawn.share(0, 200, 50, palette.OVER[0], 6) > 0.1  # its left side, dashed


def test_a_layer_under_the_subject_is_pale(layers, tmp_path):
    under = PanelLayer(layers["all"], "all", look="under")
    drawn = Drawn(job_of(tmp_path, (PanelLayer(layers["one"], "one"), under), frame="both"))
    assert drawn.pixels.shape[1] == 2 * WIDTH
    wanted = [int(palette.CONTEXT_FILL[start : start + 2], 16) for start in (1, 3, 5)]
    # the frame holds one square of 100 m with 4 m of margin; left of it lies the next one, pale
    assert np.abs(drawn.pixels[round(2 * TITLE + WIDTH), 4] - wanted).max() <= 8


def test_each_shape_has_a_colour_of_its_own(layers, tmp_path):
    drawn = Drawn(job_of(tmp_path, (PanelLayer(layers["all"], "all", look="each"),)))
    found = {
        tuple(drawn.pixels[place(drawn, 0, 50 + 100 * (number % 3), 50 + 100 * (number // 3))]) for number in range(6)
    }
    assert len(found) == 6


def test_a_raster_takes_the_range_of_the_first_panel_where_asked(layers, tmp_path):
    # cells of 1 to 7 and 2 to 14: 6 is near the top of the first range, and in the lower half of the second
    first = (PanelLayer(layers["cells"], "cells"),)
    own = Drawn(job_of(tmp_path, first, (PanelLayer(layers["doubled"], "doubled"),)))
    alike = Drawn(job_of(tmp_path, first, (PanelLayer(layers["doubled"], "doubled", like_first=True),)))
    lightness = {name: int(one.pixels[second_cell(one)].sum()) for name, one in (("own", own), ("alike", alike))}
    assert lightness["alike"] < lightness["own"]


def second_cell(drawn):
    """The cell of 2 * 3 in the second panel: 400 by 200 m and a margin of 16 m make 432 by 232, then 242 m high."""
    scale = 2 * WIDTH / 432
    high = max(232, 0.56 * 432)
    return round((high / 2 - 50) * scale + 2 * TITLE), round((250 + 16) * scale + 2 * (WIDTH + BETWEEN))


def test_shades_run_from_black_to_white(layers, tmp_path):
    drawn = Drawn(job_of(tmp_path, (PanelLayer(layers["cells"], "shade", values="shade"),)))
    scale, high = 2 * WIDTH / 432, max(232, 0.56 * 432)
    upper = round((high / 2 - 50) * scale + 2 * TITLE)
    lower = round((high / 2 + 50) * scale + 2 * TITLE)
    assert drawn.pixels[upper, round(66 * scale)].max() <= 8  # 1, the least
    assert drawn.pixels[lower, round(366 * scale)].min() >= 247  # 7, the most


def test_a_file_has_as_many_colours_as_its_size_allows(layers, tmp_path):
    panel = (PanelLayer(layers["cells"], "cells"),)
    rich, poor = (Drawn(job_of(tmp_path, panel, most_bytes=size)) for size in (1_000_000, 1))
    assert 64 < rich.image.colorCount() <= 256
    assert poor.image.colorCount() == 24


def test_a_layer_that_is_not_there_is_a_problem_and_no_picture(tmp_path, qgis_application):
    from gisagentbench.headless.map_drawing.drawing import draw_job

    job = job_of(tmp_path, (PanelLayer(LayerSource(str(tmp_path / "none.gpkg"), "vector"), "none"),))
    assert draw_job(job).problem and not (tmp_path / "panels.png").exists()
