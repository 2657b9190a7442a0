# SPDX-License-Identifier: GPL-2.0-or-later
"""One thing that is wrong with a plan."""

from __future__ import annotations

from typing import NamedTuple

from ...tasks.document_problem import Severity
from ...tools.declaration.errors import ToolError

UNUSED_LAYER = "unused_layer"
UNUSED_INPUT = "unused_input"


class Finding(NamedTuple):
    """What is wrong with one step, or with what the steps leave behind.

    Args:
        step: Index from 0; the number of steps for what is missing in the end.
        code: Of the error a call would end with, of the scorer's check that would fail, or unused_layer, unused_input.
        sentence: What is the case; stands alone.
        hint: What helps; may be empty.
        argument: The argument at fault, where there is one.
        severity: error, or warning for what costs a call and no answer.
    """

    step: int
    code: str
    sentence: str
    hint: str = ""
    argument: str = ""
    severity: Severity = "error"


def of_fault(step: int, fault: ToolError) -> Finding:
    """Makes a finding of what a call would end with."""
    return Finding(step, fault.code, fault.sentence, fault.hint, fault.argument)
