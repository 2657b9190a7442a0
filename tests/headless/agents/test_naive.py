# SPDX-License-Identifier: GPL-2.0-or-later
"""`run --agent naive` plays each declared way as an episode, and counts how each caveat bites."""

import json
from collections import Counter

import pytest

from gisagentbench.headless import machine, run_plan
from gisagentbench.headless.agents.naive import naive_entries
from gisagentbench.headless.naive_counts import CaveatCounts, NaiveCounts, naive_lines
from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.run_store import open_run
from gisagentbench.tasks.pack import find_pack, write_checksums
from gisagentbench.tests.headless.made_pack import TASKS, steps, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process, run_here, run_program

FORGOTTEN = steps()[:1]  # writes nothing
REFUSED = [{"api": "export_layer", "arguments": {"layer": "rws", "file": "out.csv", "format": "csv"}}, *steps()]


def way(calls, **bites):
    return {"bites": bites, "steps": calls}


@pytest.fixture
def run(tmp_path, capfd, monkeypatch):
    """Runs agents over a pack whose first task has the naive ways that are given."""

    def run(ways, *more):
        pack = write_pack(tmp_path / "made")
        text = json.dumps({"schema_version": 1, "task": TASKS[0], "ways": ways})
        (pack / "tasks" / TASKS[0] / "naive.json").write_text(text)
        write_checksums(pack)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(machine, "versions", lambda: {"qgis": "none"})
        monkeypatch.setattr(run_plan, "git_revision", lambda: "a commit")
        for name, value in fake_qgis_process(tmp_path).items():
            monkeypatch.setenv(name, value)
        return run_here(capfd, "run", "--pack", "./made", "--out", "out", *more)

    return run


def test_ways_are_counted_per_caveat_as_refused_wrong_and_right(run, tmp_path):
    ways = {
        "nodata": way(FORGOTTEN, wrong="readable"),
        "unit_mismatch": way(REFUSED, refused="UNKNOWN_LAYER"),
        "geometry_topology": way(steps(), wrong="values"),
    }
    ended = run(ways, "--agent", "naive", "--json")
    assert (ended.status, len(ended.record["episodes"])) == (0, 3)
    naive = ended.record["naive"]
    none = {"ways": 1, "refused": {}, "wrong": {}, "right": 0, "without_score": 0}
    assert naive["caveats"] == {
        "geometry_topology": none | {"right": 1},
        "nodata": none | {"wrong": {"readable": 1}},
        "unit_mismatch": none | {"refused": {"UNKNOWN_LAYER": 1}},
    }
    assert naive["unlike_declared"] == [
        f"{TASKS[0]} (naive:geometry_topology): declared wrong by values, was right",
    ]
    assert naive["tasks_without_naive_ways"] == [TASKS[1]]
    refused = next(one for one in open_run(tmp_path / "out").episodes() if one.key.agent == "naive:unit_mismatch")
    assert (refused.end().calls, refused.end().message) == (1, "the naive way stopped: export_layer gave UNKNOWN_LAYER")


def test_the_text_says_the_counts_and_scoring_again_says_them_too(run, capfd):
    ended = run({"nodata": way(FORGOTTEN, wrong="readable")}, "--agent", "naive")
    told = """naive ways, by caveat:
  nodata  1 way: 0 refused, 1 wrong (1 readable)
  1 of 1 end as their task declares
"""
    assert told in ended.output
    assert f"without a naive way, so without an episode: {TASKS[1]}" in ended.output
    again = run_here(capfd, "score", "out")
    assert told in again.output


def test_another_agent_beside_it_plays_every_task(run):
    ended = run({"nodata": way(FORGOTTEN, wrong="readable")}, "--agent", "reference", "naive:nodata", "--json")
    played = sorted((one["task"], one["agent"]) for one in ended.record["episodes"])
    assert played == sorted([(TASKS[0], "reference"), (TASKS[0], "naive:nodata"), (TASKS[1], "reference")])
    assert ended.record["naive"]["caveats"]["nodata"]["ways"] == 1


def test_a_run_without_it_says_nothing_of_it(run):
    assert "naive" not in run({"nodata": way(FORGOTTEN, wrong="readable")}, "--json").record


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--agent", "naive", "--task", TASKS[1]), 'the agent "naive" has nothing to play'),
        (("--agent", "naive:unit_mismatch"), 'has a naive way of "unit_mismatch"'),
        (("--agent", "naive:no_such"), 'has a naive way of "no_such"'),
        (("--agent", "naive:"), 'There is no agent "naive:"'),
        (("--agent", "naive", "naive:nodata"), '"naive:nodata" is given twice'),
    ],
)
def test_what_has_no_way_is_refused(run, words, said):
    ended = run({"nodata": way(FORGOTTEN, wrong="readable")}, *words, "--json")
    assert (ended.status, ended.error_code) == (2, "BAD_VALUE")
    assert said in ended.record["error"]["message"]


def test_naive_stands_for_every_declared_way_of_the_demo_pack():
    """Oracle: the files themselves, read as plain JSON."""
    pack = find_pack("demo")
    files = sorted(pack.folder.glob("tasks/*/naive.json"))
    declared = {(file.parent.name, caveat) for file in files for caveat in json.loads(file.read_text())["ways"]}
    entries = naive_entries("naive", pack, pack.task_ids())
    assert {(task, entry.name.partition(":")[2]) for entry in entries for task in entry.tasks} == declared
    assert len({entry.folder for entry in entries}) == len(entries) == 5


def test_tasks_without_any_way_have_no_naive_agent():
    pack = find_pack("demo")
    controls = [task for task in pack.task_ids() if not (pack.task_folder(task) / "naive.json").exists()]
    with pytest.raises(CommandRefused):
        naive_entries("naive", pack, controls)


def test_ways_that_never_ran_to_their_end_are_no_bites():
    counts = CaveatCounts(without_score=2)
    counts.refused["CRS_UNSUITABLE"] += 2
    counts.wrong["values"] += 1
    line = naive_lines(NaiveCounts({"nodata": counts}))[1]
    assert line == "  nodata  5 ways: 2 refused (2 CRS_UNSUITABLE), 1 wrong (1 values), 2 without a score"


@pytest.mark.qgis
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_naive_way_of_the_demo_pack_ends_as_its_task_declares(tmp_path):
    """Oracle: what the authors of the tasks wrote into naive.json by hand."""
    ended = run_program("run", "--agent", "naive", "--out", "run", "--json", folder=tmp_path, seconds=900)
    naive = ended.record["naive"]
    assert (ended.status, naive["unlike_declared"]) == (0, [])
    files = find_pack("demo").folder.glob("tasks/*/naive.json")
    bites = [way["bites"] for file in files for way in json.loads(file.read_text())["ways"].values()]
    for word in ("refused", "wrong"):
        told = sum((Counter(one[word]) for one in naive["caveats"].values()), Counter())
        assert told == Counter(bite[word] for bite in bites if word in bite)
