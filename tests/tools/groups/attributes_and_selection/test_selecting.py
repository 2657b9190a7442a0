# SPDX-License-Identifier: GPL-2.0-or-later
"""What rows in YAML cannot say of the extracting, sorting and deduplicating tools: the rest, order of rows, pandas."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas
import pytest
import shapely

pytestmark = pytest.mark.qgis


def test_the_rest_takes_all_other_rows_and_nothing_is_lost(harness: Any) -> None:
    rows = [{"n": 1, "s": "a"}, {"n": None, "s": "b"}, {"n": 5, "s": None}, {"n": 7, "s": "d"}]
    harness.give("t", {"rows": rows})
    step = harness.done("extract_by_expression", layer="t", expression='"n" > 4', output="big", rest_output="others")
    assert (step.outputs["kept_count"], step.outputs["rest"]) == (2, "others")
    assert harness.rows("big") == [rows[2], rows[3]]
    assert harness.rows("others") == [rows[0], rows[1]]


def test_rows_that_cannot_be_computed_go_to_the_rest_and_are_counted(harness: Any) -> None:
    harness.give("t", {"rows": [{"s": "7"}, {"s": "seven"}]})
    step = harness.done("extract_by_expression", layer="t", expression='to_int("s") > 4', output="big", rest_output="r")
    assert harness.rows("big") == [{"s": "7"}] and harness.rows("r") == [{"s": "seven"}]
    assert step.observation["counts"]["error_count"] == 1


def test_sorted_rows_stand_in_their_order_group_by_group(harness: Any) -> None:
    rows = [{"g": "b", "n": 1}, {"g": "a", "n": 5}, {"g": None, "n": 9}, {"g": "a", "n": None}, {"g": "a", "n": 7}]
    harness.give("t", {"rows": rows})
    harness.done("sort_and_rank", layer="t", order_by="n", group_field="g", descending=True, output="ranked")
    found = [(row["g"], row["n"], row["rank"]) for row in harness.rows("ranked")]
    assert found == [("a", 7, 1), ("a", 5, 2), ("a", None, None), ("b", 1, 1), (None, 9, 1)]


@pytest.mark.parametrize(
    ("method", "pandas_method"), [("row_number", "first"), ("competition", "min"), ("dense", "dense")]
)
@pytest.mark.parametrize("descending", [False, True])
def test_ranks_equal_those_of_pandas(harness: Any, method: str, pandas_method: str, descending: bool) -> None:
    rng = np.random.default_rng(7)
    frame = pandas.DataFrame({"id": range(300), "g": rng.choice(list("abc"), 300), "n": rng.integers(0, 40, 300)})
    harness.give("t", {"rows": frame.to_dict("records")})
    harness.done("sort_and_rank", layer="t", order_by='"n"', group_field="g", method=method, descending=descending,
                 output="ranked")  # fmt: skip
    found = {row["id"]: row["rank"] for row in harness.rows("ranked")}
    expected = frame.groupby("g")["n"].rank(method=pandas_method, ascending=not descending)
    assert found == dict(zip(frame["id"], expected.astype(int), strict=True))


def test_ntile_equals_the_even_split_of_numpy(harness: Any) -> None:
    harness.give("t", {"rows": [{"n": n} for n in range(103)]})
    harness.done("sort_and_rank", layer="t", order_by="n", method="ntile", classes=7, output="ranked")
    expected = [place for place, part in enumerate(np.array_split(np.arange(103), 7), start=1) for _ in part]
    assert [row["rank"] for row in harness.rows("ranked")] == expected


@pytest.mark.parametrize("keep", ["first", "last"])
def test_deduplicated_rows_equal_those_of_pandas(harness: Any, keep: str) -> None:
    rng = np.random.default_rng(11)
    frame = pandas.DataFrame({"a": rng.integers(0, 9, 200), "b": rng.choice(["x", "y", None], 200), "n": range(200)})
    harness.give("t", {"rows": [{**row, "b": row["b"] or None} for row in frame.to_dict("records")]})
    harness.done("remove_duplicates", layer="t", compare="fields", fields=["a", "b"], keep=keep, output="kept")
    assert [row["n"] for row in harness.rows("kept")] == frame.drop_duplicates(["a", "b"], keep=keep)["n"].tolist()


@pytest.mark.parametrize("predicate", ["intersects", "within", "covered_by", "touches", "overlaps", "disjoint"])
@pytest.mark.parametrize("is_large", [False, True])
def test_extracted_rows_equal_a_loop_over_all_pairs(harness: Any, predicate: str, is_large: bool) -> None:
    """Either side may be the larger one, on which the tree is not built."""
    rng = np.random.default_rng(2)
    boxes = [[shapely.box(x, y, x + w, y + h) for x, y, w, h in rng.integers(1, 9, (count, 4))]
             for count in ((25, 6) if is_large else (6, 25))]  # fmt: skip
    for name, shapes in zip(("a", "b"), boxes, strict=True):
        rows = [{"wkt": shape.wkt, "n": n} for n, shape in enumerate(shapes)]
        harness.give(name, {"crs": "EPSG:28992", "rows": rows})
    harness.done("extract_by_location", layer="a", predicate=predicate, other_layer="b", output="kept")
    rule = all if predicate == "disjoint" else any
    expected = [n for n, one in enumerate(boxes[0]) if rule(getattr(one, predicate)(other) for other in boxes[1])]
    assert [row["n"] for row in harness.rows("kept")] == expected


def test_near_rows_equal_a_loop_over_all_distances(harness: Any) -> None:
    rng = np.random.default_rng(4)
    points = [shapely.Point(155000 + x, 463000 + y) for x, y in rng.integers(0, 50, (60, 2))]
    lines = [shapely.LineString(rng.integers(0, 50, (2, 2)) + [155000, 463000]) for _ in range(3)]
    for name, shapes in (("points", points), ("lines", lines)):
        rows = [{"wkt": shape.wkt, "n": n} for n, shape in enumerate(shapes)]
        harness.give(name, {"crs": "EPSG:28992", "rows": rows})
    harness.done("extract_by_location", layer="points", predicate="within_distance", other_layer="lines", distance=5,
                 unit="m", output="kept")  # fmt: skip
    expected = [n for n, point in enumerate(points) if min(point.distance(line) for line in lines) <= 5]
    assert 0 < len(expected) < 60 and [row["n"] for row in harness.rows("kept")] == expected


def test_an_impossible_reference_is_a_warning_where_guards_warn(make_harness: Any) -> None:
    harness = make_harness("warn")
    harness.give("parks", {"crs": "EPSG:4326", "rows": [{"wkt": "POLYGON((5 52,6 52,6 53,5 53,5 52))"}]})
    step = harness.done("calculate_field", layer="parks", field="a", type="real", expression="area(@geometry)",
                        output="measured")  # fmt: skip
    assert harness.rows("measured")[0]["a"] == 1.0
    assert any(sentence.startswith("CRS_UNSUITABLE") for sentence in step.warnings)


def test_too_many_pairs_are_refused_before_memory_ends(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """On paper: three equal points stand in relation to each of three, 9 pairs."""
    from gisagentbench.tools.declaration import limits

    rows = [{"wkt": "POINT(1 1)"}] * 3
    for name in ("a", "b"):
        harness.give(name, {"crs": "EPSG:28992", "rows": rows})
    call = {"layer": "a", "predicate": "intersects", "other_layer": "b"}
    monkeypatch.setitem(limits.LIMITS, "pairs", 8)
    assert harness.refused("extract_by_location", **call, output="refused")["code"] == "LIMIT_EXCEEDED"
    monkeypatch.setitem(limits.LIMITS, "pairs", 9)
    assert harness.done("extract_by_location", **call, output="kept").outputs["kept_count"] == 3
