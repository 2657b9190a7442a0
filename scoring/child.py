# SPDX-License-Identifier: GPL-2.0-or-later
"""The scoring child: reads its jobs from standard input, limits itself, answers a JSON line per job."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import signal
import sys
import traceback
from pathlib import Path
from typing import IO, Any

from pydantic import TypeAdapter

from ..tasks.contract import OutputContract
from .child_main import cannot_import
from .comparison import CannotScore, compare_files, unread_record
from .file_border import close_border
from .limited_child import STARTED
from .private_copy import copy_output
from .unreadable import Unreadable, engine_words

GIB = 1024**3
MOST_FILES = 256
PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG of prctl


def run() -> None:
    """Runs all jobs of standard input."""
    die_with_parent()
    answers = private_output()
    request = json.load(sys.stdin)
    largest = max((job["file_bytes"] for job in request["jobs"]), default=0)
    limit_itself(request["memory_bytes"], request["seconds"], largest)
    _close_border(request)
    _say(answers, STARTED)
    for number, job in enumerate(request["jobs"]):
        folder = Path(request["folder"], str(number))
        _say(answers, _answer(job, folder, request["memory_bytes"]))
        shutil.rmtree(folder, ignore_errors=True)
    # GDAL drivers of a damaged file may crash while they are unloaded; everything is said by now.
    os._exit(0)


def _say(answers: IO[bytes], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def die_with_parent() -> None:
    """Has the system end this process when the one that waits for it is gone, killed or not; on Linux alone."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL)


def private_output() -> Any:
    """Keeps standard output for answers alone: GDAL and libraries that print reach standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def limit_itself(memory_bytes: int, seconds: float, file_bytes: int = 0) -> None:
    """Limits this process for good: address space, processor time, size of a file that it writes."""
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_FILES, MOST_FILES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))


def _close_border(request: dict[str, Any]) -> None:
    readable = set()
    for job in request["jobs"]:
        readable |= {Path(job["reference"]).parent, Path(job["output"]).parent}
        readable |= {Path(job["inputs_dir"])} if job["inputs_dir"] else set()
    if not close_border(readable, {Path(request["folder"])}):
        sys.stderr.write("This system cannot close its files to the scorer; outputs are read under limits alone.\n")


def _answer(job: dict[str, Any], folder: Path, memory_bytes: int) -> dict[str, Any]:
    contract = TypeAdapter(OutputContract).validate_python(job["contract"])
    inputs_dir, output = Path(job["inputs_dir"]) if job["inputs_dir"] else None, Path(job["output"])
    try:
        output = _own_copy(output, folder, job["file_bytes"])
        record = compare_files(contract, Path(job["reference"]), output, inputs_dir)
    except Unreadable as error:
        record = unread_record(contract, output, error.reason)
    except CannotScore as error:
        return {"cannot_score": {"code": error.code, "message": error.message, "hint": error.hint}}
    except ImportError as error:  # of this machine, so it must not become a fault of the output
        return cannot_import(error)
    except MemoryError:
        record = unread_record(contract, output, f"needs more than {memory_bytes / GIB:g} GiB to read and compare")
    except Exception as error:  # whatever an output brings about is a record, and the next one is read
        traceback.print_exc()
        words = engine_words(f"{type(error).__name__}: {error}", output)
        record = unread_record(contract, output, f"could not be compared{words}")
    return {"record": record.as_dict()}


def _own_copy(output: Path, folder: Path, most_bytes: int) -> Path:
    """Returns a copy of the output; from now on this process writes no file."""
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    folder.mkdir()
    try:
        return copy_output(output, folder, most_bytes)
    except OSError as error:
        message = f'"{output.name}" cannot be copied for reading ({os.strerror(error.errno or 0)}).'
        raise CannotScore("STORAGE_FULL", message, "TMPDIR names a folder with more room.") from None
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, most))
