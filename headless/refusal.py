# SPDX-License-Identifier: GPL-2.0-or-later
"""What ends a command before it has done anything: a code, a sentence, a hint, and the exit status."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..tools.declaration.errors import ERROR_CODES, ErrorCode

UNREADABLE: Literal[2] = 2
BROKEN: Literal[3] = 3


@dataclass(frozen=True)
class ErrorRecord:
    """An error as programs get it."""

    code: ErrorCode
    message: str
    hint: str


@dataclass(frozen=True)
class ErrorAnswer:
    """What `--json` prints of a command that ends with status 2 or 3."""

    error: ErrorRecord


class CommandRefused(Exception):
    """A command line or document that cannot be read, or an environment that is broken.

    Args:
        code: Of the closed list of error codes.
        message: What is the case; stands alone.
        hint: What helps; may be empty.
        status: 2 for command line and documents, 3 for the environment.
    """

    def __init__(self, code: ErrorCode, message: str, hint: str = "", status: Literal[2, 3] = UNREADABLE) -> None:
        if code not in ERROR_CODES:
            raise ValueError(f"{code} is not of the closed list of error codes")
        super().__init__(f"{code}: {message} {hint}".rstrip())
        self.code: ErrorCode = code
        self.message = message
        self.hint = hint
        self.status = status
