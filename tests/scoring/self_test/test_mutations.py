# SPDX-License-Identifier: GPL-2.0-or-later
"""What mutations write, read back by GDAL and compared with figures worked out on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from osgeo import gdal, ogr

from gisagentbench.scoring.self_test.clauses import judge_clauses
from gisagentbench.scoring.self_test.made_references.columns import contract_of, integers, texts
from gisagentbench.scoring.self_test.made_references.suite import made_references
from gisagentbench.scoring.self_test.made_references.tables import table
from gisagentbench.scoring.self_test.mutation import NotApplicable
from gisagentbench.scoring.self_test.outcome import OutputTest
from gisagentbench.scoring.self_test.registry import case_of, mutations_of

gdal.UseExceptions()


def case(folder: Path, made: Any) -> Any:
    """Writes a made reference and returns its case."""
    contract = contract_of(made)
    (folder / "reference").mkdir()
    made.content.writer()(folder / "reference" / contract.file)
    return case_of(contract, folder / "reference" / contract.file)


def mutated(folder: Path, name: str, mutation: str, **arguments: Any) -> tuple[Path, str | None]:
    """Writes a mutation of a made reference. Returns: the file, and the check that must fail first."""
    subject = case(folder, made_references()[name])
    made = mutations_of(subject.contract)[mutation].apply(subject, arguments)
    made.write(folder / subject.contract.file)
    return folder / subject.contract.file, made.check


def shapes(path: Path) -> list[Any]:
    """Returns the shapes of a file, by GDAL."""
    dataset = ogr.Open(str(path))
    return [feature.GetGeometryRef().Clone() for feature in dataset.GetLayer(0)]


def raster(path: Path) -> Any:
    """Opens a raster by GDAL."""
    return gdal.Open(str(path))


def test_a_count_of_20004_is_off_by_one(tmp_path: Path) -> None:
    # counts are 19,990 to 20,004
    path, check = mutated(tmp_path, "every role in csv", "count_off_by_one", column="count")
    lines = path.read_text("utf-8").splitlines()
    assert [line.split(",")[1] for line in lines[-2:]] == ["20003", "20005"]
    assert check == "values"


def test_twice_a_relative_tolerance(tmp_path: Path) -> None:
    # the largest is 1,000,000 + 14/3, its tolerance 1e-6 of it
    path, _ = mutated(tmp_path, "every role in csv", "off_by_twice_the_tolerance", column="measure")
    largest = 1_000_000 + 14 / 3
    assert float(path.read_text("utf-8").splitlines()[-1].split(",")[3]) == pytest.approx(largest * 1.000002, rel=1e-12)


def test_fifty_metres_in_survey_feet(tmp_path: Path) -> None:
    path, check = mutated(tmp_path, "lines in feet", "shifted")
    assert shapes(path)[0].GetX(0) == pytest.approx(980_000 + 50 * 3937 / 1200, abs=1e-6)
    assert check == "geometry"


def test_fifty_metres_east_at_59_degrees_north(tmp_path: Path) -> None:
    # a degree of longitude is 57,470 m there on WGS 84 (a * cos(phi) / sqrt(1 - e2 sin2(phi)) * pi / 180)
    path, _ = mutated(tmp_path, "points in degrees", "shifted")
    assert shapes(path)[0].GetX() - 24 == pytest.approx(50 / 57_470, rel=0.01)


def test_leading_zeros_lost_in_a_csv_is_another_row(tmp_path: Path) -> None:
    path, check = mutated(tmp_path, "every type in csv", "leading_zeros_lost", column="code")
    assert path.read_text("utf-8").splitlines()[2].split(",")[0] == "7"
    assert check == "rows"


def test_leading_zeros_lost_in_a_geopackage_is_another_type(tmp_path: Path) -> None:
    path, check = mutated(tmp_path, "every type in gpkg", "leading_zeros_lost", column="code")
    dataset = ogr.Open(str(path))
    assert dataset.GetLayer(0).GetLayerDefn().GetFieldDefn(0).GetType() == ogr.OFTInteger64
    assert check == "types"


def test_a_hole_is_filled_and_no_other(tmp_path: Path) -> None:
    path, check = mutated(tmp_path, "polygons with holes", "hole_dropped")
    rings = [shape.GetGeometryCount() for shape in shapes(path)]
    assert rings[:6] == [1, 1, 1, 2, 1, 1]  # every third square has a hole
    assert check == "geometry"


def test_lines_run_backwards(tmp_path: Path) -> None:
    path, check = mutated(tmp_path, "lines with a direction", "direction_reversed")
    assert shapes(path)[0].GetPoint_2D(0) == (500_000.0, 5_300_750.0)
    assert check == "geometry"


def test_nodata_is_0_and_still_declared_as_before(tmp_path: Path) -> None:
    path, check = mutated(tmp_path, "heights", "nodata_as_zero")
    found = raster(path)
    # the hole has 25 cells: (row - 5)^2 + (column - 7)^2 < 9
    assert ((found.ReadAsArray() == 0).sum(), found.GetRasterBand(1).GetNoDataValue()) == (25, -9999)
    assert check == "mask"


def test_a_grid_moves_by_half_a_cell(tmp_path: Path) -> None:
    path, check = mutated(tmp_path, "heights", "raster_shifted")
    assert raster(path).GetGeoTransform() == (500_015.0, 30.0, 0.0, 5_299_985.0, 0.0, -30.0)
    assert check == "transform"


def test_exchanged_classes_are_wrong_and_exchanged_labels_are_not(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    path, check = mutated(tmp_path / "a", "classes everywhere", "classes_exchanged")
    before = raster(tmp_path / "a" / "reference" / "e.tif").ReadAsArray()
    counts = np.sort(np.bincount(before.ravel()))[-2:].sum()
    assert (raster(path).ReadAsArray() != before).sum() == counts
    assert check == "values"
    assert mutated(tmp_path / "b", "labels", "classes_exchanged")[1] is None


def test_a_hole_cannot_be_dropped_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="shapes are no polygons"):
        mutated(tmp_path, "points with heights", "hole_dropped")


def judged(folder: Path, made: Any) -> tuple[set[str], set[str]]:
    """Returns the clauses that are missed and those that cannot fail, where no mutation was run."""
    test = OutputTest("t", "o")
    judge_clauses(case(folder, made), test)
    return {clause.name for clause in test.untested}, {clause.name for clause in test.cannot_fail}


def test_clauses_that_cannot_fail_first_are_no_misses(tmp_path: Path) -> None:
    names = {"name": {"type": "text"}}
    made = table("t.csv", names, {"name": texts(["a", "b"])}, id_columns=["name"], predicates=[{"non_empty": True}])
    untested, cannot_fail = judged(tmp_path, made)
    assert cannot_fail == {"layer", "types", "predicates"}
    assert untested == {"readable", "columns", "keys", "rows"}


def test_an_order_that_nothing_can_break_is_a_miss(tmp_path: Path) -> None:
    columns = {"id": {"type": "integer"}, "rank": {"type": "integer"}}
    held = {"id": integers([1, 2]), "rank": integers([5, 5])}
    made = table("t.csv", columns, held, id_columns=["id"], ordered_by=["rank"])
    assert "order" in judged(tmp_path, made)[0]
