# SPDX-License-Identifier: GPL-2.0-or-later
"""Why a source cannot give the bytes of a dataset."""

from __future__ import annotations

from ..register import SourceCode


class SourceFailure(Exception):
    """A source that cannot give the bytes; the next one is tried.

    Args:
        reason: What is the case, without a full stop, so that several reasons make one sentence.
        hint: What helps.
        code: Of the closed list of error codes.
        is_final: Whether no other source may step in, since what was given is not what the register says.
    """

    def __init__(self, reason: str, hint: str, code: SourceCode = "FILE_NOT_FOUND", is_final: bool = False) -> None:
        super().__init__(f"{reason}. Hint: {hint}")
        self.reason, self.hint, self.code, self.is_final = reason, hint, code, is_final
