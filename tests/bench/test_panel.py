# SPDX-License-Identifier: GPL-2.0-or-later
"""The measurement of the panel: the percentile of lateness, and a pack that is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from gisagentbench.bench import panel
from gisagentbench.bench.heavy_pack import STEPS, TASK_ID, write_heavy_pack
from gisagentbench.tasks.pack import load_pack


def test_lateness_is_that_of_all_but_one_tick_in_a_hundred() -> None:
    # on paper: of 200 ticks the two latest are left out
    late = [0.0] * 150 + [0.02] * 48 + [0.5, 0.7]
    assert panel._late(late) == 0.02
    assert panel._late([*late, 0.6, 0.8]) == 0.6


@pytest.mark.qgis
def test_the_heavy_pack_is_a_pack_of_one_task(tmp_path: Path) -> None:
    pack = load_pack(write_heavy_pack(tmp_path / "heavy", 50, 60))
    assert pack.task_ids() == [TASK_ID]
    assert [step.api for step in pack.trajectory(TASK_ID).steps] == [step["api"] for step in STEPS]
    assert pack.task(TASK_ID).outputs[0].file == "slope.tif"
