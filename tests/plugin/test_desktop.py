# SPDX-License-Identifier: GPL-2.0-or-later
"""Desktop QGIS in a virtual display: the plugin is on, a dialog opens, reloading twice leaves nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gisagentbench.headless.map_drawing.palette import ROW_LOOKS
from gisagentbench.tests.plugin.desktop_run import needs_desktop, told_in_desktop
from gisagentbench.tests.plugin.spoiled_tracts import MISSING, MOVED, RENAMED, TRACTS, WRONG
from gisagentbench.tools.declaration.registry import all_tools

pytestmark = [pytest.mark.qgis, pytest.mark.slow, needs_desktop]
HERE = Path(__file__).parent
TASK = HERE.parents[1] / "tasks" / "packs" / "demo" / "tasks" / "olinda_steep_ground"


def algorithm_names() -> set[str]:
    """A tool each, and what the harness itself is asked."""
    harness = {"toolhost", "runbatch", "scoreoutput", "replaytrajectory"}
    return harness | {spec.algorithm_id for spec in all_tools().values()}


def test_the_plugin_in_desktop_qgis(tmp_path: Path) -> None:
    told = told_in_desktop(HERE / "desktop_pictures.py", tmp_path)
    assert told["loaded"]
    assert told["algorithms"] == sorted(f"gisagentbench:{name}" for name in algorithm_names())
    assert told["same_after_reload"]
    assert not told["left_after_unload"]
    for name in ("toolbox.png", "dialog.png"):
        assert (tmp_path / name).stat().st_size > 20_000


def test_a_file_scored_in_desktop_qgis(tmp_path: Path) -> None:
    """The counts are those of the spoiled tracts: of 470 numbered from 0, who is of which kind is arithmetic."""
    told = told_in_desktop(HERE / "score_pictures.py", tmp_path)
    missing, moved, renamed, wrong = (len(numbers) for numbers in (MISSING, MOVED, RENAMED, WRONG))
    assert told["groups"] == {
        "Score of tracts.gpkg": [
            f"Extra rows ({renamed})",
            f"Missing rows ({missing + renamed})",
            f"Where they should be ({moved})",
            f"Moved or reshaped ({moved})",
            f"Wrong values ({wrong})",
            f"The same ({TRACTS - missing - moved - renamed - wrong})",
        ]
    }
    assert told["colours"][f"Missing rows ({missing + renamed})"] == ROW_LOOKS["missing"].colour


@pytest.mark.parametrize("look", [{}, {"THEME": "Night Mapping"}, {"SIZE": "1280x720"}], ids=["plain", "dark", "small"])
def test_an_agent_is_watched_in_desktop_qgis(tmp_path: Path, look: dict[str, str]) -> None:
    """The calls are those of the reference; every call but the two exports makes a layer."""
    told = told_in_desktop(HERE / "panel_pictures.py", tmp_path, **look)
    calls = [step["api"] for step in json.loads((TASK / "reference.json").read_text(encoding="utf-8"))["steps"]]
    assert told["calls"] == calls
    assert told["layers"] == len([api for api in calls if not api.startswith("export")])
    assert told["crs_kept"] and told["outcome"] == "cancelled"
    assert len(told["hint"]) == 1
    if "SIZE" in look:
        assert told["size"] == [int(part) for part in look["SIZE"].split("x")]  # nothing of ours makes it wider
    for name in ("browser", "mid_run", "ended", "step", "approval", "stopped", "stored"):
        assert (tmp_path / f"{name}.png").stat().st_size > 20_000
