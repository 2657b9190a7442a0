# SPDX-License-Identifier: GPL-2.0-or-later
"""The check of one plan: its calls, what it leaves unused, and what it owes its task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...tasks.contract import OutputContract
from .contract_fit import contract_findings
from .finding import Finding
from .given_inputs import GivenInputs
from .idle_steps import idle_findings
from .walk import walk

# where one of these stands, what seems unused may be what was meant
MISTAKEN_NAMES = ("UNKNOWN_TOOL", "UNKNOWN_ARGUMENT", "UNKNOWN_LAYER", "OUTPUT_EXISTS", "FILE_NOT_FOUND")


def plan_findings(
    steps: Sequence[tuple[str, Any]], inputs: GivenInputs, outputs: Iterable[OutputContract] | None = None
) -> list[Finding]:
    """Finds what is wrong with a plan, without making any of its calls.

    Args:
        steps: API and arguments of each step, as an agent would send them.
        inputs: What is known of the input files.
        outputs: What the task asks for; None where there is no task.
    Returns: In the order of the steps, errors of a step before its warnings.
    """
    inputs.foresee(steps)
    walked = walk(steps, inputs)
    owed = [] if outputs is None else contract_findings(outputs, walked, len(steps))
    is_settled = not any(finding.code in MISTAKEN_NAMES for finding in walked.findings)
    idle = idle_findings(steps, walked, inputs.names) if is_settled else []
    found = [*walked.findings, *owed, *idle]
    return sorted(found, key=lambda finding: (finding.step, finding.severity == "warning"))
