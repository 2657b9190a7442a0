# SPDX-License-Identifier: GPL-2.0-or-later
"""Has maps drawn by a QGIS process. Nothing of QGIS is imported here."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ..machine import child_environment
from .map_job import DrawnMap, MapJob, PanelsJob, read_drawn, write_jobs

START_SECONDS = 60.0
SECONDS_PER_PICTURE = 30.0
GIVE_UP_AFTER = 3  # processes that drew nothing, one after another: QGIS itself is what does not work


def draw(jobs: Sequence[MapJob | PanelsJob], start_seconds: float = START_SECONDS) -> list[DrawnMap]:
    """Draws pictures, in one QGIS process as long as it lives.

    Args:
        jobs: The pictures.
        start_seconds: What a process may take beside 30 seconds a picture.
    Returns: One result per job, in their order. A picture that takes the process down, or is not done in time, is
        a result with a problem; the ones after it are drawn by a new process, as long as processes draw anything.
    """
    done: list[DrawnMap] = []
    in_vain = 0
    while len(done) < len(jobs):
        waiting = jobs[len(done) :]
        drawn, end = _draw_in_one_process(waiting, start_seconds)
        done += drawn[: len(waiting)]
        in_vain = 0 if drawn else in_vain + 1
        lost = min(1 if in_vain < GIVE_UP_AFTER else len(jobs), len(jobs) - len(done))
        done += [DrawnMap(picture="", problem=f"the process that draws maps {end}")] * lost
    return done


def _draw_in_one_process(jobs: Sequence[MapJob | PanelsJob], start_seconds: float) -> tuple[list[DrawnMap], str]:
    """Returns what was drawn, and in words how the process ended."""
    with tempfile.TemporaryDirectory(prefix="map_drawing_") as folder:
        job_file, results_file = Path(folder, "job.json"), Path(folder, "results.jsonl")
        write_jobs(job_file, jobs)
        command = [sys.executable, "-P", "-m", "gisagentbench.headless.map_drawing", str(job_file), str(results_file)]
        process = subprocess.Popen(
            command,
            env=child_environment() | {"TMPDIR": folder},  # what QGIS leaves where it is killed goes with it
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        try:
            _, told = process.communicate(timeout=start_seconds + SECONDS_PER_PICTURE * len(jobs))
            end = f"ended with status {process.returncode}{_last_line(told)}"
        except subprocess.TimeoutExpired:
            end = "was not done in time"
        finally:
            process.kill()
            process.communicate()
        return read_drawn(results_file.read_text(encoding="utf-8")) if results_file.exists() else [], end


def _last_line(told: str) -> str:
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    return f": {lines[-1][:200]}" if lines else ""
