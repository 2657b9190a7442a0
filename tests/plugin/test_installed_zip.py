# SPDX-License-Identifier: GPL-2.0-or-later
"""The zip in a clean profile: QGIS loads it, opens the pack beside it and runs a task; without packages it says so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.plugin_zip import making
from gisagentbench.headless.window_service.machine_ops import PACKAGES
from gisagentbench.tests.plugin.desktop_run import DISPLAY, needs_desktop
from gisagentbench.tools.declaration.registry import all_tools

ROOT = Path(__file__).resolve().parents[2]
TASK = "soho_pump_rings"
HERE = Path(__file__).parent
SYSTEM_PYTHON = "/usr/bin/python3"

pytestmark = [
    pytest.mark.qgis,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="not a checkout of git"),
]


@pytest.fixture(scope="module")
def zips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with both files of the last commit, not scanned, which a test of its own does."""
    folder = tmp_path_factory.mktemp("zips")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "scan", lambda members: [])
        assert making.make_zips(folder, ROOT).faults == []
    return folder


def installed(zips: Path, profiles: Path) -> Path:
    """Unpacks the plugin where QGIS does it. Returns: The folder of the plugin."""
    machine.throw_away_profile(profiles)
    plugins = profiles / "profiles" / "default" / "python" / "plugins"
    with zipfile.ZipFile(zips / making.PLUGIN_FILE) as archive:
        archive.extractall(plugins)
    return plugins / "gisagentbench"


def environment_of(home: Path, **more: str) -> dict[str, str]:
    """The environment of somebody who has this system's QGIS, and nothing of the project."""
    left_out = ("PYTHON", "QGIS", "GISAGENTBENCH", "XDG", "VIRTUAL_ENV", "LC_", "LANG")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(left_out)}
    kept.pop("QT_QPA_PLATFORM", None)
    home.mkdir(exist_ok=True)
    path = os.pathsep.join(["/usr/bin", kept.get("PATH", "")])  # python3 there is that of QGIS
    return {**kept, "HOME": str(home), "LANG": "C.UTF-8", "PATH": path, **more}


def in_desktop(zips: Path, folder: Path, **more: str) -> dict[str, Any]:
    """Runs the steps in desktop QGIS; returns what they told."""
    plugin = installed(zips, folder / "profiles")
    environment = environment_of(
        folder / "home", FOLDER=str(folder), PACK=str(zips / making.PACK_FILE), TASK=TASK, **more
    )
    command = [*DISPLAY, "qgis", "--nologo", "--noversioncheck"]
    command += ["--profiles-path", str(folder / "profiles"), "--code", str(HERE / "zip_in_desktop.py")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=280)
    assert (folder / "told.json").exists(), done.stderr[-3000:]
    told: dict[str, Any] = json.loads((folder / "told.json").read_text(encoding="utf-8"))
    assert "error" not in told, told["error"]
    assert told["folder"] == str(plugin)
    names = ("panel-tasks", "panel-agent", "trace-in-qgis", "judge-in-qgis")
    assert told["help"] == [str(plugin / "help" / f"{name}.html") for name in names]
    assert [file for file in told["help"] if not Path(file).is_file()] == []
    assert told["shared keys"] == {}
    return told


def lacking(python: str) -> list[str]:
    """Asks an interpreter which of the packages it cannot find."""
    code = "import importlib.util, sys; print(*[n for n in sys.argv[1:] if importlib.util.find_spec(n) is None])"
    done = subprocess.run([python, "-I", "-c", code, *PACKAGES], capture_output=True, text=True, check=True)
    return sorted(PACKAGES[name].distribution for name in done.stdout.split())


def test_qgis_lists_the_tools_of_the_zip_in_a_clean_profile(zips: Path, tmp_path: Path) -> None:
    installed(zips, tmp_path / "profiles")
    environment = environment_of(
        tmp_path / "home", QGIS_CUSTOM_CONFIG_PATH=str(tmp_path / "profiles"), QT_QPA_PLATFORM="offscreen"
    )
    done = subprocess.run(
        [*machine.qgis_process_command(), "list", "--json"],
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == 0, done.stderr
    algorithms = json.loads(done.stdout)["providers"]["gisagentbench"]["algorithms"]
    assert {f"gisagentbench:{spec.algorithm_id}" for spec in all_tools().values()} <= set(algorithms)
    assert "gisagentbench" not in done.stderr


@needs_desktop
def test_the_zip_opens_its_pack_and_runs_a_task(zips: Path, tmp_path: Path) -> None:
    """With the packages of the set-up, as somebody has them who made an environment for them."""
    told = in_desktop(zips, tmp_path, GISAGENTBENCH_PYTHON=str(machine.python_program()))
    assert told["missing"] == []
    assert making.PACK_FILE in told["empty"]
    assert TASK in told["tasks"] and len(told["tasks"]) == len(list((ROOT / "tasks/packs/demo/tasks").iterdir()))
    assert Path(told["pack folder"]).is_relative_to(tmp_path / "home")
    assert (told["outcome"], told["strict"]) == ("finished", True)
    assert told["calls"] >= 7 and told["layers"] > 0
    assert Path(told["runs"]).is_relative_to(tmp_path / "home")
    assert told["counted"] == 3


@needs_desktop
def test_without_packages_it_loads_says_what_is_missing_and_does_the_rest(zips: Path, tmp_path: Path) -> None:
    expected = lacking(SYSTEM_PYTHON)
    if not expected:
        pytest.skip("this system's own Python has all packages")
    told = in_desktop(zips, tmp_path)
    assert told["missing"] == expected
    assert [name for name in told["missing"] if name not in told["note"]] == []
    (how,) = told["how"]
    assert "-m venv --system-site-packages" in how and "-m pip install" in how
    assert how in told["note"]
    assert told["algorithms"] == len(all_tools()) + 4
    assert told["counted"] == 3
