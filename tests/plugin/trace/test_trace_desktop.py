# SPDX-License-Identifier: GPL-2.0-or-later
"""A whole task is traced in desktop QGIS, and the reference that is saved solves it headless."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = [pytest.mark.qgis, pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[3]
TASK = "soho_pump_rings"
DESKTOP = shutil.which("qgis") is not None and shutil.which("xvfb-run") is not None


@pytest.mark.skipif(not DESKTOP, reason="no desktop QGIS or Xvfb")
def test_a_task_is_recorded_from_dialogs_and_its_reference_is_right(tmp_path: Path) -> None:
    """The calls are those of the task's own reference, which its author wrote by hand."""
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", str(ROOT / "gisagentbench"), "qgis", "--fresh"]
    script = Path(__file__).parent / "trace_pictures.py"
    subprocess.run([*command, "--code", str(script)], env={**os.environ, "PICTURES": str(tmp_path)}, timeout=280)
    told = json.loads((tmp_path / "told.json").read_text(encoding="utf-8"))
    assert "fault" not in told, told["fault"]
    written = json.loads((ROOT / "tasks" / "packs" / "demo" / "tasks" / TASK / "reference.json").read_text("utf-8"))
    saved = json.loads((tmp_path / "reference.json").read_text(encoding="utf-8"))
    assert [step["api"] for step in saved["steps"]] == [step["api"] for step in written["steps"]]
    assert saved["steps"][0]["arguments"] == written["steps"][0]["arguments"]
    assert {state for _, state in told["recorded"]} == {"done"}
    assert told["model"]
    assert told["changed"][4] == 8
    (_, load), (_, buffer) = [(one[0], one[2]) for one in told["taken"]]
    assert buffer["layer"] == load["name"] == "my_places"
    assert any("Only the 2 selected rows" in text for text in told["messages"])
    assert any("The nearest tool is Dissolve (dissolve)." in text for text in told["nearest"])
    assert told["contract"]["crs"] == "EPSG:32630"
    assert strict_rate(tmp_path) == 1.0


def strict_rate(folder: Path) -> float:
    """Runs the saved reference headless as a script, and scores what it writes."""
    agent = f"script:{folder / 'reference.json'}"
    command = [str(ROOT / "gisagentbench"), "run", "--pack", "demo", "--task", TASK, "--agent", agent]
    told = subprocess.run(
        [*command, "--out", str(folder / "headless"), "--json"], capture_output=True, text=True, timeout=200
    )
    return float(json.loads(told.stdout)["strict_rate"])
