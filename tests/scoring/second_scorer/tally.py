# SPDX-License-Identifier: GPL-2.0-or-later
"""Cases judged by both scorers: how many, how many strict, and where they disagree."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings

from .bridge import scored_cells, scored_rows
from .cells import judge_cells
from .layers import Case, Verdict
from .made_inputs import folder_of, inputs_of
from .row_verdict import judge_rows

SHOWN = 5
PAIRED = ("order", "values", "geometry")


@dataclass
class Tally:
    """What came of many cases, by kind of contract, first failing check and stage."""

    kinds: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    stages: Counter[str] = field(default_factory=Counter)
    disagreements: list[tuple[Case, Verdict, Verdict]] = field(default_factory=list)

    @property
    def cases(self) -> int:
        """How many there were."""
        return self.kinds.total()

    @property
    def strict_share(self) -> float:
        """How many of them are strict."""
        return self.verdicts["strict"] / self.cases

    def add(self, case: Case, plain: Verdict, scored: Verdict) -> None:
        """Counts a case."""
        self.kinds[case.contract["kind"]] += 1
        self.verdicts[plain.first_failing or "strict"] += 1
        self.stages[plain.stage or "not paired"] += 1
        if not agree(case, plain, scored):
            self.disagreements.append((case, plain, scored))

    def text(self) -> str:
        """Returns what a person reads."""
        parts = [", ".join(f"{name} {count}" for name, count in counter.most_common())
                 for counter in (self.kinds, self.verdicts, self.stages)]  # fmt: skip
        head = f"{self.cases} cases, {100 * self.strict_share:.1f} % strict, {len(self.disagreements)} disagreements"
        apart = [f"plain {plain}, scored {scored}: {case}" for case, plain, scored in self.disagreements[:SHOWN]]
        return "\n".join([head, *(f"  {part}" for part in [*parts, *apart])])


def agree(case: Case, plain: Verdict, scored: Verdict) -> bool:
    """Tells whether two verdicts are the same.

    Stage and pairs count wherever the plain verdict has them. Where no pairing of rows without a key is right, several
    may be equally wrong, and which of them is taken decides whether rows stand in order.
    """
    if plain.stage is not None and (plain.stage, plain.matched) != (scored.stage, scored.matched):
        return False
    if plain.stage == "assignment" and case.contract.get("ordered_by") and plain.first_failing in PAIRED:
        return scored.first_failing in PAIRED
    return plain.first_failing == scored.first_failing


def judged(case: Case) -> tuple[Verdict, Verdict]:
    """Returns the plain verdict and that of the scorer."""
    if case.contract["kind"] == "raster":
        return judge_cells(case.contract, case.reference, case.output), scored_cells(case)
    plain = judge_rows(case.contract, case.reference, case.output, inputs_of(case.contract))
    return plain, scored_rows(case, folder_of(case.contract))


def tally_of(cases: Any, count: int, number: int) -> Tally:
    """Judges that many cases of a strategy, the same ones for the same number."""
    tally = Tally()

    @seed(number)
    @settings(max_examples=count, deadline=None, database=None, derandomize=False, phases=[Phase.generate],
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(cases)
    def every(case: Case) -> None:
        tally.add(case, *judged(case))

    every()
    return tally
