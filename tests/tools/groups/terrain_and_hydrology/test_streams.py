# SPDX-License-Identifier: GPL-2.0-or-later
"""extract_streams against pyflwdir, with units, rasters and laws that its rows cannot draw."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from drawn_cells import DUTCH

pytestmark = pytest.mark.qgis
Y_SHAPE = [[2, None, 8], [None, 4, None], [None, 4, None], [None, 4, None]]


def give_valleys(harness: Any, unit: str = "cells") -> None:
    """Gives directions "d8" and accumulation "acc" of rough ground that falls to the south."""
    from scipy import ndimage

    noise = ndimage.gaussian_filter(np.random.default_rng(3).normal(0, 1, (60, 50)), 2)
    heights = 200 - 1.0 * np.arange(60)[:, None] + 40 * noise
    harness.give("dem", {**DUTCH, "cells": heights.round(3).tolist()})
    harness.done("fill_sinks", dem="dem", output="filled")
    harness.done("flow_direction", dem="filled", output="d8")
    harness.done("flow_accumulation", flow_direction="d8", unit=unit, output="acc")


def test_links_hang_together_and_orders_follow_from_them(harness: Any) -> None:
    """Laws: a line ends where the next begins; the order is the highest above, one more where it comes twice."""
    give_valleys(harness)
    step = harness.done("extract_streams", flow_direction="d8", flow_accumulation="acc", threshold=20,
                        threshold_unit="cells", output="streams", raster_output="links")  # fmt: skip
    assert "nodata_share" not in step.observation
    rows = {row["link_id"]: row for row in harness.rows("streams")}
    lines = {number: shapely.get_coordinates(shapely.from_wkt(row["wkt"])) for number, row in rows.items()}
    above: dict[int, list[int]] = {number: [] for number in rows}
    for number, row in rows.items():
        if row["next_link_id"] is not None:
            above[row["next_link_id"]].append(number)
            assert (lines[number][-1] == lines[row["next_link_id"]][0]).all()
    assert len(rows) > 20 and max(row["strahler"] for row in rows.values()) >= 3
    for number, row in rows.items():
        orders = [rows[other]["strahler"] for other in above[number]]
        expected = 1 if not orders else max(orders) + (orders.count(max(orders)) > 1)
        assert row["strahler"] == expected and len(orders) != 1
        assert row["length"] == pytest.approx(shapely.from_wkt(row["wkt"]).length)
    ids, streams = harness.cells("links"), harness.cells("acc") >= 20
    np.testing.assert_array_equal(~np.isnan(ids), streams)
    assert set(rows) <= set(ids[streams].astype(int))


def test_orders_equal_pyflwdir(harness: Any) -> None:
    import pyflwdir

    give_valleys(harness)
    harness.done("extract_streams", flow_direction="d8", flow_accumulation="acc", threshold=15, threshold_unit="cells",
                 output="streams", raster_output="links")  # fmt: skip
    codes, ids = harness.cells("d8").astype(np.uint8), harness.cells("links")
    orders = pyflwdir.from_array(codes, ftype="d8").stream_order("strahler", mask=~np.isnan(ids))
    by_link = {row["link_id"]: row for row in harness.rows("streams")}
    accumulation = harness.cells("acc")
    for number, row in by_link.items():
        assert set(orders[ids == number]) == {row["strahler"]}
        assert row["upstream_area"] == 100 * accumulation[ids == number].max()


@pytest.mark.parametrize("made_in", ["cells", "m2", "ha", "km2"])
@pytest.mark.parametrize(("threshold", "unit"), [(4, "cells"), (400, "m2"), (0.04, "ha"), (0.0004, "km2")])
def test_a_threshold_is_converted_into_the_unit_of_the_accumulation(
    harness: Any, made_in: str, threshold: float, unit: str
) -> None:
    """On paper: 4 cells of 10 m are 400 m2, reached by the third cell of the trunk, which is 15 m from the edge."""
    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": Y_SHAPE})
    harness.done("flow_accumulation", flow_direction="d8", unit=made_in, output="acc")
    step = harness.done("extract_streams", flow_direction="d8", flow_accumulation="acc", threshold=threshold,
                        threshold_unit=unit, output="streams")  # fmt: skip
    (row,) = harness.rows("streams")
    assert (row["length"], row["upstream_area"]) == (15.0, pytest.approx(500.0))
    said = " ".join(step.warnings)
    assert (f'"acc" is in {made_in}; the threshold' in said) == (made_in != unit)


def test_sums_of_weights_have_no_other_unit(harness: Any) -> None:
    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": Y_SHAPE})
    harness.give("rain", {**DUTCH, "cells": [[2.0] * 3] * 4})
    harness.done("flow_accumulation", flow_direction="d8", weights="rain", output="acc")
    arguments = {"flow_direction": "d8", "flow_accumulation": "acc", "threshold": 8}
    error = harness.refused("extract_streams", **arguments, threshold_unit="m2", output="a")
    assert (error["code"], error["hint"]) == ("BAD_VALUE", "threshold_unit cells")
    harness.done("extract_streams", **arguments, threshold_unit="cells", output="a")
    assert [row["upstream_area"] for row in harness.rows("a")] == [500.0]  # of the cells, not of the rain


def test_a_stream_that_begins_inside_is_not_fed_from_the_edge(harness: Any) -> None:
    """On paper: a row of cells within a frame that flows outwards; its head and its end are whole."""
    codes = [[64, 64, 64, 64, 64], [16, 1, 1, 1, 1], [4, 4, 4, 4, 4]]
    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": codes})
    harness.done("flow_accumulation", flow_direction="d8", output="acc")
    harness.done("extract_streams", flow_direction="d8", flow_accumulation="acc", threshold=2, threshold_unit="cells",
                 output="a")  # fmt: skip
    assert [(row["edge_fed"], row["upstream_area"]) for row in harness.rows("a")] == [(False, 400.0)]


@pytest.mark.parametrize(("quantity", "most"), [("bytes", 12 * 20 - 1), ("vertices", 4)])
def test_the_size_is_estimated_first(harness: Any, monkeypatch: Any, quantity: str, most: int) -> None:
    from gisagentbench.tools.declaration.limits import LIMITS

    harness.give("d8", {**DUTCH, "dtype": "uint8", "nodata": 247, "cells": Y_SHAPE})
    harness.give("acc", {**DUTCH, "cells": [[1, None, 1], [None, 3, None], [None, 4, None], [None, 5, None]]})
    monkeypatch.setitem(LIMITS, quantity, most)
    error = harness.refused("extract_streams", flow_direction="d8", flow_accumulation="acc", threshold=1,
                            threshold_unit="cells", output="a")  # fmt: skip
    assert error["code"] == "LIMIT_EXCEEDED" and f"the limit is {most}" in error["message"]
