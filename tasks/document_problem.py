# SPDX-License-Identifier: GPL-2.0-or-later
"""Faults of a document: what is wrong, in which file and line, by which rule. Standard library only."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]
INVALID_DOCUMENT = "INVALID_DOCUMENT"


@dataclass(frozen=True)
class DocumentProblem:
    """One fault of a document.

    Args:
        where: The file as it was given, with the line behind a colon where it is known.
        line: Line in the file, from 1; None where the fault has no line (a missing file).
        code: The rule that is broken, such as unknown_key or duplicate_key.
        message: A sentence that stands alone and names the key.
        severity: error, or warning where the document can still be used.
    """

    where: str
    line: int | None
    code: str
    message: str
    severity: Severity = "error"

    def as_dict(self) -> dict[str, str]:
        """Returns the four keys that programs rely on."""
        return {"where": self.where, "code": self.code, "message": self.message, "severity": self.severity}

    def __str__(self) -> str:
        return f"{self.where}: {self.message} [{self.code}]"


class DocumentError(ValueError):
    """A document that cannot be used, with all its faults and not only the first.

    Args:
        problems: At least one fault.
    """

    code = INVALID_DOCUMENT
    hint = "gisagentbench validate PATH lists every fault with its line."

    def __init__(self, problems: Iterable[DocumentProblem]):
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


def problem_at(
    path: object, line: int | None, code: str, message: str, severity: Severity = "error"
) -> DocumentProblem:
    """Returns a problem whose `where` is the file and, if known, the line."""
    where = str(path) if line is None else f"{path}:{line}"
    return DocumentProblem(where, line, code, message, severity)


def errors_of(problems: Iterable[DocumentProblem]) -> list[DocumentProblem]:
    """Returns the problems that forbid the use of the document."""
    return [problem for problem in problems if problem.severity == "error"]
