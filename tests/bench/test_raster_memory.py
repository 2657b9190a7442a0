# SPDX-License-Identifier: GPL-2.0-or-later
"""Memory of tools on large rasters: its calls, its verdicts, and a raster larger than the memory of its host."""

from __future__ import annotations

from pathlib import Path

import pytest

from gisagentbench.bench import raster_memory
from gisagentbench.bench.raster_memory import Case

pytestmark = pytest.mark.qgis
SIDE = 64


def test_each_call_can_be_made(qgis_application: object, tmp_path: Path) -> None:
    from gisagentbench.tools.declaration.registry import find
    from gisagentbench.tools.execution.executor import Executor
    from gisagentbench.tools.execution.workspace import Workspace

    raster_memory.make_layers(tmp_path / "inputs", SIDE)
    workspace = Workspace(tmp_path)
    executor = Executor(workspace)
    for case in [*raster_memory.loads(), *raster_memory.cases(SIDE)]:
        has_output = find(case.api).argument("output") is not None
        step = executor.call(case.api, {**case.arguments, **({"output": "made"} if has_output else {})})
        assert step.ok, (case, step.error)
        workspace.state.handles.pop("made", None)


def test_the_rasters_hold_hills_and_little_room(tmp_path: Path) -> None:
    """On paper: 60 at the top of a hill, 0 around it, and blocks without a hill are not written."""
    from osgeo import gdal

    raster_memory.raster(tmp_path / "a.tif", 4_096, gdal.GDT_Float32, [1.0])
    dataset = gdal.Open(str(tmp_path / "a.tif"))
    lowest, highest = dataset.GetRasterBand(1).ComputeRasterMinMax(False)
    assert lowest == 0 and 58 < highest <= 60
    assert (tmp_path / "a.tif").stat().st_size < 4 * 4_096**2 / 4


@pytest.mark.slow
def test_a_raster_larger_than_the_memory_passes_and_a_refusal_is_missed(tmp_path: Path) -> None:
    """On paper: 14,000 x 14,000 cells of float32 are 784 MB, the host may take 600 MB more than it starts with."""
    side, memory_bytes = 14_000, 600_000_000
    raster_memory.make_layers(tmp_path / "workspace" / "inputs", side)
    calls = [
        *raster_memory.loads(),
        Case("raster_calculator", {"inputs": {"a": "ground"}, "formula": "a + 1"}),
        Case("slope", {"dem": "ground", "z_unit": "m"}),
        Case("clip_raster", {"raster": "ground", "extent": "none"}),
    ]
    *rows, last = [raster_memory.measured(tmp_path, case, memory_bytes, 4 * side * side) for case in calls]
    assert [row.bar.partition(":")[0] for row in rows] == ["met"] * len(rows)
    assert last.bar.startswith("MISSED: UNKNOWN_LAYER") and "peak" in last.bar
    assert not list((tmp_path / "workspace" / "work").glob("made*")), "results are removed"
