# SPDX-License-Identifier: GPL-2.0-or-later
"""The measurement of the scorer: made files are what they say, peaks are real, bars are told."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pyogrio.raw
import pytest
import shapely
from osgeo import gdal

from gisagentbench.bench import made_layers, scoring
from gisagentbench.bench.measured_children import Ended, run_measured

MIB = 1024**2


def read(path: Path) -> tuple[dict[int, tuple[float, str]], dict[int, object]]:
    """Returns value and name, and the shape, by plot."""
    _, _, shapes, (ids, values, names) = pyogrio.raw.read(str(path))
    plots = dict(zip(ids.tolist(), zip(values.tolist(), names.tolist(), strict=True), strict=True))
    return plots, dict(zip(ids.tolist(), shapely.from_wkb(shapes), strict=True))


@pytest.fixture
def plots(tmp_path: Path) -> Path:
    """A file of 50 plots."""
    path = tmp_path / "plots.gpkg"
    made_layers.polygons(path, 50)
    return path


def test_shuffled_polygons_are_the_same_ones_in_another_order(plots: Path, tmp_path: Path) -> None:
    made_layers.changed_polygons(plots, tmp_path / "other.gpkg", 0.0)
    assert read(tmp_path / "other.gpkg") == read(plots)
    ids = [pyogrio.raw.read(str(path))[3][0].tolist() for path in (plots, tmp_path / "other.gpkg")]
    assert ids[0] != ids[1]


def test_jittered_polygons_move_by_the_jitter_and_one_value_is_wrong(plots: Path, tmp_path: Path) -> None:
    made_layers.changed_polygons(plots, tmp_path / "other.gpkg", 0.002)
    (before, shapes), (after, moved) = read(plots), read(tmp_path / "other.gpkg")
    assert sum(before[plot] != after[plot] for plot in before) == 1
    steps = [
        np.abs(shapely.get_coordinates(shapes[plot]) - shapely.get_coordinates(moved[plot])).max() for plot in moved
    ]
    assert 0.001 < max(steps) <= 0.002 + 1e-9
    assert all(shapely.is_valid(list(moved.values())))


def test_wide_elevation_is_hills_with_nodata_between(tmp_path: Path) -> None:
    made_layers.wide_elevation(tmp_path / "heights.tif", 3000)
    cells = gdal.Open(str(tmp_path / "heights.tif")).ReadAsArray()
    # on paper: 40 sin(x/600) cos(y/900), to a tenth
    assert cells[0, 900] == np.float32(39.9)
    assert cells[900, 300] == np.float32(10.4)
    assert cells[0, 2400] == -9999


def test_the_peak_of_a_child_is_what_it_held() -> None:
    ended = run_measured([sys.executable, "-c", "print(len(bytearray(300 * 1024**2)))"], os.environ)
    assert (ended.status, ended.said.strip()) == (0, str(300 * MIB))
    assert 300 * MIB < ended.peak < 400 * MIB


def test_a_child_that_fails_is_told_with_its_words() -> None:
    with pytest.raises(RuntimeError, match="no such thing"):
        run_measured(
            [sys.executable, "-c", "import sys; sys.exit(bool(sys.stderr.write('no such thing')) + 1)"], os.environ
        )


def test_peaks_of_both_sides_and_the_bar_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "ROUNDS", 1)
    sides = (lambda: Ended(0, "", 3 * 1024**3), lambda: Ended(0, "", 512 * MIB))
    row = scoring._compared("rows", *sides, most_ratio=1e9)
    assert (row.case, row.bar) == ("rows (peaks 3.00 GiB and 0.50 GiB)", "met: at most 1e+09 times the peer")
    assert scoring._compared("rows", *sides, most_ratio=0.0).bar.startswith("MISSED")


def test_a_verdict_that_is_not_the_expected_one_stops_the_measurement() -> None:
    with scoring._Files() as files:
        pair = files.pair(scoring.PLOTS)
        made_layers.polygons(pair.reference, 5)
        made_layers.changed_polygons(pair.reference, pair.output, 0.0)
        assert files.score(pair, None).status == 0
        with pytest.raises(RuntimeError, match="expected values, found strict"):
            files.score(pair, "values")
