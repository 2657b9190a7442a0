# SPDX-License-Identifier: GPL-2.0-or-later
"""`scoreoutput` in a background thread, cancelled, without its packages, and through qgis_process."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless import machine
from gisagentbench.tests.processing_provider.score_cases import Case, words

pytestmark = pytest.mark.qgis


def commands_of_children() -> list[str]:
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it may end meanwhile
            parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == os.getpid():
                commands.append((process / "cmdline").read_text())
    return commands


def test_cancel_ends_the_child_and_leaves_no_record(squares: Case, tmp_path: Path) -> None:
    from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingException, QgsProcessingFeedback

    feedback = QgsProcessingFeedback(False)
    feedback.cancel()
    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:scoreoutput")
    given = {**words(squares, tmp_path), "RECORD": str(tmp_path / "record.json")}
    with pytest.raises(QgsProcessingException, match="CANCELLED: the scoring was cancelled; no record was written."):
        algorithm.run(given, QgsProcessingContext(), feedback, {}, False)
    assert not (tmp_path / "record.json").exists()
    assert not any("scoring.child" in command for command in commands_of_children())


def test_in_a_background_thread_as_the_toolbox_runs_it(squares: Case, tmp_path: Path) -> None:
    from qgis.core import (
        QgsApplication,
        QgsProcessingAlgRunnerTask,
        QgsProcessingContext,
        QgsProcessingFeedback,
        QgsProject,
    )
    from qgis.PyQt.QtCore import QEventLoop, QTimer

    algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:scoreoutput")
    project, context, feedback = QgsProject(), QgsProcessingContext(), QgsProcessingFeedback(False)
    context.setProject(project)
    given = {
        **words(squares, tmp_path), "RECORD": str(tmp_path / "r.json"), "DIFFERENCES": str(tmp_path / "layers"),
    }  # fmt: skip
    task = QgsProcessingAlgRunnerTask(algorithm, given, context, feedback)
    ended, loop = [], QEventLoop()

    def end(successful: bool, results: dict[str, Any]) -> None:
        ended.append((successful, results))
        loop.quit()

    task.executed.connect(end)
    QgsApplication.taskManager().addTask(task)
    QTimer.singleShot(60_000, loop.quit)
    loop.exec()
    ((successful, results),) = ended
    assert successful and results["STRICT"] is False and len(context.layersToLoadOnCompletion()) == 6


WITHOUT_PYDANTIC = """
import json, sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "pydantic":
            raise ModuleNotFoundError("No module named 'pydantic'", name="pydantic")

sys.meta_path.insert(0, Blocked())
sys.path.insert(0, sys.argv[1])
import conftest
from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingException, QgsProcessingFeedback
application = QgsApplication([], False)
application.initQgis()
from gisagentbench.plugin.plugin import GisAgentBenchPlugin
plugin = GisAgentBenchPlugin(None)
plugin.initProcessing()
algorithm = QgsApplication.processingRegistry().createAlgorithmById("gisagentbench:scoreoutput")
try:
    algorithm.run(json.loads(sys.argv[2]), QgsProcessingContext(), QgsProcessingFeedback(False), {}, False)
except QgsProcessingException as fault:
    print(fault)
plugin.unload()
application.exitQgis()
"""


def test_without_its_packages_it_is_listed_and_says_what_to_do(squares: Case, tmp_path: Path) -> None:
    folder = str(Path(__file__).resolve().parents[1])
    command = [sys.executable, "-c", WITHOUT_PYDANTIC, folder, json.dumps(words(squares, tmp_path))]
    done = subprocess.run(command, capture_output=True, text=True, env=machine.child_environment(), check=False)
    assert done.stdout.strip().startswith("DEPENDENCY_MISSING: The Python package pydantic is missing. Hint: "), (
        done.stderr
    )


def test_through_qgis_process(squares: Case, tmp_path: Path) -> None:
    given = [f"{name}={value}" for name, value in words(squares, tmp_path).items()]
    given += [f"RECORD={tmp_path / 'record.json'}", f"DIFFERENCES={tmp_path / 'layers'}"]
    command = [*machine.qgis_process_command(), "--json", "run", "gisagentbench:scoreoutput", "--", *given]
    done = subprocess.run(command, capture_output=True, text=True, env=machine.child_environment(), timeout=120)
    results = json.loads(done.stdout)["results"]  # nothing else was printed there
    assert (done.returncode, results["STRICT"], results["FIRST_FAILING_CHECK"]) == (0, False, "rows")
    assert json.loads((tmp_path / "record.json").read_text("utf-8"))["closeness"]["quantitative"] == pytest.approx(
        results["QUANTITATIVE"]
    )
