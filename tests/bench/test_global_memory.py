# SPDX-License-Identifier: GPL-2.0-or-later
"""Bytes a cell of tools that hold a whole raster: what is stated, and how it is judged."""

from __future__ import annotations

from pathlib import Path

import pytest

from gisagentbench.bench import global_memory
from gisagentbench.bench.global_memory import CASES, Case, Measured

pytestmark = pytest.mark.qgis


def test_each_call_can_be_made(qgis_application: object, tmp_path: Path) -> None:
    from gisagentbench.tools.execution.executor import Executor
    from gisagentbench.tools.execution.workspace import Workspace

    global_memory.make_layers(tmp_path / "inputs", 60)
    executor = Executor(Workspace(tmp_path))
    for file in sorted((tmp_path / "inputs").iterdir()):
        assert executor.call("load_layer", {"file": file.name, "name": file.stem}).ok
    for case in CASES:
        step = executor.call(case.api, {**case.arguments, "output": case.output})
        assert step.ok, (case, step.error)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.api)
def test_each_tool_states_its_bytes_once(case: Case) -> None:
    assert 8 <= global_memory.stated_bytes(case.api) <= 100


@pytest.mark.parametrize(("bytes_a_cell", "verdict"), [(18, "met: 18.0"), (19, "MISSED: 19.0")])
def test_more_bytes_than_stated_are_missed(bytes_a_cell: int, verdict: str) -> None:
    """On paper: flow_direction states 18 bytes; 200 x 200 cells less 100 x 100 are 30,000."""
    small, large = Measured(10**8, 0.1), Measured(10**8 + 30_000 * bytes_a_cell, 1.0)
    row = global_memory.told(CASES[1], small, large, 200)
    assert row.bar.startswith(f"{verdict} bytes a cell, 18 stated") and row.ours == 1.0
