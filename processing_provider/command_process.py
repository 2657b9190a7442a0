# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a command of the program in a process of its own, passes its story on, and takes its answer."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

from ..headless import machine
from ..headless.host_process import dying_with
from ..headless.refusal import CommandRefused

LOOK_SECONDS = 0.05
ENDING_SECONDS = 45.0
COUNTED = re.compile(r"(\d+) of (\d+) \w+ (?:were )?done")


def command_in_child(
    words: list[str], is_cancelled: Callable[[], bool], told: Callable[[str, float | None], None], cancelled: str
) -> dict[str, Any]:
    """Runs a command.

    Args:
        words: Its name and options.
        is_cancelled: Asked again and again.
        told: Takes each line of its story, and the share that is done where the line tells it.
        cancelled: What lies where after a cancel, as a hint.
    Returns: Its answer.
    Raises: CommandRefused for what the command refused, CANCELLED where it was cancelled.
    """
    command = [str(machine.python_program()), "-P", "-m", "gisagentbench.headless", *words, "--json"]
    inherited = os.environ.get("PYTHONPATH")
    search_path = os.pathsep.join(part for part in (str(machine.plugins_folder()), inherited) if part)
    with tempfile.TemporaryDirectory(prefix="gisagentbench-command-") as folder:
        answer, story = Path(folder, "answer"), Path(folder, "story")
        with answer.open("wb") as answer_file, story.open("wb") as story_file:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=answer_file,
                stderr=story_file,
                env=os.environ | {"PYTHONPATH": search_path},
                start_new_session=True,
                preexec_fn=dying_with(os.getpid()),
            )
        _watch(process, story, is_cancelled, told)
        return _record(answer.read_text(encoding="utf-8"), process.returncode, words[0], cancelled)


def _watch(
    process: subprocess.Popen[bytes],
    story: Path,
    is_cancelled: Callable[[], bool],
    told: Callable[[str, float | None], None],
) -> None:
    """Passes the story on until the process ends; where it is cancelled, the process is asked to end."""
    is_asked = False
    try:
        with story.open(encoding="utf-8", errors="replace") as lines:
            while process.poll() is None:
                if is_cancelled() and not is_asked:
                    is_asked = True
                    process.terminate()
                    deadline = time.monotonic() + ENDING_SECONDS
                if is_asked and time.monotonic() > deadline:
                    process.kill()
                _pass_on(lines, told)
                time.sleep(LOOK_SECONDS)
            _pass_on(lines, told)
    finally:
        if process.poll() is None:
            process.kill()  # what it has started ends with it
            process.wait()


def _pass_on(lines: IO[str], told: Callable[[str, float | None], None]) -> None:
    while line := lines.readline().rstrip():
        counted = COUNTED.match(line)
        told(line, int(counted[1]) / max(1, int(counted[2])) if counted else None)


def _record(text: str, status: int | None, name: str, cancelled: str) -> dict[str, Any]:
    try:
        record: dict[str, Any] = json.loads(text)
    except ValueError:
        message = f"The process of `{name}` ended with status {status} and no answer."
        raise CommandRefused("ENGINE_FAILED", message, "", 3) from None
    if "error" in record:
        error = record["error"]
        hint = cancelled if error["code"] == "CANCELLED" else error["hint"]
        raise CommandRefused(error["code"], error["message"], hint)
    return record
