# SPDX-License-Identifier: GPL-2.0-or-later
"""Recipes make what can be worked out on paper, the same every time; another content is refused with its hash."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import numpy
import pytest
from osgeo import gdal, osr

from gisagentbench.tasks.data_sources.recipe_rows import Count
from gisagentbench.tasks.data_sources.recipes import generated_file, recipes
from gisagentbench.tasks.data_sources.source_failure import SourceFailure
from gisagentbench.tasks.register import Dataset, Generated

# Four squares of 10 in a row, at x 0, 20, 40, 60.
SQUARES = [[x, 0, x + 10, 10] for x in (0, 20, 40, 60)]
NOTHING = "0" * 64


@pytest.fixture
def squares(tmp_path: Path) -> Path:
    """A layer of squares with their number."""
    features = ",".join(
        f'{{"type": "Feature", "properties": {{"number": {at}}}, "geometry": {{"type": "Polygon", "coordinates":'
        f" [[[{a}, {b}], [{c}, {b}], [{c}, {d}], [{a}, {d}], [{a}, {b}]]]}}}}"
        for at, (a, b, c, d) in enumerate(SQUARES)
    )
    path = tmp_path / "squares.geojson"
    path.write_text(f'{{"type": "FeatureCollection", "features": [{features}]}}')
    return path


@pytest.fixture
def ten_cells(tmp_path: Path) -> Path:
    """A raster of 5 x 4 cells of 10, numbered from 0, its upper left corner at (100, 200)."""
    path = tmp_path / "cells.tif"
    target = gdal.GetDriverByName("GTiff").Create(str(path), 5, 4, 1, gdal.GDT_Int16)
    target.SetGeoTransform((100, 10, 0, 200, 0, -10))
    system = osr.SpatialReference()
    system.ImportFromEPSG(28992)
    target.SetProjection(system.ExportToWkt())
    target.GetRasterBand(1).WriteArray(numpy.arange(20, dtype="int16").reshape(4, 5))
    del target
    return path


def made(kept: Path, source: Path, file_format: str, count: Any, crs: str = "EPSG:4326", **recipe: Any) -> Path:
    """Makes a dataset; the first try tells the content hash that the second one registers."""
    raster = file_format == "tif"
    facts = {"kind": "raster", "size": count} if raster else {"kind": "vector", "features": count}

    def dataset(content_hash: str) -> tuple[Dataset, Generated]:
        origin = Generated(kind="generated", inputs=["other"], content_hash=content_hash, **recipe)
        about = {"publisher": "x", "licence": "CC0", "licence_class": "clear", "date": "2024"}
        return Dataset(name="made", format=file_format, crs=crs, sources=[origin], **facts, **about), origin

    with pytest.raises(SourceFailure) as failure:
        generated_file(*dataset(NOTHING), lambda name: source, kept)
    assert (failure.value.code, failure.value.is_final) == ("INVALID_DOCUMENT", True), failure.value.reason
    found = re.search(r"[0-9a-f]{64}", failure.value.reason)
    assert found is not None, failure.value.reason
    return generated_file(*dataset(found[0]), lambda name: source, kept)


def numbers(path: Path) -> list[int]:
    opened = gdal.OpenEx(str(path))
    return [feature["number"] for feature in opened.GetLayer(0)]


@pytest.mark.parametrize("file_format", ["gpkg", "geojson", "fgb"])
def test_rows_whose_box_meets_the_extent_are_kept_borders_included(tmp_path, squares, file_format) -> None:
    extent = {"extent": [10, 0, 40, 5]}
    path = made(tmp_path / "kept", squares, file_format, 3, recipe="rows_in_extent", parameters=extent)
    assert sorted(numbers(path)) == [0, 1, 2]  # 0 and 2 by their border


def test_a_sample_keeps_the_order_and_another_seed_draws_another_one(tmp_path, squares) -> None:
    drawn = [
        numbers(
            made(tmp_path / "kept", squares, "geojson", 2, recipe="sampled_rows", parameters={"count": 2}, seed=seed)
        )
        for seed in range(12)
    ]
    assert all(len(set(rows)) == 2 and rows == sorted(rows) for rows in drawn)
    assert len({tuple(rows) for rows in drawn}) > 2


def test_points_are_the_numbers_of_the_generator_stretched_over_the_extent(tmp_path, squares) -> None:
    path = made(tmp_path / "kept", squares, "gpkg", 3, recipe="random_points", parameters={"count": 3}, seed=7)
    draw = random.Random(7).random
    expected = [scale * draw() for _ in range(3) for scale in (70, 10)]
    opened = gdal.OpenEx(str(path))
    rows = [(row["id"], row.GetGeometryRef().GetX(), row.GetGeometryRef().GetY()) for row in opened.GetLayer(0)]
    assert [row[0] for row in rows] == [1, 2, 3]
    assert [number for row in rows for number in row[1:]] == pytest.approx(expected, abs=1e-9)


def test_cells_whose_centre_lies_in_the_extent_are_cut_out(tmp_path, ten_cells) -> None:
    # centres are at x 105, 115 … and y 195, 185 …; columns 1 to 3 and rows 1 to 2 are inside, 115 on the border
    extent = {"extent": [115, 174, 144, 194]}
    path = made(tmp_path / "kept", ten_cells, "tif", [3, 2], "EPSG:28992", recipe="cells_in_extent", parameters=extent)
    opened = gdal.OpenEx(str(path))
    assert opened.GetRasterBand(1).ReadAsArray().tolist() == [[6, 7, 8], [11, 12, 13]]
    assert opened.GetGeoTransform() == (110, 10, 0, 190, 0, -10)


FAULTS = [
    ({"recipe": "smoothed"}, 'there is no recipe "smoothed"'),
    ({"recipe": "sampled_rows", "parameters": {"count": 2}}, "the recipe sampled_rows needs a seed"),
    ({"recipe": "rows_in_extent", "parameters": {"extent": [0, 0, 1, 1]}, "seed": 1}, "takes no seed"),
    ({"recipe": "rows_in_extent", "parameters": {"extent": [1, 0, 0, 1]}}, "extent is xmin, ymin, xmax, ymax"),
    ({"recipe": "rows_in_extent", "parameters": {"bounds": []}}, "cannot use its parameters"),
    ({"recipe": "cells_in_extent", "parameters": {"extent": [0, 0, 1, 1]}}, "does not write .gpkg"),
    ({"recipe": "rows_in_extent", "inputs": ["a", "b"]}, "takes 1 of the other datasets, not 2"),
    ({"recipe": "sampled_rows", "parameters": {"count": 5}, "seed": 1}, "is to keep 5 of 4 rows"),
]


@pytest.mark.parametrize(("recipe", "words"), FAULTS, ids=[row[1] for row in FAULTS])
def test_a_recipe_that_does_not_fit_says_why(tmp_path, squares, recipe, words) -> None:
    source = Generated(kind="generated", content_hash=NOTHING, **{"inputs": ["other"], **recipe})
    about = {"publisher": "x", "licence": "CC0", "licence_class": "clear", "date": "2024"}
    dataset = Dataset(name="made", kind="vector", features=1, format="gpkg", sources=[source], **about)
    with pytest.raises(SourceFailure) as failure:
        generated_file(dataset, source, lambda name: squares, tmp_path / "kept")
    assert words in failure.value.reason
    assert not list((tmp_path / "kept").glob("generated/*")), "something half made was left"


def test_a_result_in_another_crs_than_the_registered_one_is_refused(tmp_path, squares) -> None:
    extent = {"extent": [0, 0, 5, 5]}
    with pytest.raises(SourceFailure, match="in another CRS than EPSG:2263"):
        made(tmp_path / "kept", squares, "gpkg", 1, "EPSG:2263", recipe="rows_in_extent", parameters=extent)


def test_another_count_than_the_registered_one_is_refused(tmp_path, squares) -> None:
    extent = {"extent": [0, 0, 5, 5]}
    with pytest.raises(SourceFailure, match="gives 1 .*, the register says otherwise"):
        made(tmp_path / "kept", squares, "gpkg", 2, recipe="rows_in_extent", parameters=extent)


def test_a_format_that_loses_rows_is_refused(tmp_path, squares) -> None:
    text = squares.read_text()
    shapeless = ', {"type": "Feature", "properties": {"number": 9}, "geometry": null}]}'
    squares.write_text(text[: text.rindex("]}")] + shapeless)
    with pytest.raises(SourceFailure, match=r"5 rows are kept, and \.fgb takes 4 of them"):
        recipes()["sampled_rows"].make([squares], Count(count=5), 1, tmp_path / "data.fgb")


def test_what_was_made_is_kept_and_made_anew_where_it_was_damaged(tmp_path, squares) -> None:
    recipe = {"recipe": "rows_in_extent", "parameters": {"extent": [0, 0, 5, 5]}}
    path = made(tmp_path / "kept", squares, "gpkg", 1, **recipe)
    whole = path.read_bytes()
    path.write_bytes(whole[:5000])
    assert made(tmp_path / "kept", squares, "gpkg", 1, **recipe).read_bytes()[:100] == whole[:100]
    assert numbers(path) == [0]


def test_every_recipe_says_what_it_takes() -> None:
    assert set(recipes()) == {"rows_in_extent", "sampled_rows", "random_points", "cells_in_extent"}
    assert all(recipe.make.__doc__ and recipe.parameters.model_fields for recipe in recipes().values())
