# SPDX-License-Identifier: GPL-2.0-or-later
"""A run is resumed by its own manifest alone, and an episode is done when its record is there."""

import json
import threading

import pytest

from gisagentbench.headless.episode_score import EpisodeKey, episode_score, strict_rate
from gisagentbench.headless.events import EventLog, Finished
from gisagentbench.headless.manifest import AgentEntry, Limits, Manifest, PackEntry
from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.run_store import EpisodeBusy, begin_run, open_run
from gisagentbench.scoring.record import TaskScore
from gisagentbench.scoring.trajectory.record import TrajectoryScore

KEY = EpisodeKey(task="parks", agent="reference", repeat=1)
END = Finished(outcome="finished", calls=3, failed_calls=1, turns=4, seconds=1.25)


def manifest_of(**changes):
    values = {
        "git_revision": "abc",
        "versions": {"qgis": "3.40.6"},
        "grids": ["egm96_15.gtx"],
        "pack": PackEntry(name="demo", version="0.1", checksum="00"),
        "tasks": ["parks", "slopes"],
        "agents": [AgentEntry(name="reference", folder="reference")],
        "repeats": 2,
        "guard": "refuse",
        "tools": None,
        "limits": Limits(),
    }
    return Manifest(**{**values, **changes})


def task_score(strict):
    return TaskScore(task="parks", strict=strict, quantitative=0.5, outputs={})


def test_a_run_with_the_same_manifest_is_resumed(tmp_path):
    begin_run(tmp_path / "run", manifest_of(workers=1, memory_bytes=8))
    resumed = begin_run(tmp_path / "run", manifest_of(workers=2, memory_bytes=4))
    assert resumed.manifest.workers == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"guard": "warn"},
        {"repeats": 3},
        {"tasks": ["parks"]},
        {"tools": ["clip"]},
        {"limits": Limits(calls=5)},
        {"git_revision": "def"},
        {"versions": {"qgis": "3.44"}},
        {"grids": []},
        {"pack": PackEntry(name="demo", version="0.1", checksum="01")},
        {"agents": [AgentEntry(name="script:a.json", folder="script-a", sha256="00")]},
    ],
    ids=lambda changes: next(iter(changes)),
)
def test_a_run_with_another_manifest_is_refused_by_the_name_of_what_differs(tmp_path, changes):
    begin_run(tmp_path / "run", manifest_of())
    before = (tmp_path / "run/manifest.json").read_bytes()
    with pytest.raises(CommandRefused) as refused:
        begin_run(tmp_path / "run", manifest_of(**changes))
    assert (refused.value.code, refused.value.status) == ("OUTPUT_EXISTS", 2)
    assert f"(other: {next(iter(changes))})" in refused.value.message
    assert (tmp_path / "run/manifest.json").read_bytes() == before


def test_a_folder_with_other_files_is_refused(tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(CommandRefused) as refused:
        begin_run(tmp_path, manifest_of())
    assert refused.value.code == "OUTPUT_EXISTS"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_episodes_come_by_task_agent_and_repeat(tmp_path):
    store = begin_run(tmp_path / "run", manifest_of())
    assert [(key.task, key.repeat) for key in store.episode_keys()] == [
        ("parks", 1), ("parks", 2), ("slopes", 1), ("slopes", 2),
    ]  # fmt: skip
    assert store.episode(KEY).folder == tmp_path / "run/episodes/parks/reference/1"


def test_episodes_are_run_in_rounds_so_that_a_part_of_a_run_is_a_fair_sample(tmp_path):
    agents = [AgentEntry(name=name, folder=name) for name in ("reference", "naive")]
    store = begin_run(tmp_path / "run", manifest_of(agents=agents))
    assert [(key.repeat, key.task, key.agent) for key in store.fair_order()] == [
        (repeat, task, agent) for repeat in (1, 2) for task in ("parks", "slopes") for agent in ("reference", "naive")
    ]


def test_files_of_a_writer_that_died_are_cleared_and_the_record_stays(tmp_path):
    episode = begin_run(tmp_path / "run", manifest_of()).episode(KEY)
    episode.new_attempt()
    episode.write_score(episode_score(KEY, 1, END, task_score(True)))
    (episode.folder / ".score.json.4711").write_text("{")
    episode.clear_unfinished()
    assert sorted(path.name for path in episode.folder.iterdir()) == ["attempt-1", "score.json"]


def test_attempts_are_counted_on_and_the_newest_counts(tmp_path):
    episode = begin_run(tmp_path / "run", manifest_of()).episode(KEY)
    assert episode.last_attempt is None and episode.end() is None
    for _ in range(11):
        newest = episode.new_attempt()
    assert episode.last_attempt == newest and newest.name == "attempt-11"
    log = EventLog(newest / "events.jsonl")
    log.write(END)
    assert episode.end() == END


def test_presence_of_a_record_means_done_and_it_comes_back(tmp_path):
    store = begin_run(tmp_path / "run", manifest_of())
    episode = store.episode(KEY)
    episode.new_attempt()
    assert not episode.is_done
    score = episode_score(KEY, 1, END, task_score(True))
    episode.write_score(score)
    assert open_run(tmp_path / "run").episode(KEY).score() == score
    assert store.scores() == [score]


def test_the_same_record_gives_the_same_bytes(tmp_path):
    episode = begin_run(tmp_path / "run", manifest_of()).episode(KEY)
    episode.new_attempt()
    written = []
    for _ in range(2):
        episode.write_score(episode_score(KEY, 1, END, task_score(False)))
        written.append((episode.folder / "score.json").read_bytes())
    assert written[0] == written[1]


def test_an_episode_is_locked_for_others(tmp_path):
    store = begin_run(tmp_path / "run", manifest_of())
    with store.episode(KEY).lock():
        with pytest.raises(EpisodeBusy), store.episode(KEY).lock():
            pass
        other = EpisodeKey(task="slopes", agent="reference", repeat=1)
        with store.episode(other).lock():
            pass
    with store.episode(KEY).lock():
        pass


@pytest.mark.parametrize("text", ["", "{", "[]", '{"schema_version": 1}'])
def test_a_manifest_that_cannot_be_read_is_refused(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(CommandRefused) as refused:
        open_run(tmp_path)
    assert refused.value.code == "INVALID_DOCUMENT"


def test_the_summary_holds_the_keys_of_the_command_contract():
    summary = episode_score(KEY, 1, END, task_score(True)).summary()
    keys = {"task", "agent", "repeat", "outcome", "strict", "quantitative", "calls", "seconds"}
    assert keys - set(summary) == set()
    assert set(summary) - keys == {"trajectory_closeness", "argument_aware", "mechanisms"}


def test_a_trajectory_changes_neither_verdict_nor_rate():
    far = TrajectoryScore(status="graded", closeness=0.0, argument_aware=0.0, missing=["clip"])
    with_it, without = episode_score(KEY, 1, END, task_score(True), far), episode_score(KEY, 1, END, task_score(True))
    assert (with_it.strict, with_it.quantitative) == (without.strict, without.quantitative) == (True, 0.5)
    assert strict_rate([with_it]) == strict_rate([without]) == 1.0


def test_an_infrastructure_failure_is_in_neither_side_of_the_rate():
    broken = END.model_copy(update={"outcome": "infrastructure"})
    scores = [
        episode_score(KEY, 1, END, task_score(True)),
        episode_score(KEY, 1, END, task_score(False)),
        episode_score(KEY, 1, broken, None),
    ]
    assert strict_rate(scores) == 1 / 2
    assert strict_rate(scores[2:]) is None
    assert json.loads(scores[2].to_json())["strict"] is None


def test_whoever_only_looks_whether_an_episode_is_busy_is_in_nobodys_way(tmp_path):
    store = begin_run(tmp_path / "run", manifest_of())
    episode = store.episode(KEY)
    assert not episode.is_busy  # nothing has begun yet, and looking begins nothing
    assert not episode.folder.exists()
    with episode.lock():
        assert store.episode(KEY).is_busy
    assert not episode.is_busy
    ended = threading.Event()

    def look():
        while not ended.is_set():
            store.episode(KEY).is_busy  # noqa: B018

    lookers = [threading.Thread(target=look) for _ in range(2)]
    for looker in lookers:
        looker.start()
    for _ in range(200):
        with episode.lock():
            pass
    ended.set()
    for looker in lookers:
        looker.join()
