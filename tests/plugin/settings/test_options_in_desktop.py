# SPDX-License-Identifier: GPL-2.0-or-later
"""Desktop QGIS opens its options at the page of the plugin; a test of a connection names what is wrong."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
pytestmark = [
    pytest.mark.qgis,
    pytest.mark.slow,
    pytest.mark.skipif(
        shutil.which("qgis") is None or shutil.which("xvfb-run") is None, reason="no desktop QGIS or Xvfb"
    ),
]


def test_the_options_of_qgis_open_at_the_page(tmp_path: Path) -> None:
    command = ["xvfb-run", "-a", "-s", "-screen 0 1600x1000x24", str(ROOT / "gisagentbench"), "qgis", "--fresh"]
    script = ROOT / "tests" / "plugin" / "options_pictures.py"
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    environment["PICTURES"] = str(tmp_path)
    subprocess.run([*command, "--code", str(script)], env=environment, timeout=180)
    told = json.loads((tmp_path / "told.json").read_text(encoding="utf-8"))
    assert not told["master password at start"]
    assert told["opened at the page"] and not told["horizontal scrolling"]
    assert "refused" in told["fault"]
    assert (tmp_path / "options_page.png").stat().st_size > 20_000
