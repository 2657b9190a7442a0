# SPDX-License-Identifier: GPL-2.0-or-later
"""The measurement of the worker pool: time without a host, speed-up kept, a pack whose answer is a closed form."""

from __future__ import annotations

from pathlib import Path

import pytest

from gisagentbench.bench import pool
from gisagentbench.bench.short_pack import task_names, write_short_pack
from gisagentbench.tasks.pack import load_pack


@pytest.mark.parametrize(
    ("spans", "seconds"),
    [
        ([], 0),
        ([(0, 3)], 3),
        ([(5, 6), (0, 3)], 4),
        ([(0, 3), (2, 4)], 4),
        ([(0, 9), (2, 4), (3, 5)], 9),
        ([(0, 1), (1, 2)], 2),
    ],
)
def test_time_that_spans_share_is_counted_once(spans: list[tuple[float, float]], seconds: float) -> None:
    assert pool.covered_seconds(spans) == seconds


def test_what_is_kept_is_one_speed_up_over_the_other() -> None:
    # on paper: the pool is 1.5 times faster where bare hosts are twice as fast
    assert pool.Times(one=30, two=20, bare_one=20, bare_two=10).kept == 0.75


@pytest.mark.parametrize(("share", "word"), [(0.04, "met"), (0.08, "MISSED")])
def test_time_without_a_host_is_told_of_all_runs(share: float, word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "host_spans", lambda folder: [(100, 100 + 50 * (1 - share)), (150, 200)])
    row = pool.idle_row("two runs", [Path("a"), Path("b")], 210.0)
    assert row.bar.startswith(word) and f"no host for {50 * share:.1f} % of the time" in row.bar


def test_the_short_pack_is_a_pack(tmp_path: Path) -> None:
    pack = load_pack(write_short_pack(tmp_path / "short", 3))
    assert pack.task_ids() == task_names(3)


@pytest.mark.qgis
@pytest.mark.slow
def test_every_figure_is_measured() -> None:
    rows = list(pool.rows(episodes=2, rounds=1, idle_episodes=3))
    assert [row.case.split(",")[0].split(" (")[0] for row in rows] == [
        "first finished call of a run",
        "memory of two hosts after their calls",
        "two workers against one",
        "time without a host",
        "time without a host",
    ]
    assert all(row.bar for row in rows)
