# SPDX-License-Identifier: GPL-2.0-or-later
"""Desktop QGIS in a virtual display: the plugin is on, a dialog opens, reloading twice leaves nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from gisagentbench.headless.map_drawing.palette import ROW_LOOKS
from gisagentbench.tools.declaration.registry import all_tools

pytestmark = [pytest.mark.qgis, pytest.mark.slow]
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(shutil.which("qgis") is None or shutil.which("xvfb-run") is None, reason="no desktop QGIS or Xvfb")
def test_the_plugin_in_desktop_qgis(tmp_path: Path) -> None:
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", str(ROOT / "gisagentbench"), "qgis", "--fresh"]
    script = Path(__file__).parent / "desktop_pictures.py"
    environment = {**os.environ, "PICTURES": str(tmp_path)}
    subprocess.run([*command, "--code", str(script)], env=environment, timeout=120, check=True)
    told = json.loads((tmp_path / "told.json").read_text(encoding="utf-8"))
    assert told["loaded"]
    assert len(told["algorithms"]) == len(all_tools()) + 2
    assert told["same_after_reload"]
    assert not told["left_after_unload"]
    for name in ("toolbox.png", "dialog.png"):
        assert (tmp_path / name).stat().st_size > 20_000


@pytest.mark.skipif(shutil.which("qgis") is None or shutil.which("xvfb-run") is None, reason="no desktop QGIS or Xvfb")
def test_a_file_scored_in_desktop_qgis(tmp_path: Path) -> None:
    """The counts are those of the spoiled tracts: of 470 numbered from 0, who is of which kind is arithmetic."""
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", str(ROOT / "gisagentbench"), "qgis", "--fresh"]
    script = Path(__file__).parent / "score_pictures.py"
    subprocess.run([*command, "--code", str(script)], env={**os.environ, "PICTURES": str(tmp_path)}, timeout=120)
    told = json.loads((tmp_path / "told.json").read_text(encoding="utf-8"))
    missing = [number for number in range(470) if number % 40 == 3]
    moved = [number for number in range(470) if number % 60 == 17 and number not in missing]
    renamed = [number for number in range(470) if number % 90 == 50 and number not in [*missing, *moved]]
    wrong = [number for number in range(470) if number % 12 == 6 and number not in [*missing, *moved, *renamed]]
    assert told["groups"] == {
        "Score of tracts.gpkg": [
            f"Extra rows ({len(renamed)})",
            f"Missing rows ({len(missing) + len(renamed)})",
            f"Where they should be ({len(moved)})",
            f"Moved or reshaped ({len(moved)})",
            f"Wrong values ({len(wrong)})",
            f"The same ({470 - len(missing) - len(moved) - len(renamed) - len(wrong)})",
        ]
    }
    assert told["colours"][f"Missing rows ({len(missing) + len(renamed)})"] == ROW_LOOKS["missing"].colour
