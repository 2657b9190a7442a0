# SPDX-License-Identifier: GPL-2.0-or-later
"""The record of one episode: how it ended, and what its output is worth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from ..scoring.record import TaskScore, canonical_json, rounded
from ..scoring.trajectory.record import FailureNote, TrajectoryScore
from .contamination_audit import AuditFinding
from .events import Finished, Outcome

SCHEMA_VERSION = 1


class EpisodeKey(BaseModel):
    """Which episode of a run: task, agent and repeat (from 1)."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    task: str
    agent: str
    repeat: int

    def __str__(self) -> str:
        repeat = f", repeat {self.repeat}" if self.repeat > 1 else ""
        return f"{self.task} ({self.agent}{repeat})"


class ScoredWith(BaseModel):
    """The contract that a record was made with, which need not be that of the run's manifest.

    Args:
        version: Of the pack.
        pack_checksum: Of everything in the pack.
        contract_checksum: sha256 of the task's outputs with their defaults, keys in order.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    version: str
    pack_checksum: str
    contract_checksum: str


class EpisodeScore(BaseModel):
    """What score.json of an episode holds; made from its events and output files alone.

    Args:
        attempt: The attempt that is scored.
        strict: None for an infrastructure failure, which is in neither side of a rate.
        quantitative: Likewise.
        calls: Calls made, failed ones included.
        seconds: Wall time of the episode.
        changed_inputs: Input files that the episode changed.
        scored_with: The contract that the score was made with.
        score: The scorer's record; None for an infrastructure failure.
        trajectory: How near the calls came to the reference; in no rate and no closeness. None likewise.
        failure: Why it is not right, as far as its calls tell; None where it is, or made no call.
        audit: What the agent said without having been shown it; reasons to look, in no rate.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    schema_version: Literal[1] = 1
    task: str
    agent: str
    repeat: int
    attempt: int
    outcome: Outcome
    message: str = ""
    strict: bool | None
    quantitative: float | None
    calls: int
    failed_calls: int
    turns: int
    seconds: float
    changed_inputs: list[str] = []
    scored_with: ScoredWith | None = None
    score: TaskScore | None
    trajectory: TrajectoryScore | None = None
    failure: FailureNote | None = None
    audit: list[AuditFinding] = []

    @property
    def key(self) -> EpisodeKey:
        """Which episode it is."""
        return EpisodeKey(task=self.task, agent=self.agent, repeat=self.repeat)

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON values, reals with 12 significant digits."""
        return dict(rounded(self.model_dump(mode="python")))

    def to_json(self) -> str:
        """Returns the record as text; the same episode always gives the same bytes."""
        return canonical_json(self.as_dict())

    def summary(self) -> dict[str, Any]:
        """Returns the keys that `run --json` tells of an episode."""
        keys = ("task", "agent", "repeat", "outcome", "strict", "quantitative", "calls", "seconds")
        told = {key: value for key, value in self.as_dict().items() if key in keys}
        trajectory = self.trajectory
        return told | {
            "trajectory_closeness": rounded(trajectory.closeness) if trajectory else None,
            "argument_aware": rounded(trajectory.argument_aware) if trajectory else None,
            "mechanisms": self.failure.labels if self.failure else [],
        }


def episode_score(
    key: EpisodeKey,
    attempt: int,
    end: Finished,
    score: TaskScore | None,
    trajectory: TrajectoryScore | None = None,
    failure: FailureNote | None = None,
    scored_with: ScoredWith | None = None,
    audit: list[AuditFinding] | None = None,
) -> EpisodeScore:
    """Makes the record of an episode from its last event and the score of its output."""
    return EpisodeScore(
        **key.model_dump(),
        attempt=attempt,
        outcome=end.outcome,
        message=end.message,
        strict=None if score is None else score.strict,
        quantitative=None if score is None else score.quantitative,
        calls=end.calls,
        failed_calls=end.failed_calls,
        turns=end.turns,
        seconds=end.seconds,
        changed_inputs=end.changed_inputs,
        scored_with=scored_with,
        score=score,
        trajectory=trajectory,
        failure=failure,
        audit=audit or [],
    )


def infrastructure_failure(key: EpisodeKey, message: str) -> EpisodeScore:
    """Makes the record of an episode that something else than its agent has kept from its end."""
    end = Finished(outcome="infrastructure", message=message, calls=0, failed_calls=0, turns=0, seconds=0.0)
    return episode_score(key, 0, end, None)


def strict_rate(scores: Iterable[EpisodeScore]) -> float | None:
    """Returns the share of strictly right episodes among those with a score; None where there are none."""
    judged = [score.strict for score in scores if score.strict is not None]
    return sum(judged) / len(judged) if judged else None
