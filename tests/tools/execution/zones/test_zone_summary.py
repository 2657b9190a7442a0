# SPDX-License-Identifier: GPL-2.0-or-later
"""Statistics of zones: against numpy zone by zone, polygons against a raster of zones, and however the work is cut."""

from __future__ import annotations

import functools
import statistics as python_statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
WORDS = ["count", "unique", "sum", "mean", "min", "max", "range", "median", "stdev_pop", "stdev_sample",
         "variance_pop", "variance_sample", "percentile_10", "percentile_90", "majority", "minority"]  # fmt: skip
NODATA = -1


class Still:
    """As much of a run as summarizing needs."""

    class require:  # noqa: N801 (an attribute of a run)
        @staticmethod
        def size(*_: object) -> None: ...

    def progress(self, share: float) -> None: ...

    def raise_if_cancelled(self) -> None: ...


@pytest.fixture
def raster(tmp_path: Path) -> Any:
    """40 x 30 cells of the numbers 0 to 9, tiled in 16 x 16, a fifth NoData."""
    from osgeo import gdal

    cells = np.random.default_rng(5).integers(0, 10, (30, 40)).astype("int16")
    cells[np.random.default_rng(6).random((30, 40)) < 0.2] = NODATA
    path = str(tmp_path / "cells.tif")
    tiles = ["TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16"]
    dataset = gdal.GetDriverByName("GTiff").Create(path, 40, 30, 1, gdal.GDT_Int16, tiles)
    dataset.SetGeoTransform((0, 1, 0, 30, 0, -1))
    dataset.GetRasterBand(1).SetNoDataValue(NODATA)
    dataset.GetRasterBand(1).WriteArray(cells)
    dataset = None
    return path, cells


@pytest.fixture
def zones() -> np.ndarray:
    """Discs of all sizes, some beyond the raster, some smaller than a cell; one without a geometry."""
    random = np.random.default_rng(7)
    discs = shapely.buffer(
        shapely.points(random.uniform((-3, -3), (43, 33), (60, 2))), random.choice([0.2, 1.3, 4, 9], 60)
    )
    return np.append(discs, None)


def summarized(path: str, zones: np.ndarray, words: list[str], rule: str, small: str) -> Any:
    from gisagentbench.tools.execution.layers.layer_facts import open_raster
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells
    from gisagentbench.tools.execution.zones.zone_parts import parts_of_polygons
    from gisagentbench.tools.execution.zones.zone_summary import needs_all_cells, summarize_zones

    band = BandCells(open_raster(path), 1, "cells")
    run: Any = Still()
    parts = parts_of_polygons(run, zones, band, rule, small, needs_all_cells(words))  # type: ignore[arg-type]
    whole = band.is_whole and "area_weighted" not in (rule, small)
    return summarize_zones(run, parts, words, len(zones), whole)


def by_words(summary: Any) -> dict[str, list[float]]:
    return {word: np.where(summary.nulls[word], np.nan, summary.values[word]).tolist() for word in summary.words}


def values_and_weights(cells: np.ndarray, zone: Any, rule: str) -> tuple[np.ndarray, np.ndarray]:
    """The valid cells of one zone, found cell by cell with shapely."""
    column, row = np.meshgrid(np.arange(40), np.arange(30))
    if rule == "cell_center":
        weights = shapely.contains(zone, shapely.points(column + 0.5, 29.5 - row)).astype(float)
    else:
        weights = shapely.area(shapely.intersection(zone, shapely.box(column, 29 - row, column + 1, 30 - row)))
    used = (weights > 1e-12) & (cells != NODATA)
    return cells[used].astype(float), weights[used]


@pytest.mark.parametrize("rule", ["cell_center", "area_weighted"])
def test_sums_and_spreads_equal_those_of_numpy(raster: Any, zones: np.ndarray, rule: str) -> None:
    path, cells = raster
    found = by_words(summarized(path, zones, WORDS, rule, "leave_null"))
    for index, zone in enumerate(zones[:-1]):
        x, w = values_and_weights(cells, zone, rule)
        if not len(x):
            assert found["count"][index] == found["unique"][index] == 0 and np.isnan(found["mean"][index])
            continue
        mean = np.average(x, weights=w)
        variance = np.average((x - mean) ** 2, weights=w)
        masses = {value: w[x == value].sum() for value in np.unique(x)}
        expected = {
            "count": w.sum(), "unique": len(masses), "sum": (w * x).sum(), "mean": mean, "min": x.min(), "max": x.max(),
            "range": np.ptp(x), "variance_pop": variance, "stdev_pop": variance**0.5,
            "majority": max(masses, key=lambda value: (round(masses[value], 8), -value)),
            "minority": min(masses, key=lambda value: (round(masses[value], 8), value)),
        }  # fmt: skip
        if w.sum() > 1:
            expected["variance_sample"] = variance * w.sum() / (w.sum() - 1)
            expected["stdev_sample"] = expected["variance_sample"] ** 0.5
        for word, value in expected.items():
            assert found[word][index] == pytest.approx(value, rel=1e-9, abs=1e-9), (index, word)


def test_percentiles_of_whole_cells_are_those_of_numpy_and_python(raster: Any, zones: np.ndarray) -> None:
    path, cells = raster
    found = by_words(summarized(path, zones, WORDS, "cell_center", "leave_null"))
    for index, zone in enumerate(zones[:-1]):
        x, _ = values_and_weights(cells, zone, "cell_center")
        if len(x):
            assert found["median"][index] == python_statistics.median(x)
            for percent in (10, 90):
                assert found[f"percentile_{percent}"][index] == pytest.approx(np.percentile(x, percent), rel=1e-12)


def test_weights_of_one_mean_what_whole_cells_mean(raster: Any) -> None:
    path, _ = raster
    squares = shapely.box([3, 0, 20, 11], [4, 0, 5, 2], [9, 40, 21, 17], [9, 30, 6, 29])
    whole = by_words(summarized(path, squares, WORDS, "cell_center", "leave_null"))
    weighted = by_words(summarized(path, squares, WORDS, "area_weighted", "leave_null"))
    for word in WORDS:
        np.testing.assert_allclose(weighted[word], whole[word], rtol=1e-12, err_msg=word)


@pytest.mark.parametrize("rule", ["cell_center", "area_weighted"])
@pytest.mark.parametrize("small", ["leave_null", "area_weighted", "any_touch"])
def test_results_do_not_depend_on_how_the_work_is_cut(
    raster: Any, zones: np.ndarray, rule: str, small: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.execution.zones import zone_parts, zone_values

    path, _ = raster
    whole = summarized(path, zones, WORDS, rule, small)
    monkeypatch.setattr(zone_values, "CELLS_PER_STRIP", 100)
    monkeypatch.setattr(zone_parts, "EDGES_PER_CHUNK", 1000)
    monkeypatch.setattr(zone_parts, "CELLS_PER_CHUNK", 200)
    cut = summarized(path, zones, WORDS, rule, small)
    for word in WORDS:
        np.testing.assert_allclose(by_words(cut)[word], by_words(whole)[word], rtol=1e-10, err_msg=word)
    assert (cut.small_count, cut.beyond_count, cut.empty_count) == (
        whole.small_count, whole.beyond_count, whole.empty_count
    )  # fmt: skip
    assert cut.missing == pytest.approx(whole.missing)


def test_the_share_of_nodata_counts_cells_of_zones_alone(raster: Any) -> None:
    path, cells = raster
    summary = summarized(path, np.array([shapely.box(0, 25, 40, 30)]), ["mean"], "cell_center", "leave_null")
    assert summary.nodata_share == pytest.approx((cells[:5] == NODATA).mean())


def test_too_many_values_at_once_are_refused_for_order_statistics_alone(
    raster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.zones import zone_statistics

    path, cells = raster
    monkeypatch.setattr(zone_statistics, "MOST_VALUES", 100)
    whole = np.array([shapely.box(0, 0, 40, 30)])
    count = int((cells != NODATA).sum())
    with pytest.raises(ToolError, match=f"one zone holds {count} cells"):
        summarized(path, whole, ["median"], "cell_center", "leave_null")
    assert by_words(summarized(path, whole, ["count"], "cell_center", "leave_null"))["count"] == [count]


@pytest.fixture
def rasters(tmp_path: Path) -> Any:
    """60 x 50 values, some NoData, and 17 zones in blocks of 5 cells, some cells in none."""
    from osgeo import gdal

    random = np.random.default_rng(3)
    values = random.normal(0, 9, (50, 60))
    values[random.random((50, 60)) < 0.1] = -9999
    zones = np.kron(random.integers(-8, 9, (10, 12)), np.ones((5, 5), int))
    for name, cells, nodata in (("values", values, -9999), ("zones", zones, -8)):
        dataset = gdal.GetDriverByName("GTiff").Create(str(tmp_path / name), 60, 50, 1, gdal.GDT_Float64)
        dataset.SetGeoTransform((0, 1, 0, 50, 0, -1))
        dataset.GetRasterBand(1).SetNoDataValue(nodata)
        dataset.GetRasterBand(1).WriteArray(cells)
        dataset = None
    return tmp_path, values, zones


def summarized_by_raster(folder: Path) -> Any:
    from gisagentbench.tools.execution.layers.layer_facts import open_raster
    from gisagentbench.tools.execution.rasters.raster_windows import BandCells
    from gisagentbench.tools.execution.zones.zone_parts import numbered_zones, parts_of_raster
    from gisagentbench.tools.execution.zones.zone_summary import summarize_zones

    run: Any = Still()
    values, zones = (BandCells(open_raster(str(folder / name)), 1, name) for name in ("values", "zones"))
    numbered = numbered_zones(run, zones)
    parts = parts_of_raster(run, numbered, values, by_order=True)
    return numbered, summarize_zones(run, parts, WORDS, len(numbered.numbers), whole=False)


def test_zones_of_a_raster_are_those_of_numpy(rasters: Any) -> None:
    folder, values, zones = rasters
    numbered, summary = summarized_by_raster(folder)
    assert numbered.numbers.tolist() == sorted(set(zones.ravel().tolist()) - {-8})
    found = by_words(summary)
    for index, number in enumerate(numbered.numbers):
        x = values[(zones == number) & (values != -9999)]
        wanted = {"count": len(x), "sum": x.sum(), "mean": x.mean(), "max": x.max(), "median": np.median(x),
                  "variance_sample": x.var(ddof=1), "percentile_90": np.percentile(x, 90)}  # fmt: skip
        for word, value in wanted.items():
            assert found[word][index] == pytest.approx(value, rel=1e-9), word


def test_polygons_of_the_same_cells_give_the_same(rasters: Any) -> None:
    folder, _, zones = rasters
    numbered, summary = summarized_by_raster(folder)
    polygons = []
    for number in numbered.numbers:
        rows, columns = np.nonzero(zones == number)
        polygons.append(shapely.union_all(shapely.box(columns, 49 - rows, columns + 1, 50 - rows)))
    other = summarized(str(folder / "values"), np.array(polygons, object), WORDS, "cell_center", "leave_null")
    for word in WORDS:
        np.testing.assert_allclose(by_words(summary)[word], by_words(other)[word], rtol=1e-9, err_msg=word)


def test_zones_of_a_raster_do_not_depend_on_how_the_work_is_cut(rasters: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.rasters import raster_windows
    from gisagentbench.tools.execution.zones import zone_parts

    folder, _, _ = rasters
    _, whole = summarized_by_raster(folder)
    monkeypatch.setattr(zone_parts, "CELLS_PER_CHUNK", 300)
    monkeypatch.setattr(zone_parts, "windows_of", functools.partial(raster_windows.windows_of, cells=100))
    numbered, cut = summarized_by_raster(folder)
    assert len(set(np.cumsum(numbered.cells) // 300)) > 3
    for word in WORDS:
        np.testing.assert_allclose(by_words(cut)[word], by_words(whole)[word], rtol=1e-10, err_msg=word)
