# SPDX-License-Identifier: GPL-2.0-or-later
"""The whole way on real data: the demo pack is run, scored, told and scored again, through the real program."""

import json
import shlex
import subprocess

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.command_line.grammar import WORDS
from gisagentbench.headless.run_store import open_run
from gisagentbench.tasks.pack import find_pack, pack_checksum
from gisagentbench.tests.headless.program import run_program

pytestmark = pytest.mark.qgis


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The demo pack, run by the reference agent."""
    folder = tmp_path_factory.mktemp("demo")
    before = pack_checksum(find_pack("demo"))
    ended = run_program("run", "--out", "run", "--json", folder=folder, seconds=900)
    assert pack_checksum(find_pack("demo")) == before, "the run has changed the pack"
    return folder, ended


def test_every_task_is_strictly_right(run):
    _, ended = run
    outcomes = {episode["task"]: (episode["outcome"], episode["strict"]) for episode in ended.record["episodes"]}
    assert outcomes == dict.fromkeys(find_pack("demo").task_ids(), ("finished", True))
    assert (ended.status, ended.record["strict_rate"]) == (0, 1.0)


def test_every_call_was_done_and_no_input_changed(run):
    folder, _ = run
    scores = open_run(folder / "run").scores()
    assert [(score.task, score.failed_calls, score.changed_inputs) for score in scores] == [
        (task, 0, []) for task in find_pack("demo").task_ids()
    ]


def test_every_trajectory_is_that_of_the_reference(run):
    folder, ended = run
    figures = [(one["task"], one["trajectory_closeness"], one["argument_aware"]) for one in ended.record["episodes"]]
    assert figures == [(task, 1.0, 1.0) for task in find_pack("demo").task_ids()]
    assert {score.failure for score in open_run(folder / "run").scores()} == {None}


def test_the_report_is_one_page_that_names_every_task(run):
    folder, _ = run
    text = (folder / "run/report.html").read_text(encoding="utf-8")
    pack = find_pack("demo")
    assert [task for task in pack.task_ids() if pack.task(task).title not in text] == []


def test_scoring_again_gives_the_same_bytes(run):
    folder, _ = run
    files = sorted((folder / "run").glob("episodes/*/*/*/score.json"))
    before = [file.read_bytes() for file in files]
    ended = run_program("score", "run", "--json", folder=folder, seconds=600)
    assert ended.status == 0
    assert [file.read_bytes() for file in files] == before


def test_the_examples_of_replay_and_tools_call_do_what_they_say(tmp_path):
    examples = {word.name: word.examples for word in WORDS}
    for example in (examples["replay"][0], *examples["tools call"]):
        words = [word.replace("runs/", f"{tmp_path}/") for word in shlex.split(example)]
        ended = run_program(*words, "--json", folder=machine.ROOT)
        assert (ended.status, ended.record["ok"]) == (0, True), ended.story
    assert (tmp_path / "by_hand/output/pump_rings.csv").is_file()


@pytest.mark.slow
def test_both_derivations_of_the_references_agree():
    ended = run_program("packs", "verify", "demo", "--json", folder=machine.ROOT, seconds=900)
    assert (ended.status, ended.record["ok"]) == (0, True), ended.story
    assert {problem["code"] for problem in ended.record["problems"]} <= {"not_reviewed"}


def test_the_launcher_works_from_another_folder(tmp_path):
    command = [str(machine.ROOT / "gisagentbench"), "tasks", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=True)
    assert [task["id"] for task in json.loads(done.stdout)["tasks"]] == find_pack("demo").task_ids()
