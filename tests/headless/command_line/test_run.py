# SPDX-License-Identifier: GPL-2.0-or-later
"""`run` and `score RUN_DIR` with a made pack and a host that is no QGIS."""

import json
import os
import signal
import subprocess
import sys
from functools import partial

import pytest

from gisagentbench.headless import machine, run_plan, worker_pool
from gisagentbench.headless.run_store import open_run
from gisagentbench.tests.headless.made_hosts import eventually, is_gone
from gisagentbench.tests.headless.made_pack import TASKS, steps, trajectory, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process, run_here

EPISODE_KEYS = {"task", "agent", "repeat", "outcome", "strict", "quantitative", "calls", "seconds"}


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a pack, in which commands run; versions are made up: probing takes time, and commits happen."""
    write_pack(tmp_path / "made")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(machine, "versions", lambda: {"qgis": "none"})
    monkeypatch.setattr(run_plan, "git_revision", lambda: "a commit")
    return tmp_path


@pytest.fixture
def run(place, capfd, monkeypatch):
    """Runs the pack in this process."""

    def run(*more, manner="good", out="out"):
        for name, value in fake_qgis_process(place, manner).items():
            monkeypatch.setenv(name, value)
        return run_here(capfd, "run", "--pack", "./made", "--out", out, *more)

    return run


@pytest.fixture
def score(place, capfd):
    """Scores a run again in this process."""
    return partial(run_here, capfd, "score", "out", "--json")


def outcomes(ended):
    return [(episode["task"], episode["outcome"], episode["strict"]) for episode in ended.record["episodes"]]


def test_the_reference_is_strictly_right_and_everything_is_stored(place, run):
    ended = run("--json")
    assert ended.status == 0
    assert (ended.record["run_dir"], ended.record["strict_rate"]) == ("out", 1.0)
    assert sorted(outcomes(ended)) == sorted((task, "finished", True) for task in TASKS)
    assert [EPISODE_KEYS - set(episode) for episode in ended.record["episodes"]] == [set()] * 2
    figures = [(one["trajectory_closeness"], one["argument_aware"]) for one in ended.record["episodes"]]
    assert figures == [(1.0, 1.0)] * 2
    store = open_run(place / "out")
    for episode in store.episodes():
        events = [event.event for event in episode.events()]
        assert (events[:2], events[-1]) == (["started", "model_turn"], "finished")
        assert events.count("call_finished") == 2 and events.count("host_started") == 1
        assert episode.score().strict
        assert (episode.last_attempt / "output/out.csv").is_file()


def test_a_run_in_words_begins_with_the_verdict_and_ends_with_the_report(place, run):
    ended = run()
    lines = ended.output.splitlines()
    assert lines[0] == "strict: 2 episodes, all right"
    assert lines[1].split()[:3] == ["count_again", "(reference)", "strict"]
    assert lines[-1].startswith("report: ")
    assert "1 of 2 episodes done: count_again (reference) strict" in ended.story


def test_an_agent_that_writes_nothing_is_not_strict_and_its_failing_check_is_named(place, run):
    (place / "plan.json").write_text(trajectory(steps()[:1]))
    ended = run("--agent", "script:plan.json", "--task", "count_people", "--json")
    assert (ended.status, ended.record["strict_rate"]) == (0, 0.0)
    assert outcomes(ended) == [("count_people", "finished", False)]
    text = run("--agent", "script:plan.json", "--task", "count_people").output
    assert "strict: 0 of 1 judged episode right" in text and "out.csv: readable:" in text


@pytest.mark.parametrize(("least", "status"), [("0", 0), ("0.5", 0), ("0.51", 1)])
def test_fail_under_compares_with_the_rate(place, run, least, status):
    (place / "plan.json").write_text(trajectory(steps(), "count_people"))
    words = ("--agent", "reference", "--agent", "script:plan.json", "--task", "count_people")
    (place / "plan.json").write_text(trajectory(steps()[:1], "count_people"))
    ended = run(*words, "--fail-under", least, "--json")
    assert (ended.record["strict_rate"], ended.status) == (0.5, status)


def test_a_run_is_resumed_and_what_is_done_is_not_run_again(place, run):
    assert run("--task", "count_people").status == 0
    score = next((place / "out").glob("episodes/*/*/*/score.json"))
    events = score.parent / "attempt-1/events.jsonl"
    before = (score.read_bytes(), events.read_bytes())
    again = run("--task", "count_people", "--json", manner="exits")
    assert (again.status, outcomes(again)) == (0, [("count_people", "finished", True)])
    assert (score.read_bytes(), events.read_bytes()) == before
    assert [path.name for path in score.parent.glob("attempt-*")] == ["attempt-1"]


def test_an_unfinished_episode_is_run_again_in_a_new_attempt(place, run):
    assert run("--task", "count_people").status == 0
    score = next((place / "out").glob("episodes/*/*/*/score.json"))
    events = score.parent / "attempt-1/events.jsonl"
    score.unlink()
    events.write_bytes(events.read_bytes()[:-20])
    assert run("--task", "count_people").status == 0
    assert json.loads(score.read_text())["attempt"] == 2


def test_another_manifest_in_the_same_folder_is_refused(place, run):
    assert run("--task", "count_people").status == 0
    ended = run("--task", "count_people", "--guard", "warn", "--json")
    assert (ended.status, ended.error_code) == (2, "OUTPUT_EXISTS")
    assert "guard" in ended.record["error"]["message"]


def test_infrastructure_failures_are_told_kept_out_of_the_rate_and_tried_again(place, run):
    broken = run("--json", manner="exits")
    assert (broken.status, broken.record["strict_rate"]) == (1, None)
    assert {episode[1:] for episode in outcomes(broken)} == {("infrastructure", None)}
    mended = run("--json")
    assert (mended.status, mended.record["strict_rate"]) == (0, 1.0)


def test_several_workers_give_the_same_scores(run):
    one = run("--repeats", "2", "--json", out="one")
    two = run("--repeats", "2", "--workers", "2", "--json", out="two")
    told = [
        [{key: episode[key] for key in EPISODE_KEYS - {"seconds"}} for episode in ended.record["episodes"]]
        for ended in (one, two)
    ]
    assert (one.status, two.status) == (0, 0)
    assert told[0] == told[1] and len(told[0]) == 4


def test_a_worker_without_another_episode_ends_while_others_work(run, monkeypatch):
    end, first_to_end = worker_pool.Worker.end, []

    def end_and_tell(worker, seconds):
        first_to_end.append(worker.process.poll())
        end(worker, seconds)

    listen = worker_pool.Worker.listen

    def listen_late(worker):
        """The last one is heard once the other has ended."""
        others = [other for other in workers if other is not worker and other.key is None]
        for other in others:
            other.process.wait(30)
        return listen(worker)

    workers = []
    begin = worker_pool.Worker.begin

    def begin_and_know(worker, key):
        workers.append(worker)
        begin(worker, key)

    monkeypatch.setattr(worker_pool.Worker, "begin", begin_and_know)
    monkeypatch.setattr(worker_pool.Worker, "listen", listen_late)
    monkeypatch.setattr(worker_pool.Worker, "end", end_and_tell)
    assert run("--workers", "2", "--json").status == 0
    assert 0 in first_to_end


def test_a_worker_that_dies_is_an_infrastructure_failure_and_the_others_go_on(place, run, monkeypatch):
    begin = worker_pool.Worker.begin

    def begin_and_kill_the_first(worker, key):
        begin(worker, key)
        if key.task == TASKS[0]:
            worker.process.kill()

    monkeypatch.setattr(worker_pool.Worker, "begin", begin_and_kill_the_first)
    ended = run("--workers", "2", "--json")
    assert ended.status == 1
    assert sorted(outcomes(ended)) == [("count_again", "finished", True), ("count_people", "infrastructure", None)]


@pytest.mark.parametrize(
    ("workers", "number"), [("1", signal.SIGINT), ("2", signal.SIGINT), ("1", signal.SIGTERM), ("2", signal.SIGTERM)]
)
def test_an_interrupted_run_ends_cleanly_and_can_be_resumed(place, workers, number):
    sleeping = {"api": "load_layer", "arguments": {"file": "sleep.gpkg", "name": "a"}}
    (place / "plan.json").write_text(trajectory([sleeping]))
    words = ["run", "--pack", "./made", "--out", "out", "--task", "count_people", "--agent", "script:plan.json"]
    command = [sys.executable, "-P", "-m", "gisagentbench.headless", *words, "--workers", workers, "--json"]
    environment = os.environ | {"PYTHONPATH": str(machine.plugins_folder())} | fake_qgis_process(place)
    # whoever starts the tests in the background may have them ignore the signal, and so their children
    program = subprocess.Popen(command, cwd=place, env=environment, stdout=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))  # fmt: skip
    assert eventually(lambda: any((place / "out").glob("episodes/*/*/*/attempt-1/host.pid")), 60)
    host = int(next((place / "out").glob("episodes/*/*/*/attempt-1/host.pid")).read_text())
    program.send_signal(number)
    output, _ = program.communicate(timeout=30)
    assert program.returncode == 130
    assert json.loads(output)["error"]["code"] == "CANCELLED"
    assert is_gone(host)
    (episode,) = open_run(place / "out").episodes()
    assert (episode.end().outcome, episode.is_done) == ("cancelled", False)


def test_workers_and_hosts_die_with_a_run_that_is_killed(place):
    sleeping = {"api": "load_layer", "arguments": {"file": "sleep.gpkg", "name": "a"}}
    (place / "plan.json").write_text(trajectory([sleeping]))
    words = ["run", "--pack", "./made", "--out", "out", "--workers", "2", "--agent", "script:plan.json"]
    command = [sys.executable, "-P", "-m", "gisagentbench.headless", *words]
    environment = os.environ | {"PYTHONPATH": str(machine.plugins_folder())} | fake_qgis_process(place)
    program = subprocess.Popen(command, cwd=place, env=environment, stderr=subprocess.DEVNULL)
    pattern = "episodes/*/*/*/attempt-1/host.pid"
    assert eventually(lambda: len(list((place / "out").glob(pattern))) == 2, 60)
    hosts = [int(file.read_text()) for file in (place / "out").glob(pattern)]
    program.kill()
    program.wait()
    assert [pid for pid in hosts if not is_gone(pid)] == []
    assert [episode.end() for episode in open_run(place / "out").episodes()] == [None, None]


def test_scoring_a_stored_run_again_gives_the_same_bytes(place, run, score):
    assert run().status == 0
    scores = sorted((place / "out").glob("episodes/*/*/*/score.json"))
    before = [path.read_bytes() for path in scores]
    for path in scores:
        path.unlink()
    ended = score()
    assert (ended.status, ended.record["strict_rate"]) == (0, 1.0)
    assert [path.read_bytes() for path in scores] == before


def test_a_changed_output_is_found_when_a_run_is_scored_again(place, run, score):
    assert run("--task", "count_people").status == 0
    output = next((place / "out").glob("episodes/*/*/*/attempt-1/output/out.csv"))
    output.write_text("name,people\nNorth,10\nSouth,21\n")
    ended = score()
    assert (ended.status, ended.record["episodes"][0]["strict"]) == (1, False)


def test_a_pack_that_has_changed_is_scored_with_and_said(place, run, score):
    assert run("--task", "count_people").status == 0
    (place / "made/tasks/count_people/reference/out.csv").write_text("name,people\nNorth,11\n")
    ended = score()
    assert (ended.status, ended.record["strict_rate"], ended.record["pack"]["is_that_of_the_run"]) == (1, 0.0, False)


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (("--task", "count_peple"), "BAD_VALUE", "count_people"),
        (("--agent", "refrence"), "BAD_VALUE", "reference"),
        (("--agent", "script:absent.json"), "FILE_NOT_FOUND", ""),
        (("--tools", "bufer"), "UNKNOWN_TOOL", ""),
        (("--task", "count_people", "count_people"), "BAD_VALUE", "--repeats"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_is_written(place, run, words, code, hint):
    ended = run(*words, "--json")
    assert (ended.status, ended.error_code) == (2, code)
    assert hint in ended.record["error"]["hint"]
    assert not (place / "out").exists()
