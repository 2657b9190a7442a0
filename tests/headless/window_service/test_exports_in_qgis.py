# SPDX-License-Identifier: GPL-2.0-or-later
"""What is exported of a trace runs in real QGIS without the harness, and gives the answer of the reference."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.episode_scoring import score_outputs, task_inputs
from gisagentbench.headless.window_service.export_steps import exported
from gisagentbench.headless.window_service.trace_document import TraceDocument, TraceStep
from gisagentbench.headless.workspace_inputs import put_inputs
from gisagentbench.tasks.pack import find_pack

pytestmark = pytest.mark.qgis
IN_QGIS = """
import runpy, sys
from gisagentbench.tests.qgis_session import started_qgis
started_qgis()
runpy.run_path(sys.argv[1])
"""
DEMO = find_pack("demo")
QUICK = ("olinda_built_up_index", "soho_pump_rings")
TASKS = [task if task in QUICK else pytest.param(task, marks=pytest.mark.slow) for task in DEMO.task_ids()]


def program(task, folder, kind):
    """The reference of a task as a program, exported before any of its steps was run."""
    put_inputs(folder / "run-1", task_inputs(DEMO, DEMO.task(task)))
    steps = [TraceStep(api=step.api, arguments=step.arguments) for step in DEMO.trajectory(task).steps]
    path = folder / f"program_{kind}"
    path.write_text(exported(TraceDocument(name=task, task=task, steps=steps), folder, kind), encoding="utf-8")
    return path


def failed_checks(task, folder):
    score = score_outputs(DEMO, task, folder / "exported" / "output")
    return {file: record.first_failing_check for file, record in score.outputs.items() if not record.strict}


@pytest.mark.parametrize("task", TASKS)
def test_python_gives_the_answer_of_the_reference(task, tmp_path):
    """In a QGIS of its own, as a person starts it; what other tests did to theirs has no say."""
    words = [sys.executable, "-P", "-c", IN_QGIS, str(program(task, tmp_path, "python"))]
    done = subprocess.run(words, env=os.environ, capture_output=True, text=True, cwd=tmp_path)
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    assert failed_checks(task, tmp_path) == {}


@pytest.mark.slow
@pytest.mark.parametrize("task", QUICK)
def test_commands_give_the_answer_of_the_reference(task, tmp_path):
    """The program calls qgis_process by its name; where it is called otherwise, it is lent the name."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "qgis_process").write_text(f'#!/bin/sh\nexec {machine.qgis_process_command()[0]} "$@"\n')
    (tmp_path / "bin" / "qgis_process").chmod(0o755)
    environment = machine.child_environment()
    environment["PATH"] = f"{tmp_path / 'bin'}:{environment['PATH']}"
    words = ["sh", str(program(task, tmp_path, "qgis_process"))]
    done = subprocess.run(words, env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr[-2000:]
    assert failed_checks(task, tmp_path) == {}
