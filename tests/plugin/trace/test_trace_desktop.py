# SPDX-License-Identifier: GPL-2.0-or-later
"""A task is traced in desktop QGIS, mended, saved, and replayed headless to the same records and a strict score."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from gisagentbench.plugin.trace.native_calls import NATIVE_CALLS
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.plugin.desktop_run import PROGRAM, needs_desktop, told_in_desktop

pytestmark = [pytest.mark.qgis, pytest.mark.slow, needs_desktop]
TASK = "soho_pump_rings"
LOOKS = [{}, {"THEME": "Night Mapping"}, {"SIZE": "1280x720"}, {"LANG": "es_ES.UTF-8"}]
MEASURED = {"seconds", "engine_seconds", "peak_memory_bytes"}  # what differs from run to run
DATA = ("pumps", "addresses")


def answer_of(*words: object) -> dict[str, Any]:
    done = subprocess.run([PROGRAM, *map(str, words), "--json"], capture_output=True, text=True, timeout=180)
    assert done.stdout, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def records(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in step.items() if name not in MEASURED} for step in steps]


@pytest.mark.parametrize("look", LOOKS, ids=["plain", "dark", "small", "spanish"])
def test_a_task_is_traced_in_desktop_qgis(tmp_path: Path, look: dict[str, str]) -> None:
    """The steps are those of the reference, though one is made by QGIS itself; 16 segments are what the task asks."""
    told = told_in_desktop(Path(__file__).parent / "trace_pictures.py", tmp_path, **look)
    folder = find_pack("demo").task_folder(TASK)
    wanted = [step["api"] for step in json.loads((folder / "reference.json").read_text(encoding="utf-8"))["steps"]]
    assert told["recorded"] == [[api, "done"] for api in wanted]
    assert "5" in told["drafts"] and told["drafts left"] == ""
    assert told["model"] and len(told["stored"]) == 1
    if "SIZE" in look:
        assert told["size"] == [int(part) for part in look["SIZE"].split("x")]  # nothing of ours makes it wider
    check_replay(told, tmp_path, folder)
    check_rest(told)


def test_what_the_dialogs_of_qgis_come_with_is_recorded(tmp_path: Path) -> None:
    """A dialog writes out what QGIS would choose by itself; that makes no run another than the tool's."""
    told = told_in_desktop(Path(__file__).parent / "native_dialogs.py", tmp_path)
    assert told["not recorded"] == []
    assert told["read"] == {algorithm: call.api for algorithm, call in NATIVE_CALLS.items()}


def test_a_reference_is_opened_and_steps_are_added_without_the_toolbox(tmp_path: Path) -> None:
    """A tool that is chosen in the list, and a chain that was run before; results land beside the person's layer."""
    told = told_in_desktop(Path(__file__).parent / "adding_pictures.py", tmp_path)
    folder = find_pack("demo").task_folder(TASK)
    wanted = [step["api"] for step in json.loads((folder / "reference.json").read_text(encoding="utf-8"))["steps"]]
    assert told["opened"] == [[api, "waiting"] for api in wanted]
    assert told["run"] == [[api, "done"] for api in wanted]
    assert told["current"] and told["group"] == [""]
    assert told["added"] == [["load_layer", "done"], ["centroids", "done"]]
    assert [row[0] for row in told["past"]] == ["Centroids", "Convex hull", "Dissolve", "Buffer"]
    assert [bool(row[1]) for row in told["past"]] == [False, True, False, False]
    assert [row[:2] for row in told["from history"]] == [["buffer", "done"], ["dissolve", "done"]]
    assert told["from history"][1][2]["layer"] == told["from history"][0][2]["output"]


def check_replay(told: dict[str, Any], saved: Path, folder: Path) -> None:
    data = find_pack("demo").folder / "data"
    given = [word for name in DATA for word in ("--input", f"{name}={data / f'soho_{name}.shp'}")]
    again = saved / "again"
    answer = answer_of("replay", "--trajectory", saved / "reference.json", *given, "--workspace", again)
    assert answer["ok"]
    assert records(answer["steps"]) == records(told["records"])
    assert [step["arguments"].get("quarter_segments") for step in answer["steps"]][4] == 16
    output, reference = again / "output" / "pump_rings.csv", folder / "reference" / "pump_rings.csv"
    task = yaml.safe_load((folder / "task.yaml").read_text(encoding="utf-8"))
    (saved / "task.contract.json").write_text(json.dumps(task["outputs"][0]), encoding="utf-8")
    for contract in ("task.contract.json", "contract.json"):  # of the task, and of the form
        scored = answer_of(
            "score", "--contract", saved / contract, "--reference", reference, "--output", output, "--inputs", data
        )
        assert scored["strict"], scored["checks"]


def check_rest(told: dict[str, Any]) -> None:
    """Two of four places are chosen; the branch has five steps, so that they are loaded by the sixth."""
    assert "5" in told["branch"]
    assert [row[:2] for row in told["taken"]] == [["load_layer", "done"], ["buffer", "done"]]
    assert any("My places" in text and "2" in text for text in told["messages"])
    assert any("dissolve" in text for text in told["nearest"])
    assert any('"pumps"' in text for text in told["findings"])
