# SPDX-License-Identifier: GPL-2.0-or-later
"""What came of a self-test: counts, misses, and what could not be tried."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .mutation import Arguments


class Trial(NamedTuple):
    """One output that was scored.

    Args:
        name: Of the mutation, or of the file.
        arguments: Of the mutation.
        expected: The check that must be the first to fail; None where the output must pass.
        found: The check that was; None where none failed.
        strict: Whether the scorer passed the output.
        fault: Why the output could not be made, where it could not.
    """

    name: str
    arguments: Arguments
    expected: str | None
    found: str | None
    strict: bool
    fault: str = ""

    @property
    def held(self) -> bool:
        """Whether the scorer said what it must."""
        return not self.fault and self.found == self.expected and self.strict == (self.expected is None)

    @property
    def message(self) -> str:
        """What went wrong, as a sentence."""
        if self.fault:
            return f"{self.fault}."
        wanted = f"fails first at {self.expected}" if self.expected else "is as good as the reference"
        got = f"failed first at {self.found}" if self.found else "passed" if self.strict else "could not be judged"
        return f"It {wanted}, and {got}."


class NotTried(NamedTuple):
    """A mutation that does not apply, or a clause that no mutation can break.

    Args:
        name: Of the mutation or the clause.
        arguments: Of the mutation.
        reason: Why, as part of a sentence.
    """

    name: str
    arguments: Arguments
    reason: str


@dataclass
class OutputTest:
    """The self-test of one output.

    Args:
        untested: Clauses that no mutation broke although one should; each is a miss.
        cannot_fail: Clauses that can never be the first to fail, with the reason.
        not_applicable: Mutations that change nothing here.
    """

    task: str
    output: str
    trials: list[Trial] = field(default_factory=list)
    untested: list[NotTried] = field(default_factory=list)
    cannot_fail: list[NotTried] = field(default_factory=list)
    not_applicable: list[NotTried] = field(default_factory=list)

    def misses(self) -> list[dict[str, Any]]:
        """Returns what the scorer missed, and the clauses that nothing tried."""
        where = {"task": self.task, "output": self.output}
        wrong = [
            {
                "mutation": trial.name,
                "arguments": trial.arguments,
                "expected": trial.expected,
                "found": trial.found,
                "message": trial.message,
            }
            for trial in self.trials
            if not trial.held
        ]
        open_clauses = [
            {
                "mutation": None,
                "arguments": clause.arguments,
                "expected": clause.name,
                "found": None,
                "message": f"The clause {clause.name} cannot be tried: {clause.reason}.",
            }
            for clause in self.untested
        ]
        return [where | miss for miss in (*wrong, *open_clauses)]


def counts_of(tests: list[OutputTest]) -> dict[str, int]:
    """Returns how many outputs must fail and did, how many must pass and did."""
    trials = [trial for test in tests for trial in test.trials]
    wrong = [trial for trial in trials if trial.expected is not None]
    equal = [trial for trial in trials if trial.expected is None]
    return {
        "mutations": len(wrong),
        "caught": sum(trial.held for trial in wrong),
        "equivalents": len(equal),
        "accepted": sum(trial.held for trial in equal),
    }
