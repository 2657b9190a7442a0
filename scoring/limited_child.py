# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs comparisons in a child process with limits on memory and time: a file that kills its reader is a record.

The child is a fresh interpreter and no fork of this process, which may be QGIS with threads of its own. What it says
is read as it comes and cut where it is long, so nothing it reads can fill the parent.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..tasks.contract import OutputContract
from ..tasks.secret_names import is_secret_name
from .comparison import CannotScore, unread_record
from .forked_child import PARENT as FORKING_PARENT
from .forked_child import ForkedChild, forked, forked_children
from .record import ScoreRecord
from .source_file import file_parts

GIB = 1024**3
POLL_SECONDS = 0.1
START_SECONDS = 120.0
STARTED = {"started": True}
SCORING_CHILD = "scoring.child"
MEMORY_PER_BYTE, BYTES_PER_SECOND, LONGER_THAN_REFERENCE = 40, 500_000, 8
LISTENING_SECONDS = 5.0
LONGEST_ANSWER, LONGEST_STORY = 64 * 1024**2, 64 * 1024
CHILD_SCRIPT = Path(__file__).with_name("child_main.py")
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "GDAL_NUM_THREADS"), "1")
CHILD_SETTINGS: dict[str, str] = ONE_THREAD | {
    "PROJ_NETWORK": "OFF",
    "GDAL_PAM_ENABLED": "NO",
    "GDAL_CONFIG_FILE": os.devnull,
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
}
OPEN_SETTINGS = ("GDAL_", "OGR_", "CPL_", "GTIFF_", "VSI_", "SQLITE_", "SPATIALITE_", "AWS_")
KEPT_SETTINGS = ("GDAL_DATA", "GDAL_DRIVER_PATH")

IsCancelled = Callable[[], bool]


class Cancelled(Exception):
    """Nobody wants the answer any more; the child was killed."""


class Limits(NamedTuple):
    """What reading and comparing one output may cost.

    Args:
        memory_bytes: Address space of the child.
        seconds: Wall clock; processor time, too.
        file_bytes: Length of the output with the parts of its format.
    """

    memory_bytes: int = 8 * GIB
    seconds: float = 600.0
    file_bytes: int = 4 * GIB

    @classmethod
    def beside(cls, reference: Path) -> Limits:
        """Returns the limits that fit a reference: fixed ones, and more where it is large.

        A right answer is at most some times as long as its reference, so what it costs to read both grows with that.
        """
        size = sum(part.stat().st_size for part in file_parts(reference) if part.is_file())
        least = cls()
        return cls(
            max(least.memory_bytes, MEMORY_PER_BYTE * size),
            max(least.seconds, size / BYTES_PER_SECOND),
            max(least.file_bytes, LONGER_THAN_REFERENCE * size),
        )


class ChildEnd(NamedTuple):
    """How a child ended.

    Args:
        answers: One per line of its standard output.
        status: Its exit status; None where its time was up.
        story: What it said last on standard error.
        seconds: Wall clock of each answer, and behind them of what came to nothing.
    """

    answers: list[dict[str, Any]]
    status: int | None
    story: str
    seconds: list[float]

    def reason(self, limits: Limits) -> str:
        """Says as part of a sentence why it died early."""
        if self.status in (None, -signal.SIGXCPU):
            return f"took longer than {limits.seconds:g} s to read and compare"
        if self.status == -signal.SIGKILL:
            return "ended its reader: the system killed it, most likely for want of memory"
        if self.status < 0:
            return f"ended its reader with {signal.Signals(-self.status).name}"
        last = self.story.strip().splitlines()[-1:] or ["no reason given"]
        return f"could not be read ({last[0][:160]})"


class Job(NamedTuple):
    """One comparison."""

    contract: OutputContract
    reference: Path
    output: Path
    inputs_dir: Path | None = None


def run_jobs(
    jobs: list[Job], limits: Limits | None = None, is_cancelled: IsCancelled | None = None
) -> list[ScoreRecord]:
    """Runs comparisons one after another in a child; after a death the rest goes on in a new one.

    Args:
        limits: For each of them; where left out, those that fit its reference.
    Raises: CannotScore; Cancelled.
    """
    return [scored.record for scored in scored_jobs(jobs, limits, is_cancelled)]


class Scored(NamedTuple):
    """A record, and the wall clock it took."""

    record: ScoreRecord
    seconds: float


def scored_jobs(jobs: list[Job], limits: Limits | None = None, is_cancelled: IsCancelled | None = None) -> list[Scored]:
    """As `run_jobs`, with the time of each."""
    of_job = [limits or Limits.beside(job.reference) for job in jobs]
    scored: list[Scored] = []
    while len(scored) < len(jobs):
        done = len(scored)
        with tempfile.TemporaryDirectory(prefix="gisagentbench-", ignore_cleanup_errors=True) as folder:
            request = _request(jobs[done:], of_job[done:], folder)
            longest = max(limit.seconds for limit in of_job[done:])
            end = run_child(SCORING_CHILD, request, longest, is_cancelled, START_SECONDS)
        _check_start(end)
        scored += [
            Scored(_record(answer), spent) for answer, spent in zip(end.answers[1:], end.seconds[1:-1], strict=True)
        ]
        if len(scored) < len(jobs):
            dead = jobs[len(scored)]
            record = unread_record(dead.contract, dead.output, end.reason(of_job[len(scored)]))
            scored.append(Scored(record, end.seconds[-1]))
    return scored


def _check_start(end: ChildEnd) -> None:
    """Tells a child that never began, which is a fault of this machine, from one that an output ended."""
    if end.answers[:1] == [STARTED]:
        return
    for answer in end.answers:
        _record(answer)
    said = end.story.strip().splitlines()[-1:] or ["it said nothing"]
    message = f"The process that reads outputs did not start ({said[0][:160]})."
    raise CannotScore("ENGINE_FAILED", message, "./gisagentbench doctor says what is wrong with this machine.")


def run_child(
    module: str,
    request: dict[str, Any],
    seconds: float,
    is_cancelled: IsCancelled | None = None,
    start_seconds: float = 0.0,
) -> ChildEnd:
    """Runs `run()` of a module of the package in a fresh interpreter that limits itself.

    Args:
        module: Its name without the package.
        request: JSON data that it finds on its standard input.
        seconds: Wall clock until its next answer, or its end.
        is_cancelled: Asked ten times a second; the child is killed where it says so.
        start_seconds: What its first answer may take, where that only says that it began.
    Raises: Cancelled.
    """
    with tempfile.TemporaryFile() as given:
        given.write(json.dumps(request).encode())
        given.seek(0)
        with _started(module, given) as child:
            try:
                return _heard(child, seconds, start_seconds, is_cancelled)
            finally:
                child.kill()


@contextmanager
def children_at_hand() -> Iterator[None]:
    """Has scoring inside the block start in milliseconds: its children are forks of a process with the libraries."""
    with forked_children(_command(FORKING_PARENT), child_environment(os.environ)):
        yield


def _started(module: str, given: IO[bytes]) -> subprocess.Popen[bytes] | ForkedChild:
    environment = child_environment(os.environ)
    child = forked(module, given, environment["PYTHONPATH"]) if module == SCORING_CHILD else None
    return child or subprocess.Popen(
        _command(module), stdin=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    )


def _command(module: str) -> list[str]:
    return [_interpreter(), "-P", "-B", str(CHILD_SCRIPT), module]


def child_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the environment of a child: ours without secrets and without what changes how files are read."""
    kept = {
        name: value
        for name, value in environment.items()
        if name in KEPT_SETTINGS or not (name.upper().startswith(OPEN_SETTINGS) or is_secret_name(name))
    }
    return kept | CHILD_SETTINGS | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _heard(
    child: subprocess.Popen[bytes] | ForkedChild, seconds: float, start_seconds: float, is_cancelled: IsCancelled | None
) -> ChildEnd:
    """Takes the answers of a child as they come; one whose next answer takes too long is killed."""
    lines: queue.Queue[bytes] = queue.Queue()
    story = bytearray()
    listeners = [
        threading.Thread(target=_hear_answers, args=(child.stdout, lines), daemon=True),
        threading.Thread(target=_hear_story, args=(child.stderr, story), daemon=True),
    ]
    for listener in listeners:
        listener.start()
    answers: list[dict[str, Any]] = []
    spent: list[float] = []
    began = time.monotonic()
    deadline = began + (start_seconds or seconds)
    while True:
        try:
            line = lines.get(timeout=min(POLL_SECONDS, seconds))
        except queue.Empty:
            if is_cancelled is not None and is_cancelled():
                raise Cancelled from None
            if time.monotonic() < deadline:
                continue
            status = None
            break
        if not line.endswith(b"}\n"):
            status = _ended(child, line, deadline)
            break
        answers.append(json.loads(line))
        spent.append(time.monotonic() - began)
        began += spent[-1]
        deadline = began + seconds
    child.kill()
    for listener in listeners:
        listener.join(LISTENING_SECONDS)
    spent.append(time.monotonic() - began)
    return ChildEnd(answers, status, story.decode("utf-8", "replace"), spent)


def _ended(child: subprocess.Popen[bytes] | ForkedChild, rest: bytes, deadline: float) -> int | None:
    if rest:  # an answer without an end
        child.kill()
    try:
        return child.wait(max(1.0, deadline - time.monotonic()))
    except subprocess.TimeoutExpired:
        return None


def _hear_answers(source: IO[bytes], lines: queue.Queue[bytes]) -> None:
    while (line := source.readline(LONGEST_ANSWER)).endswith(b"\n"):
        lines.put(line)
    lines.put(line)


def _hear_story(source: IO[bytes], story: bytearray) -> None:
    while part := source.read1(LONGEST_STORY):  # type: ignore[attr-defined]
        story += part
        del story[:-LONGEST_STORY]


def _record(answer: dict[str, Any]) -> ScoreRecord:
    if "cannot_score" in answer:
        raise CannotScore(**answer["cannot_score"])
    return ScoreRecord.model_validate(answer["record"])


def _interpreter() -> str:
    """Returns the Python to run the child with; inside QGIS sys.executable can be the QGIS program itself."""
    if Path(sys.executable).name.startswith("python"):
        return sys.executable
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    of_project = CHILD_SCRIPT.parents[1] / ".venv" / "bin" / "python"
    # What is called python3 on the search path may be another Python, without the packages of this one.
    candidates = (of_project, Path(sys.prefix, "bin", version), Path(sys.base_prefix, "bin", version))
    return str(next((program for program in candidates if program.exists()), "python3"))


def _request(jobs: list[Job], limits: list[Limits], folder: str) -> dict[str, Any]:
    return {
        "memory_bytes": max(limit.memory_bytes for limit in limits),
        "seconds": sum(limit.seconds for limit in limits),
        "folder": folder,
        "jobs": [_as_json(job, limit) for job, limit in zip(jobs, limits, strict=True)],
    }


def _as_json(job: Job, limits: Limits) -> dict[str, Any]:
    return {
        "contract": job.contract.model_dump(mode="json", exclude_unset=True),
        "reference": str(job.reference.absolute()),
        "output": str(job.output.absolute()),
        "inputs_dir": str(job.inputs_dir.absolute()) if job.inputs_dir else None,
        "file_bytes": limits.file_bytes,
    }
