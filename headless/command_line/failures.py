# SPDX-License-Identifier: GPL-2.0-or-later
"""What stopped a command, as one code, message, hint and exit status."""

from __future__ import annotations

import errno
import sys
import traceback
from dataclasses import asdict
from typing import Any, NamedTuple, cast

from ...tools.declaration.errors import ErrorCode, ToolError
from .. import machine
from ..installed_plugin import is_installed
from ..refusal import CommandRefused, ErrorAnswer, ErrorRecord

ENVIRONMENT_CODES = ("STORAGE_FULL", "DEPENDENCY_MISSING", "ENGINE_FAILED", "TIMEOUT")
SHOWN_PROBLEMS = 3
OURSELVES = "gisagentbench"


class Failure(NamedTuple):
    """Why a command ended before it could answer."""

    code: str
    message: str
    hint: str
    status: int

    def record(self) -> dict[str, Any]:
        """Returns what `--json` prints."""
        return asdict(ErrorAnswer(ErrorRecord(cast(ErrorCode, self.code), self.message, self.hint)))

    def text(self) -> str:
        """Returns what a person reads."""
        hint = f" Hint: {self.hint[:1].upper()}{self.hint[1:]}" if self.hint else ""
        return f"{self.code}: {self.message}{hint}"


def failure_of(error: Exception) -> Failure:
    """Tells what an exception that reached the command line means."""
    if isinstance(error, CommandRefused):
        return Failure(error.code, error.message, error.hint, error.status)
    if isinstance(error, machine.MachineBroken):
        return Failure(error.code, error.message, error.hint, 3)
    if isinstance(error, ToolError):
        return Failure(error.code, error.sentence, error.hint, 3 if error.code in ENVIRONMENT_CODES else 2)
    if isinstance(error, OSError):
        return _of_the_system(error)
    if isinstance(error, ModuleNotFoundError) and not str(error.name).startswith(OURSELVES):
        message = f"The Python package {error.name} is missing."
        hint = "Start ./gisagentbench doctor, which installs what is missing."
        if is_installed(machine.ROOT):
            hint = "The panel in QGIS lists what is missing, with the commands that get it."
        return Failure("DEPENDENCY_MISSING", message, hint, 3)
    return _of_a_document(error) or _of_ourselves(error)


def _of_a_document(error: Exception) -> Failure | None:
    """Tells what a fault of a document, a pack or a dataset means; None where it is none of them."""
    from ...scoring.comparison import CannotScore
    from ...tasks.document_problem import DocumentError
    from ...tasks.pack import PackNotFound
    from ...tasks.pack_refusal import PackRefused
    from ...tasks.register import DatasetUnavailable
    from ..events import UnreadableEvents

    if isinstance(error, DocumentError):
        shown = "; ".join(f"{problem.where}: {problem.message}" for problem in error.problems[:SHOWN_PROBLEMS])
        more = len(error.problems) - SHOWN_PROBLEMS
        missing = all(problem.code == "missing_file" for problem in error.problems)
        code = "FILE_NOT_FOUND" if missing else error.code
        return Failure(code, shown + (f"; and {more} more faults" if more > 0 else ""), error.hint, 2)
    if isinstance(error, PackNotFound):
        return Failure("FILE_NOT_FOUND", error.message, error.hint, 2)
    if isinstance(error, PackRefused):
        return Failure(error.code, error.message, error.hint, 2)
    if isinstance(error, CannotScore):
        return Failure(error.code, error.message, error.hint, 3 if error.code in ENVIRONMENT_CODES else 2)
    if isinstance(error, UnreadableEvents):
        return Failure("INVALID_DOCUMENT", str(error), "", 2)
    if isinstance(error, DatasetUnavailable):
        return Failure(error.code, error.message, error.hint, 3)
    return None


def _of_the_system(error: OSError) -> Failure:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Failure("STORAGE_FULL", "The disk is full.", "Make room, then start again.", 3)
    name = f" ({error.filename})" if error.filename else ""
    return Failure("ENGINE_FAILED", f"The system refused: {error.strerror or type(error).__name__}{name}.", "", 3)


def _of_ourselves(error: Exception) -> Failure:
    """Keeps the whole story on standard error: this is a fault of the program."""
    traceback.print_exception(error, file=sys.stderr)
    message = f"The program stopped with {type(error).__name__}: {error}."
    return Failure("ENGINE_FAILED", message, "This is a fault of GISAgentBench; the story is on standard error.", 3)
