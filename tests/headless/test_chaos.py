# SPDX-License-Identifier: GPL-2.0-or-later
"""A run whose hosts, workers and launcher are killed at random moments is resumed until it is whole and right."""

import json

import pytest

from gisagentbench.headless.run_store import open_run
from gisagentbench.tests.headless import chaos
from gisagentbench.tests.headless.made_pack import TASKS, steps, trajectory, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process

KILLS, REPEATS = 6, 6


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """The temporary folder of the system, with nothing in it but what the run leaves."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def test_no_episode_is_lost_doubled_or_scored_otherwise(tmp_path, monkeypatch, temporary):
    write_pack(tmp_path / "made")
    slow = {"api": "load_layer", "arguments": {"file": "slow.csv", "name": "slow"}}
    (tmp_path / "plan.json").write_text(trajectory([slow, *steps()]))
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    words = ["run", "--pack", "./made", "--agent", "script:plan.json", "--workers", "2", "--json"]
    words += ["--repeats", str(REPEATS), "--out", "out"]
    story = chaos.run_with_kills(words, tmp_path, KILLS, seed=3, mean_seconds=0.4)
    store = open_run(tmp_path / "out")
    assert sum(story.kills.values()) == KILLS and len(story.kills) > 1
    assert (story.ends[-1], story.orphans, chaos.faults(store)) == (0, [], [])
    assert len(store.scores()) == len(TASKS) * REPEATS
    assert {(score.outcome, score.strict, score.calls, score.failed_calls) for score in store.scores()} == {
        ("finished", True, 3, 0)
    }
    assert list(temporary.iterdir()) == []


@pytest.mark.qgis
@pytest.mark.slow
def test_with_qgis_the_scores_are_those_of_an_undisturbed_run(tmp_path, capsys, temporary):
    chaos.main(tmp_path, 20, 10)
    told = json.loads(capsys.readouterr().out)
    assert (told["faults"], told["orphans"], told["strict"]) == ([[], []], [], [20, 20])
    assert told["same_scores"] and sum(told["kills"].values()) >= 5
    assert list(temporary.iterdir()) == []
