# SPDX-License-Identifier: GPL-2.0-or-later
"""No two agents of a page are called alike, and no name is longer than it must be."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from gisagentbench.headless.report.entrants import entrants_of, run_names


def run(folder, *agents):
    manifest = SimpleNamespace(agents=[SimpleNamespace(name=name) for name in agents])
    return SimpleNamespace(store=SimpleNamespace(folder=Path(folder), manifest=manifest), episodes=[])


@pytest.mark.parametrize(
    ("runs", "labels"),
    [
        ([run("/r/one", "reference", "naive")], ["reference", "naive"]),
        ([run("/r/one", "reference"), run("/r/two", "naive")], ["reference", "naive"]),
        ([run("/r/one", "openai:m"), run("/r/two", "openai:m")], ["one", "two"]),
        (
            [run("/r/one", "openai:m", "reference"), run("/r/two", "openai:m")],
            ["one: openai:m", "reference", "two: openai:m"],
        ),
        ([run("/r/one", "script:a/plan.json"), run("/r/two", "script:b/plan.json")], ["one", "two"]),
    ],
    ids=["one run", "an agent each", "one agent in both", "one of two in both", "files of one name"],
)
def test_labels(runs, labels):
    assert [entrant.label for entrant in entrants_of(runs)] == labels


def test_runs_of_one_name_are_told_apart_by_the_folder_above():
    assert run_names([run("/r/monday/out"), run("/r/tuesday/out")]) == ["monday/out", "tuesday/out"]
    assert run_names([run("/r/a"), run("/r/b")]) == ["a", "b"]
