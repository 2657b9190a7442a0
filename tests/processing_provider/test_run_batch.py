# SPDX-License-Identifier: GPL-2.0-or-later
"""`runbatch` runs what the command `run` runs, in a process of its own, in toolbox and qgis_process."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.run_store import open_run
from gisagentbench.tests.headless.made_hosts import eventually, is_gone
from gisagentbench.tests.headless.made_pack import TASKS, steps, trajectory, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process

pytestmark = pytest.mark.qgis


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qgis_application: Any) -> Path:
    """A folder with a pack; hosts are no QGIS."""
    write_pack(tmp_path / "made")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "none"))  # another commit would be another run
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    return tmp_path


def ran(given: dict[str, Any], feedback: Any = None) -> tuple[dict[str, Any], str]:
    """Runs the algorithm as the toolbox does. Returns: Its results, and its log."""
    from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeedback

    feedback = feedback or QgsProcessingFeedback(False)
    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:runbatch")
    context = QgsProcessingContext()
    is_right, message = algorithm.checkParameterValues(given, context)
    assert is_right, message
    results, _ = algorithm.run(given, context, feedback, {}, False)
    return results, feedback.textLog()


def test_a_batch_is_run_scored_and_told(place: Path) -> None:
    results, log = ran({"PACK": "./made", "WORKERS": 2, "REPEATS": 2, "OUT": "out"})
    assert (results["STRICT_RATE"], results["SCORED"], results["EPISODES"]) == (1.0, 4, 4)
    assert Path(results["REPORT"]).is_file() and results["OUT"] == "out"
    assert "4 of 4 episodes done" in log
    manifest = open_run(place / "out").manifest
    assert (manifest.workers, manifest.repeats, manifest.guard, manifest.limits.calls) == (2, 2, "refuse", 200)


def test_what_is_asked_for_is_what_is_run(place: Path) -> None:
    (place / "plan.json").write_text(trajectory(steps()[:1]))
    given = {"PACK": "./made", "TASK": [TASKS[0]], "AGENT": ["reference", "script:plan.json"], "OUT": "out"}
    results, _ = ran({**given, "GUARD": "warn", "MAX_CALLS": 7, "MAX_SECONDS": 60.5})
    manifest = open_run(place / "out").manifest
    assert (results["STRICT_RATE"], manifest.tasks, len(manifest.agents)) == (0.5, [TASKS[0]], 2)
    assert (manifest.guard, manifest.limits.calls, manifest.limits.seconds) == ("warn", 7, 60.5)


def test_episodes_without_a_record_are_told_and_run_by_the_same_call(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = os.environ["GISAGENTBENCH_QGIS_PROCESS"]
    monkeypatch.setenv(*next(iter(fake_qgis_process(place, "exits").items())))
    given = {"PACK": "./made", "TASK": [TASKS[0]], "OUT": "out"}
    results, log = ran(given)
    assert (results["SCORED"], results["EPISODES"], "STRICT_RATE" in results) == (0, 1, False)
    assert "1 of 1 episodes have no record; run it again to resume." in log
    monkeypatch.setenv("GISAGENTBENCH_QGIS_PROCESS", good)
    assert ran(given)[0]["STRICT_RATE"] == 1.0


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"PACK": "./gone", "OUT": "out"}, "FILE_NOT_FOUND: "),
        ({"PACK": "./made", "TASK": ["count_peple"], "OUT": "out"}, 'BAD_VALUE: .*"count_peple".*Hint: .*count_people'),
        ({"PACK": "./made", "OUT": "made"}, "OUTPUT_EXISTS: "),
    ],
)
def test_what_cannot_be_run_is_an_error_in_a_sentence(place: Path, given: dict[str, Any], sentence: str) -> None:
    from qgis.core import QgsProcessingException

    with pytest.raises(QgsProcessingException, match=sentence):
        ran(given)


def test_cancel_ends_everything_and_leaves_a_run_that_can_be_resumed(place: Path) -> None:
    from qgis.core import QgsProcessingException, QgsProcessingFeedback

    sleeping = {"api": "load_layer", "arguments": {"file": "sleep.gpkg", "name": "a"}}
    (place / "plan.json").write_text(trajectory([sleeping]))

    class Cancelled(QgsProcessingFeedback):
        def isCanceled(self) -> bool:  # noqa: N802 (name of QGIS)
            return any((place / "out").glob("episodes/*/*/*/attempt-1/host.pid"))

    given = {"PACK": "./made", "TASK": [TASKS[0]], "AGENT": ["script:plan.json"], "OUT": "out"}
    with pytest.raises(QgsProcessingException, match=r"CANCELLED: .* Hint: The same run folder resumes the run"):
        ran(given, Cancelled(False))
    host = int(next((place / "out").glob("episodes/*/*/*/attempt-1/host.pid")).read_text())
    (episode,) = open_run(place / "out").episodes()
    ending = episode.end()
    assert is_gone(host) and ending is not None and ending.outcome == "cancelled" and not episode.is_done


def test_through_qgis_process(place: Path) -> None:
    given = {"inputs": {"PACK": str(place / "made"), "TASK": list(TASKS), "WORKERS": 2, "OUT": str(place / "out")}}
    fake = os.environ.pop("GISAGENTBENCH_QGIS_PROCESS")
    command = [*machine.qgis_process_command(), "--json", "run", "gisagentbench:runbatch", "-"]
    environment = machine.child_environment() | {"GISAGENTBENCH_QGIS_PROCESS": fake}
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)["results"]
    assert (results["STRICT_RATE"], results["SCORED"], results["EPISODES"]) == (1.0, 2, 2)
    assert eventually(lambda: len(open_run(place / "out").scores()) == len(TASKS), 5)


def test_it_stands_in_the_toolbox_with_help_on_everything(qgis_application: Any) -> None:
    from qgis.core import QgsApplication

    algorithm = QgsApplication.processingRegistry().algorithmById("gisagentbench:runbatch")
    assert (algorithm.group(), Path(algorithm.svgIconPath()).is_file()) == ("Runs", True)
    assert "qgis_process run gisagentbench:runbatch -" in algorithm.shortHelpString()
    for definition in algorithm.parameterDefinitions():
        assert len(definition.help().split()) >= 3 and definition.help() != definition.description()
