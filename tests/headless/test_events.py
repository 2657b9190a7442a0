# SPDX-License-Identifier: GPL-2.0-or-later
"""Events come back as they were written, and a line that was being written when its writer died is left out."""

import json

import pytest

from gisagentbench.headless import events
from gisagentbench.headless.events import (
    AgentTurn,
    CallFinished,
    CallStarted,
    EventLog,
    Finished,
    HostStarted,
    LimitHit,
    ModelRetry,
    ProposedCall,
    Started,
    UnreadableEvents,
    read_events,
)

ONE_OF_EACH = [
    Started(task="t", agent="reference", repeat=1, attempt=2, guard="warn", limits={"calls": 5}, inputs={"a": "00"}),
    HostStarted(reason="first", seconds=1.5, versions={"qgis": "3.40"}),
    AgentTurn(turn=1, text="Zürich", calls=[ProposedCall(api="clip", arguments={"layer": "a"})], seconds=0.1),
    ModelRetry(turn=2, retry=1, reason="It is busy.", seconds=2.5),
    CallStarted(call=1, turn=1, api="clip", arguments={"layer": "a"}),
    CallFinished(call=1, step={"ok": True}),
    LimitHit(limit="calls", allowed=1, used=1),
    Finished(outcome="limit_calls", calls=1, failed_calls=0, turns=1, seconds=2.0),
]


def written(path, what):
    log = EventLog(path)
    for event in what:
        log.write(event)
    log.close()
    return path


def test_every_event_comes_back_as_it_was_written(tmp_path):
    assert read_events(written(tmp_path / "events.jsonl", ONE_OF_EACH)) == ONE_OF_EACH


def test_an_event_is_one_line_with_its_kind_and_version(tmp_path):
    lines = written(tmp_path / "events.jsonl", ONE_OF_EACH).read_text().splitlines()
    heads = [json.loads(line) for line in lines]
    assert [head["event"] for head in heads] == [event.event for event in ONE_OF_EACH]
    assert {head["schema_version"] for head in heads} == {events.SCHEMA_VERSION}


def test_an_event_is_on_disk_before_the_next_thing_happens(tmp_path):
    log = EventLog(tmp_path / "events.jsonl")
    log.write(ONE_OF_EACH[0])
    assert read_events(tmp_path / "events.jsonl") == ONE_OF_EACH[:1]


def test_a_torn_last_line_is_left_out_wherever_it_is_torn(tmp_path):
    path = written(tmp_path / "events.jsonl", ONE_OF_EACH)
    whole = path.read_bytes()
    last = len(whole.splitlines(keepends=True)[-1])
    for cut in (1, last // 2, last - 1):
        path.write_bytes(whole[:-cut])
        assert read_events(path) == ONE_OF_EACH[:-1]


def test_a_whole_line_that_is_no_event_is_refused_with_its_number(tmp_path):
    path = written(tmp_path / "events.jsonl", ONE_OF_EACH[:2])
    path.write_bytes(path.read_bytes() + b'{"event": "teatime"}\n')
    with pytest.raises(UnreadableEvents, match="line 3"):
        read_events(path)


@pytest.mark.parametrize(
    ("sent", "stored"),
    [
        ("half a pair \ud800", "half a pair \ud800"),
        (float("nan"), None),
        (float("-inf"), None),
        (2**70, 2**70),
        ([[[["deep"]]]], [[[["deep"]]]]),
        ({"": "\x00\n"}, {"": "\x00\n"}),
    ],
    ids=repr,
)
def test_whatever_an_agent_sends_is_one_line_and_comes_back(tmp_path, sent, stored):
    event = CallStarted(call=1, turn=1, api="clip", arguments={"layer": sent})
    path = written(tmp_path / "events.jsonl", [event])
    assert path.read_bytes().count(b"\n") == 1
    assert read_events(path)[0].arguments == {"layer": stored}


def test_no_file_is_no_events(tmp_path):
    assert read_events(tmp_path / "events.jsonl") == []


def test_an_outcome_outside_the_closed_list_is_refused():
    with pytest.raises(ValueError, match="outcome"):
        Finished(outcome="gave_up", calls=0, failed_calls=0, turns=0, seconds=0)
