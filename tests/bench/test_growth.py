# SPDX-License-Identifier: GPL-2.0-or-later
"""The growth of tools: what quadratic time looks like, and layers of equal density."""

from __future__ import annotations

import pyogrio.raw
import pytest
import shapely

from gisagentbench.bench import growth, made_worlds, measuring
from gisagentbench.bench.tool_cases import CASES

pytestmark = pytest.mark.qgis


def test_ten_times_the_rows_in_a_hundred_times_the_time_is_a_ratio_of_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    with made_worlds.vectors(made_worlds.TINY) as workspace:
        monkeypatch.setattr(growth, "timed", lambda call, number: 2.0)
        small = growth.measured(workspace, CASES[0], 1_000, None, 3)
        monkeypatch.setattr(growth, "timed", lambda call, number: 200.0)
        large = growth.measured(workspace, CASES[0], 10_000, small.ours, 1)
    assert (small.ours, small.ratio, large.ours, large.ratio) == (2.0, None, 20.0, 10.0)


@pytest.mark.parametrize(("ratio", "word"), [(None, "peak"), (1.3, "met"), (1.31, "MISSED")])
def test_growth_by_a_third_is_missed(ratio: float | None, word: str) -> None:
    assert growth.bar_text(ratio, 3 * 1024**2).startswith(word)
    assert growth.bar_text(ratio, 3 * 1024**2).endswith("peak 3 MiB")


def test_a_peak_is_that_since_it_was_forgotten() -> None:
    big = bytearray(200 * 1024**2)
    with_it = measuring.peak_bytes()
    del big
    measuring.forget_peak()
    assert measuring.peak_bytes() < with_it - 150 * 1024**2


def test_layers_of_all_sizes_are_equally_dense() -> None:
    for count in (100, 400):
        with made_worlds.vectors(growth.sizes(count)) as workspace:
            found = {name: shapely.from_wkb(pyogrio.raw.read(str(path))[2]) for name, path in workspace.files.items()}
        # on paper: a plot and a point to the hectare, a station to ten
        side_m = 100 * count**0.5
        assert (len(found["plots"]), len(found["points"]), len(found["stations"])) == (count, count, count // 10)
        west, south, east, north = shapely.total_bounds(found["plots"])
        assert max(east - west, north - south) == pytest.approx(side_m, abs=60)
        west, south, east, north = shapely.total_bounds(found["points"])
        assert side_m * 0.9 < min(east - west, north - south) < side_m


def test_each_tool_is_measured_at_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growth, "ROUNDS", {40: 2, 80: 1})
    monkeypatch.setattr(growth, "CASES", [case for case in CASES if case.api in ("dissolve", "distance_matrix")])
    rows = list(growth.rows())
    assert all("peak " in row.bar for row in rows)
    told = [row.case.partition(" rows")[0] for row in rows]
    assert told == [f"{api}, {count}" for count in (40, 80) for api in ("distance_matrix", "dissolve")]
