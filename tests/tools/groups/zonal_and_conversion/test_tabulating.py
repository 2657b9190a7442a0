# SPDX-License-Identifier: GPL-2.0-or-later
"""tabulate_area beside exactextract, and by its law: the classes of a zone are the cells of the zone."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely

pytestmark = pytest.mark.qgis
CELLS = np.random.default_rng(8).choice([-3, 0, 4, 90, 255], (24, 30), p=[0.2, 0.1, 0.3, 0.3, 0.1])
NODATA = 255


@pytest.fixture
def given(harness: Any) -> list[Any]:
    """Discs, some beyond the raster, over five classes; two of them are told to be NoData and negative."""
    random = np.random.default_rng(9)
    discs = shapely.buffer(shapely.points(random.uniform((-2, -2), (32, 26), (25, 2))), random.uniform(0.3, 7, 25))
    rows = [{"wkt": disc.wkt, "id": number} for number, disc in enumerate(discs)]
    harness.give("zones", {"crs": "EPSG:28992", "rows": rows})
    cells = [[None if value == NODATA else int(value) for value in row] for row in CELLS]
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "int16", "nodata": NODATA, "cells": cells})
    return list(discs)


def table_of(harness: Any, **call: Any) -> list[dict[str, Any]]:
    name = f"t_{len(harness.workspace.handles)}"
    call = {"small_zones": "leave_null", "unit": "cells", "zone_id": "id", **call}
    harness.done("tabulate_area", zones="zones", raster="cover", output=name, **call)
    return list(harness.rows(name))


def test_covered_shares_are_those_of_exactextract(harness: Any, given: list[Any]) -> None:
    import exactextract

    cells = np.ma.masked_equal(CELLS.astype("int16"), NODATA)
    source = exactextract.raster.NumPyRasterSource(cells, 0, 0, 30, 24, nodata=NODATA)
    features = [{"type": "Feature", "geometry": shapely.geometry.mapping(disc), "properties": {}} for disc in given]
    theirs = exactextract.exact_extract(source, features, ["unique", "frac", "count"])
    ours = {row["id"]: row for row in table_of(harness, cell_rule="area_weighted")}
    for number, feature in enumerate(theirs):
        found = feature["properties"]
        wanted = dict.fromkeys((-3, 0, 4, 90), 0.0)
        for value, share in zip(found["unique"], found["frac"], strict=True):
            wanted[int(value)] = share * found["count"]
        for value, weight in wanted.items():
            assert ours[number][f"class_{value}"] == pytest.approx(weight, abs=1e-5), (number, value)


def test_classes_and_nodata_of_a_zone_are_its_cells(harness: Any, given: list[Any]) -> None:
    column, row = np.meshgrid(np.arange(30) + 0.5, 23.5 - np.arange(24))
    for found, disc in zip(table_of(harness), given, strict=True):
        inside = CELLS[shapely.contains(disc, shapely.points(column, row))]
        wanted = {f"class_{value}": int((inside == value).sum()) for value in (-3, 0, 4, 90)}
        assert found == {"id": found["id"], **wanted, "nodata": int((inside == NODATA).sum())}


def test_long_and_wide_say_the_same(harness: Any, given: list[Any]) -> None:
    for unit in ("percent", "ha"):
        wide = {row.pop("id"): row for row in table_of(harness, unit=unit)}
        long = table_of(harness, unit=unit, layout="long")
        for row in long:
            name = "nodata" if row["class"] is None else f"class_{row['class']}"
            assert row["percent" if unit == "percent" else "area"] == wide[row["id"]].pop(name)
        assert {value for row in wide.values() for value in row.values()} <= {0.0, None}


def test_many_classes_are_merged_as_few_are(harness: Any, given: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.execution.zones import zone_classes

    whole = table_of(harness, cell_rule="area_weighted")
    monkeypatch.setattr(zone_classes, "PAIRS_AT_ONCE", 1)
    for found, wanted in zip(table_of(harness, cell_rule="area_weighted"), whole, strict=True):
        assert found == pytest.approx(wanted)


def test_too_many_classes_for_columns_are_refused(harness: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    monkeypatch.setitem(LIMITS, "columns", 10)
    harness.give("cover", {"crs": "EPSG:28992", "dtype": "int16", "cells": [list(range(9))]})
    call = {"zones": "cover", "raster": "cover", "unit": "cells", "small_zones": "leave_null"}
    error = harness.refused("tabulate_area", **call, output="a")
    assert error["code"] == "LIMIT_EXCEEDED" and "layout long" in error["hint"]
    harness.done("tabulate_area", **call, layout="long", output="b")
    assert len(harness.rows("b")) == 9
