# SPDX-License-Identifier: GPL-2.0-or-later
"""Derives the reference outputs of a pack twice, by its trajectory and by its check.py, and compares both.

Outputs that its tasks declare broken are scored against the references, too.
"""

from __future__ import annotations

import signal
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

from ..scoring.record import TaskScore
from ..scoring.score import score_task
from ..tasks.broken_outputs import BROKEN_FILE
from ..tasks.document_problem import DocumentProblem, errors_of, problem_at
from ..tasks.pack import PackFolder
from ..tasks.register import DatasetUnavailable
from ..tasks.secret_names import is_secret_name
from ..tasks.task import Task
from ..tasks.validation import pack_problems
from . import machine
from .episode_scoring import task_inputs
from .manifest import Limits
from .pack_evidence_check import content_problems, licence_problems, review_problems
from .pack_self_test import broken_output_problems
from .register_check import register_problems
from .tool_host import ToolHost
from .trajectory_check import trajectory_problems
from .workspace_inputs import put_inputs

CHECK = "check.py"
CHECK_SECONDS = 600
SEALED = Path(__file__).with_name("sealed_script.py")
SHOWN_CHECKS = 3


def verify_pack(pack: PackFolder, trust: bool, running: Callable[[str], None]) -> list[DocumentProblem]:
    """Verifies a pack: documents, checksums, licences, reviews, data, and both derivations.

    Args:
        trust: Whether its check.py may be run.
        running: Told what runs now.
    Returns: Every problem; a task whose documents are faulty is not derived.
    """
    documents = [*pack_problems(pack.folder), *trajectory_problems(pack.folder), *content_problems(pack)]
    running(f"{pack.pack.name}: data")
    problems = [*documents, *licence_problems(pack), *review_problems(pack), *register_problems(pack)]
    for task_id in pack.task_ids():
        folder = pack.task_folder(task_id)
        if errors_of(problem for problem in documents if problem.where.startswith(f"{folder}/")):
            continue
        problems += _verify_task(pack, pack.task(task_id), trust, running)
    return problems


def _verify_task(pack: PackFolder, task: Task, trust: bool, running: Callable[[str], None]) -> list[DocumentProblem]:
    folder = pack.task_folder(task.id)
    with tempfile.TemporaryDirectory(prefix="gisagentbench-verify-") as temporary:
        replayed, checked = Path(temporary) / "replay", Path(temporary) / "check"
        try:
            put_inputs(replayed, task_inputs(pack, task))
        except DatasetUnavailable as absent:
            return [problem_at(folder / "task.yaml", None, "missing_data", f"{absent.message} {absent.hint}")]
        running(f"{task.id}: reference.json")
        problems = replay_reference(pack, task, replayed)
        if not problems:
            problems = _compare(pack, task, replayed / "output", replayed / "inputs", "reference.json")
        if not problems:
            running(f"{task.id}: {BROKEN_FILE}")
            problems = broken_output_problems(pack, task.id)
        if not trust:
            message = "check.py was not run: it is a program of a pack that is not embedded (--trust runs it)."
            return [*problems, problem_at(folder / CHECK, None, "not_trusted", message)]
        running(f"{task.id}: {CHECK}")
        faults = run_check(folder / CHECK, replayed / "inputs", checked)
        return problems + (faults or _compare(pack, task, checked, replayed / "inputs", CHECK))


def replay_reference(pack: PackFolder, task: Task, workspace: Path) -> list[DocumentProblem]:
    """Replays the reference trajectory of a task in a workspace that has its inputs.

    Returns: What went wrong; empty where every call was done and no input was changed.
    """
    where = pack.task_folder(task.id) / "reference.json"
    with ToolHost(workspace, workspace / "host.log") as host:
        for number, step in enumerate(pack.trajectory(task.id).steps, start=1):
            done = host.call(step.api, step.arguments, Limits().call_seconds)
            if not done["ok"]:
                error = done["error"]
                message = f"Step {number}, {step.api}: {error['message']}"
                return [problem_at(where, None, error["code"], message)]
        changed = host.close()
    return [problem_at(where, None, "changed_inputs", f"The replay changed {', '.join(changed)}.")] if changed else []


def run_check(script: Path, inputs: Path, out: Path) -> list[DocumentProblem]:
    """Runs a second derivation where it can import neither QGIS nor this project.

    Args:
        inputs: Folder of its inputs.
        out: Made; takes its outputs.
    Returns: What went wrong; empty where it ended well.
    """
    if not script.is_file():
        return [problem_at(script, None, "missing_file", "There is no check.py.")]
    out.mkdir()
    folders = ["--inputs", str(inputs), "--out", str(out)]
    command = [str(machine.python_program()), "-I", "-B", str(SEALED), str(script.resolve()), *folders]
    kept_back = ("PYTHONPATH", "QGIS_PLUGINPATH", "QGIS_CUSTOM_CONFIG_PATH")
    variables = {
        name: value
        for name, value in machine.child_environment().items()
        if name not in kept_back and not is_secret_name(name)
    }
    try:
        done = subprocess.run(
            command, cwd=out, env=variables, stdin=subprocess.DEVNULL, capture_output=True, timeout=CHECK_SECONDS
        )
    except subprocess.TimeoutExpired:
        return [problem_at(script, None, "time_limit", f"It did not end within {CHECK_SECONDS} s.")]
    if done.returncode == 0:
        return []
    last = (done.stderr.decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
    how = signal.Signals(-done.returncode).name if done.returncode < 0 else f"status {done.returncode}"
    return [problem_at(script, None, "failed", f"It ended with {how}: {last}")]


def _compare(pack: PackFolder, task: Task, outputs: Path, inputs: Path, source: str) -> list[DocumentProblem]:
    """Compares derived outputs with the stored reference under the contract of the task."""
    where = pack.task_folder(task.id) / source
    absent = [one.file for one in task.outputs if not (pack.reference_folder(task.id) / one.file).is_file()]
    if absent:
        return [problem_at(where, None, "missing_file", f"There is no reference/{absent[0]} to compare with.")]
    score = score_task(task, pack.reference_folder(task.id), outputs, inputs)
    return [] if score.strict else [problem_at(where, None, "differs", difference_words(score))]


def difference_words(score: TaskScore) -> str:
    """Says which checks fail where what was derived is not the stored reference."""
    failed = [
        f"{name}: {check.name}: {check.detail}"
        for name, record in score.outputs.items()
        for check in record.checks
        if check.passed is False
    ]
    more = f" and {len(failed) - SHOWN_CHECKS} more" if len(failed) > SHOWN_CHECKS else ""
    return f"What it derives is not the stored reference: {'; '.join(failed[:SHOWN_CHECKS])}{more}"
