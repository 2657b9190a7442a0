# SPDX-License-Identifier: GPL-2.0-or-later
"""A task that two agents fail by the same check points at itself; one that is solved, or failed otherwise, does not."""

import pytest

from gisagentbench.headless.episode_score import EpisodeKey, episode_score
from gisagentbench.headless.events import Finished
from gisagentbench.headless.report.failures import run_failures
from gisagentbench.headless.report.run_reading import EpisodeContent
from gisagentbench.scoring.record import Check, Closeness, ScoreRecord, TaskScore
from gisagentbench.scoring.trajectory.record import FailureNote, LabelledSentence


def episode(agent, failing, labels=(), repeat=1, outcome="finished"):
    """An episode whose output fails this check first, None for a right one, "" for one that was never judged."""
    key = EpisodeKey(task="parks", agent=agent, repeat=repeat)
    end = Finished(outcome=outcome, calls=1, failed_calls=0, turns=1, seconds=1.0)
    score = None
    if failing != "":
        checks = [Check(name="readable", passed=True), *([Check(name=failing, passed=False)] if failing else [])]
        closeness = Closeness(quantitative=0.5, coverage=1.0)
        record = ScoreRecord(strict=failing is None, checks=checks, closeness=closeness)
        score = TaskScore(task="parks", strict=record.strict, quantitative=0.5, outputs={"a.gpkg": record})
    told = [LabelledSentence(label=label, sentence="It is so.") for label in labels]
    note = FailureNote(mechanisms=told) if told else None
    return EpisodeContent(key, None, None, episode_score(key, 1, end, score, None, note), end)


@pytest.mark.parametrize(
    ("episodes", "shared"),
    [
        ([episode("a", "crs"), episode("b", "crs")], {"parks": "a.gpkg: crs"}),
        ([episode("a", "crs"), episode("b", "rows")], {}),
        ([episode("a", "crs"), episode("b", None)], {}),
        ([episode("a", "crs"), episode("a", "crs", repeat=2)], {}),
        ([episode("a", "crs"), episode("b", "", outcome="infrastructure")], {}),
        ([episode("a", None), episode("b", None)], {}),
    ],
    ids=["alike", "otherwise", "one is right", "one agent alone", "one was not judged", "both are right"],
)
def test_what_all_agents_fail_alike(episodes, shared):
    assert run_failures(episodes).shared == shared


def test_a_label_counts_once_an_episode_and_the_most_frequent_comes_first():
    failures = run_failures(
        [
            episode("a", "crs", ["missing_operation", "wrong_order", "wrong_order"]),
            episode("b", "crs", ["wrong_order"]),
            episode("c", None),
        ]
    )
    assert failures.noted == 2
    assert list(failures.mechanisms.items()) == [("wrong_order", 2), ("missing_operation", 1)]
