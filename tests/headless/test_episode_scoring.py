# SPDX-License-Identifier: GPL-2.0-or-later
"""A stored run is scored again from what is stored: the same bytes, or a new verdict under a new contract."""

import errno
import json
import os
import shutil
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from gisagentbench.headless import episode_scoring
from gisagentbench.headless.episode_scoring import score_episode, score_run_again
from gisagentbench.headless.events import EventLog, Finished, Started
from gisagentbench.headless.manifest import AgentEntry, Limits, Manifest
from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.run_pack import find_run_pack, pack_entry
from gisagentbench.headless.run_store import begin_run, open_run
from gisagentbench.tasks.pack import load_pack, write_checksums
from gisagentbench.tests.headless.made_pack import ROWS, TASKS, write_pack
from gisagentbench.tests.headless.program import run_program

SHADOW_OF_QGIS = Path(__file__).resolve().parents[1] / "house" / "shadow_of_qgis"
RIGHT, WRONG = TASKS
AT = datetime(2026, 11, 30, 1, 2, tzinfo=UTC)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A run beside its pack: the first task is right, the second one person short."""
    folder = tmp_path_factory.mktemp("made") / "runs"
    pack = load_pack(write_pack(folder / "made"))
    manifest = Manifest(
        created=AT, git_revision=None, versions={}, grids=[], pack=pack_entry(pack), tasks=list(TASKS),
        agents=[AgentEntry(name="reference", folder="reference")], repeats=1, guard="refuse", tools=None,
        limits=Limits(),
    )  # fmt: skip
    store = begin_run(folder / "run", manifest)
    for episode in store.episodes():
        attempt = episode.new_attempt()
        (attempt / "output").mkdir()
        text = ROWS if episode.key.task == RIGHT else ROWS.replace("20", "19")
        (attempt / "output" / "out.csv").write_text(text)
        log = EventLog(attempt / "events.jsonl")
        log.write(Started(at=AT, **episode.key.model_dump(), attempt=1, guard="refuse"))
        log.write(Finished(at=AT, outcome="finished", calls=2, failed_calls=0, turns=2, seconds=1.25))
        log.close()
        episode.write_score(score_episode(pack, manifest.pack, episode, episode.end()))
    return folder


@pytest.fixture
def run(made, tmp_path):
    """A copy of that run, and of its pack, to do with as one likes."""
    shutil.copytree(made, tmp_path / "runs of a person")
    return tmp_path / "runs of a person" / "run"


def digests(run):
    return {path.parts[-4]: sha256(path.read_bytes()).hexdigest() for path in sorted(run.rglob("score.json"))}


def verdicts(run):
    return {score.task: score.strict for score in open_run(run).scores()}


def loosen(run):
    """Lets counts be one off, as a new release of the pack may; nothing else of the pack changes."""
    task = run.parent / "made" / "tasks" / WRONG / "task.yaml"
    task.write_text(task.read_text().replace("role: count}", "role: measure, tolerance: {absolute: 1}}"))
    write_checksums(run.parent / "made")


def again(run, pack=None):
    store = open_run(run)
    return score_run_again(store, find_run_pack(store, pack))


def test_the_same_bytes_wherever_and_however_it_is_scored_again(run, tmp_path):
    before = digests(run)
    assert verdicts(run) == {RIGHT: True, WRONG: False}
    moved = tmp_path / "elsewhere"
    shutil.move(run, moved)
    ended = run_program("score", moved, "--pack", run.parent / "made", "--json", folder=tmp_path)
    assert (ended.status, digests(moved)) == (1, before), ended.story
    odd = {"TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "7", "LANGUAGE": "ar"}
    shutil.move(moved, run)
    ended = run_program("score", run, "--json", folder=Path("/"), **odd)
    assert (ended.status, digests(run)) == (1, before), ended.story
    assert ended.record["pack"]["is_that_of_the_run"] is True


def test_neither_qgis_nor_a_host_is_needed(run, tmp_path):
    before = digests(run)
    path = os.pathsep.join((str(SHADOW_OF_QGIS), os.environ.get("PYTHONPATH", "")))
    (tmp_path / "bin").mkdir()
    ended = run_program("score", run, "--json", folder=tmp_path, PATH=str(tmp_path / "bin"), PYTHONPATH=path)
    assert (ended.status, digests(run)) == (1, before), ended.story


def test_a_new_contract_gives_a_new_verdict_that_names_it(run, tmp_path):
    before = open_run(run).episodes()[1].score()
    loosen(run)
    ended = run_program("score", run, "--json", folder=tmp_path)
    assert (ended.status, ended.record["pack"]["is_that_of_the_run"]) == (0, False)
    after = open_run(run).episodes()[1].score()
    assert (before.strict, after.strict) == (False, True)
    assert after.scored_with.pack_checksum == ended.record["pack"]["checksum"] != before.scored_with.pack_checksum
    assert after.scored_with.contract_checksum != before.scored_with.contract_checksum
    untouched = open_run(run).episodes()[0].score().scored_with
    assert untouched.contract_checksum == before.scored_with.contract_checksum  # both tasks ask for the same
    assert open_run(run).manifest.pack.checksum == before.scored_with.pack_checksum  # the run is what it was


def test_that_the_pack_has_changed_is_said(run, tmp_path):
    loosen(run)
    ended = run_program("score", run, folder=tmp_path)
    assert 'pack: "made" has changed since the run; scored with version 0.1' in ended.output


def test_the_manifest_names_no_place(run):
    text = (run / "manifest.json").read_text()
    assert str(run.parent) not in text and set(json.loads(text)["pack"]) == {"name", "version", "checksum"}


def test_a_missing_output_is_a_record(run):
    shutil.rmtree(next(run.rglob("count_people/**/output")))
    score = again(run)[0]
    (record,) = score.score.outputs.values()
    assert (score.strict, record.first_failing_check) == (False, "readable")


def test_a_torn_last_event_of_a_done_episode_is_refused_and_nothing_is_replaced(run):
    before = digests(run)
    (run.parent / "made" / "tasks" / RIGHT / "reference" / "out.csv").write_text(ROWS + "East,1\n")
    events = sorted(run.rglob("events.jsonl"))[1]  # of the episode that would be scored last
    events.write_bytes(events.read_bytes()[:-9])
    with pytest.raises(CommandRefused) as refused:
        again(run)
    assert (refused.value.code, refused.value.status) == ("INVALID_DOCUMENT", 2)
    assert "do not say how it ended" in refused.value.message and refused.value.hint
    assert digests(run) == before


def test_events_that_are_none_are_refused_by_the_name_of_the_episode(run):
    events = next(run.rglob(f"{WRONG}/**/events.jsonl"))
    events.write_bytes(b"{}\n" + events.read_bytes())
    with pytest.raises(CommandRefused, match=f"INVALID_DOCUMENT: The events of {WRONG}") as refused:
        again(run)
    assert "line 1" in refused.value.message


def test_an_episode_that_has_not_ended_is_left_alone(run):
    episode = open_run(run).episodes()[1]
    (episode.folder / "score.json").unlink()
    events = episode.last_attempt / "events.jsonl"
    events.write_bytes(events.read_bytes().split(b"\n")[0] + b"\n")
    assert [score.task for score in again(run)] == [TASKS[0] if episode.key.task == TASKS[1] else TASKS[1]]
    assert not episode.is_done


@pytest.mark.parametrize(
    ("rule", "spoil", "code"),
    [
        ("the pack is gone", lambda pack: shutil.rmtree(pack), "FILE_NOT_FOUND"),
        ("a task is gone", lambda pack: shutil.rmtree(pack / "tasks" / RIGHT), "INVALID_DOCUMENT"),
        ("the pack is no document", lambda pack: (pack / "pack.yaml").write_text("{"), "INVALID_DOCUMENT"),
        (
            "a reference is gone",
            lambda pack: (pack / "tasks" / WRONG / "reference" / "out.csv").unlink(),
            "FILE_NOT_FOUND",
        ),
    ],
)
def test_a_pack_that_cannot_be_used_is_an_error_with_a_hint(rule, spoil, code, run, tmp_path):
    before = digests(run)
    spoil(run.parent / "made")
    ended = run_program("score", run, "--json", folder=tmp_path)
    assert (ended.status, ended.error_code) == (2, code), rule
    assert ended.record["error"]["hint"] and "Traceback" not in ended.story
    assert digests(run) == before


def test_another_pack_is_refused(run):
    with pytest.raises(CommandRefused, match="BAD_VALUE: The run was made with the pack .made., not with .demo."):
        again(run, "demo")


def test_a_run_that_cannot_be_written_to_is_refused_before_the_work(run, monkeypatch):
    def read_only(*_):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    episode = open_run(run).episodes()[0]
    monkeypatch.setattr(type(episode), "lock", read_only)
    monkeypatch.setattr(episode_scoring, "score_episode", lambda *_: pytest.fail("scored in vain"))
    with pytest.raises(CommandRefused) as refused:
        again(run)
    assert refused.value.code == "BAD_VALUE" and "Read-only file system" in refused.value.message


def test_a_run_that_another_process_works_on_is_refused(run):
    episode = open_run(run).episodes()[0]
    with episode.lock(), pytest.raises(CommandRefused, match="Another process is working on"):
        again(run)


def test_a_record_that_is_none_is_replaced(run):
    before = digests(run)
    next(run.rglob("score.json")).write_text("{")
    again(run)
    assert digests(run) == before
