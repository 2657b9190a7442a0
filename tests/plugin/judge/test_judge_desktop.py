# SPDX-License-Identifier: GPL-2.0-or-later
"""The judge tab in desktop QGIS over the real service, on an episode whose faults are known by hand."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.plugin.judge.marks import FILE
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.plugin.desktop_run import PROGRAM, needs_desktop, told_in_desktop
from gisagentbench.tests.plugin.spoiled_tracts import MISSING, MOVED, RENAMED, TRACTS, WRONG, write_spoiled_tracts

pytestmark = [pytest.mark.qgis, pytest.mark.slow, needs_desktop]
TASK = "olinda_steep_ground"


def played_episode(folder: Path) -> Path:
    """Plays the reference with another method of slope, spoils the tracts, and returns the attempt folder."""
    task = find_pack("demo").task_folder(TASK)
    document = json.loads((task / "reference.json").read_text(encoding="utf-8"))
    slope = next(step for step in document["steps"] if step["api"] == "slope")
    slope["arguments"]["method"] = "zevenbergen_thorne"
    script = folder / "careless.json"
    script.write_text(json.dumps(document), encoding="utf-8")
    out = folder / "run"
    command = [PROGRAM, "run", "--agent", f"script:{script}", "--task", TASK, "--out", str(out)]
    subprocess.run(command, check=False, timeout=200)
    (attempt,) = out.glob("episodes/*/*/*/attempt-1")
    write_spoiled_tracts(task / "reference" / "tracts.gpkg", attempt / "output" / "tracts.gpkg")
    return attempt


def test_an_episode_is_judged_in_desktop_qgis(tmp_path: Path) -> None:
    attempt = played_episode(tmp_path)
    told = told_in_desktop(Path(__file__).parent / "judge_pictures.py", tmp_path, EPISODE=str(attempt))
    check_words(told)
    marks = json.loads((attempt / FILE).read_text(encoding="utf-8"))["rows"]
    assert [row["mark"] for row in marks].count("done") == [row["mark"] for row in marks].count("ignored") == 1


def check_words(told: dict[str, Any]) -> None:
    assert told["outputs"] == ["slope.tif", "tracts.gpkg:tracts"]
    assert told["verdict"].startswith("Wrong: ")
    missing, moved, renamed, wrong = (len(numbers) for numbers in (MISSING, MOVED, RENAMED, WRONG))
    counts = dict(told["legend"])
    assert counts == {
        "Extra rows": f"{renamed}",
        "Missing rows": f"{missing + renamed}",
        "Where they should be": f"{moved}",
        "Moved or reshaped": f"{moved}",
        "Wrong values": f"{wrong}",
        "The same": f"{TRACTS - missing - moved - renamed - wrong}",
        "Output of the agent": "",
        "Reference": "",
    }
    differences = missing + 2 * renamed + moved + wrong
    assert told["kinds"][0] == f"All {differences} differences"
    assert told["steps"][told["first"]] == ["▶ ≠", "4 slope", "4 slope"]
    assert told["shown"]
    assert "crs" not in told, "the CRS of the project was changed"
    assert told["scales"][0] == told["scales"][1]
    assert told["centers"][0] == told["centers"][1]
