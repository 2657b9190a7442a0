# SPDX-License-Identifier: GPL-2.0-or-later
"""Language models in the window, at a server that answers by a script: steered, continued, and their keys unwritten."""

import json
import time
from pathlib import Path

import pytest

from gisagentbench.headless.events import read_events
from gisagentbench.tests.headless.agents.model_server import (
    DONE,
    ModelServer,
    Reply,
    asks,
    chunk,
    fails,
    says,
    usage,
)
from gisagentbench.tests.headless.made_hosts import eventually
from gisagentbench.tests.headless.window_service.plans import begun, host_is_gone, place
from gisagentbench.tests.headless.window_service.window import opened

KEY = "sk-hush-hush-0123456789"
DRIP = Reply([chunk({"content": "a"})] * 600, pause=0.1)


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    with opened(folder, **place(folder)) as window:
        yield window


def loads(manner, name="rows"):
    return asks(("load_layer", {"file": f"{manner}.gpkg", "name": name}))


def begin(window, server, key=KEY, **more):
    model = {"base_url": server.base_url, "name": "tiny"}
    return begun(window, "openai", model=model, key=key, **more)


def written(folder):
    """Everything that an episode left on disk."""
    return b"".join(file.read_bytes() for file in folder.parents[4].rglob("*") if file.is_file())


def test_a_model_plays_and_its_key_stands_nowhere(window):
    with ModelServer(loads("good"), says(f"Done, {KEY}.")).serving() as server:
        session, folder = begin(window, server)
        assert window.state(session, "ended")["outcome"] == "finished"
        assert [one.headers["authorization"] for one in server.received] == [f"Bearer {KEY}"] * 2
    turns = [event for event in window.events(session) if event["event"] == "model_turn"]
    assert [turn["usage"]["prompt_tokens"] for turn in turns] == [1000, 1000]
    assert turns[1]["text"] == "Done, [key]."
    (model,) = [one for one in window.ask("episodes")["episodes"] if one["folder"] == str(folder)]
    assert (model["model"], model["base_url"], model["agent"]) == ("tiny", server.base_url, "openai:tiny")
    assert KEY.encode() not in written(folder)
    assert KEY.encode() not in window.raw
    assert KEY not in window.story.read_text()
    environment = Path(f"/proc/{window.process.pid}/environ").read_bytes()
    assert KEY.encode() not in environment + Path(f"/proc/{window.process.pid}/cmdline").read_bytes()


def test_a_local_model_gets_no_key(window):
    with ModelServer(says("Done.")).serving() as server:
        session, _ = begin(window, server, key=None)
        assert window.state(session, "ended")["outcome"] == "finished"
        assert "authorization" not in server.received[0].headers


def test_stop_hangs_up_in_the_middle_of_an_answer(window):
    with ModelServer(loads("good"), DRIP).serving() as server:
        session, folder = begin(window, server)
        assert eventually(lambda: len(server.received) == 2, 20)
        assert window.ask("stop", session=session) == {"killed_call": False}
        end = window.state(session, "ended")
    assert (end["outcome"], end["message"]) == ("cancelled", "stopped while the model answered")
    assert [event.event for event in read_events(folder / "events.jsonl")][-1] == "finished"
    assert host_is_gone(folder)


SILENT = Reply([chunk({"content": "a"}), DONE], pause=60)


@pytest.mark.parametrize("reply", [SILENT, DRIP], ids=["silent", "trickling"])
def test_a_model_that_hangs_ends_the_episode_by_the_limit_of_an_answer(window, reply):
    with ModelServer(loads("good"), reply).serving() as server:
        session, folder = begin(window, server, limits={"answer_seconds": 0.6})
        end = window.state(session, "ended")
    assert end["outcome"] == "infrastructure"
    assert end["message"] == "The answer was not whole after 0.6 s, the limit of one answer."
    assert host_is_gone(folder)


def test_stop_hangs_up_on_a_model_that_says_nothing(window):
    with ModelServer(loads("good"), SILENT).serving() as server:
        session, folder = begin(window, server)
        assert eventually(lambda: len(server.received) == 2, 20)
        begun = time.monotonic()
        window.ask("stop", session=session)
        assert window.state(session, "ended")["outcome"] == "cancelled"
        assert time.monotonic() - begun < 20
    assert host_is_gone(folder)


def test_stop_ends_the_wait_before_another_try(window):
    with ModelServer(fails(429, "Rate limit", retry_after="50")).serving() as server:
        session, folder = begin(window, server)
        window.wait_for(
            lambda one: one.get("session") == session and one.get("event", {}).get("event") == "model_retry"
        )
        window.ask("stop", session=session)
        assert window.state(session, "ended")["outcome"] == "cancelled"
        assert len(server.received) == 1
    at = {event.event: event.at for event in read_events(folder / "events.jsonl")}
    assert (at["finished"] - at["model_retry"]).total_seconds() < 50


def test_pause_asks_the_model_nothing(window):
    with ModelServer(loads("good"), loads("good", "again"), says("Done.")).serving() as server:
        session, _ = begin(window, server, begin="step")
        window.state(session, "paused")
        time.sleep(0.3)
        assert len(server.received) == 1
        window.ask("resume", session=session)
        assert window.state(session, "ended")["outcome"] == "finished"
        assert len(server.received) == 3


def test_a_refused_call_is_told_to_the_model(window):
    with ModelServer(loads("good"), says("Then not.")).serving() as server:
        session, _ = begin(window, server, approve=True)
        window.state(session, "waiting_for_approval")
        window.ask("refuse", session=session, reason="wrong file")
        window.state(session, "ended")
        told = server.received[1].body["messages"][-1]
    assert told["role"] == "tool"
    assert told["content"] == (
        "CANCELLED: the person who watches refused this call: wrong file. Hint: choose another way, or end the task."
    )


def test_waiting_for_a_person_is_on_no_limit(window):
    with ModelServer(loads("good"), says("Done.")).serving() as server:
        session, _ = begin(window, server, approve=True, limits={"seconds": 2.0})
        window.state(session, "waiting_for_approval")
        time.sleep(2.5)
        window.ask("approve", session=session)
        end = window.state(session, "ended")
    assert end["outcome"] == "finished"


def test_a_conversation_goes_on_where_it_stopped(tmp_path):
    variables = place(tmp_path)
    junk = asks(("load_layer", "file = good.gpkg"), text="I try.")
    sleeping = ("load_layer", {"file": "sleep.gpkg", "name": "b"})
    two = asks(("load_layer", {"file": "good.gpkg", "name": "one"}), sleeping)
    with ModelServer(junk, two, says("Done.")).serving() as server:
        with opened(tmp_path, **variables) as window:
            session, folder = begin(window, server)
            window.wait_for(lambda one: one.get("event", {}).get("call") == 3)
            before = server.received[1].body["messages"]
            assert window.hang_up() == 0
        with opened(tmp_path, **variables) as window:
            pack = str(tmp_path / "made")
            answer = window.ask("continue_episode", folder=str(folder), pack=pack, approve=True, key=KEY)
            waiting = window.state(answer["session"], "waiting_for_approval")
            assert waiting["call"] == {"api": sleeping[0], "arguments": sleeping[1]}
            window.ask("refuse", session=answer["session"], reason="too slow")
            assert window.state(answer["session"], "ended")["outcome"] == "finished"
        messages = server.received[2].body["messages"]
        assert server.received[2].headers["authorization"] == f"Bearer {KEY}"
    assert len(server.received) == 3
    assert [message["role"] for message in messages] == [
        *("system", "user", "assistant", "tool", "assistant", "tool", "tool")
    ]
    assert [plain(message) for message in messages[:4]] == [plain(message) for message in before]
    calls = messages[4]["tool_calls"]
    assert [json.loads(call["function"]["arguments"])["name"] for call in calls] == ["one", "b"]
    assert [message["tool_call_id"] for message in messages[5:]] == [call["id"] for call in calls]
    assert messages[5]["content"].startswith("ok")
    assert "too slow" in messages[6]["content"]
    assert KEY.encode() not in written(folder)
    turns = [event.turn for event in read_events(folder / "events.jsonl") if event.event == "model_turn"]
    assert turns == [1, 2, 3]


def plain(message):
    """A message without ids, which are made anew."""
    calls = [call["function"] for call in message.get("tool_calls", [])]
    return {name: value for name, value in message.items() if "tool_call" not in name} | {"calls": calls}


def test_usage_of_before_counts_where_an_episode_goes_on(window):
    with ModelServer(loads("good"), loads("good", "again"), says("Done.")).serving() as server:
        session, folder = begin(window, server, begin="step", limits={"tokens": 2000})
        window.state(session, "paused")
        window.ask("stop", session=session)
        window.state(session, "ended")
        answer = window.ask("continue_episode", folder=str(folder), key=KEY)
        assert window.state(answer["session"], "ended")["outcome"] == "limit_tokens"
    end = read_events(folder / "events.jsonl")[-1]
    assert (end.usage.prompt_tokens, end.turns, end.calls) == (2000, 2, 2)


def test_a_dead_endpoint_ends_the_episode_and_it_goes_on_when_it_is_back(window):
    with ModelServer(loads("good"), fails(401, "Incorrect API key"), says("Done.")).serving() as server:
        session, folder = begin(window, server)
        end = window.state(session, "ended")
        assert (end["outcome"], "refuses the key" in end["message"]) == ("infrastructure", True)
        answer = window.ask("continue_episode", folder=str(folder), key=KEY)
        assert window.state(answer["session"], "ended")["outcome"] == "finished"
        roles = [message["role"] for message in server.received[2].body["messages"]]
    assert roles == ["system", "user", "assistant", "tool"]


def test_cost_and_tokens_are_told_with_each_turn(window):
    reply = Reply([chunk({"content": "Done."}), chunk({}, "stop"), usage(), DONE])
    with ModelServer(reply).serving() as server:
        session, _ = begin(window, server)
        window.state(session, "ended")
    (turn,) = [event for event in window.events(session) if event["event"] == "model_turn"]
    assert (turn["usage"]["completion_tokens"], turn["usage"]["cost_usd"]) == (50, None)


@pytest.mark.parametrize(
    "model",
    [
        {"base_url": "ftp://127.0.0.1/v1", "name": "tiny"},
        {"base_url": "http://user:pass@127.0.0.1/v1", "name": "tiny"},
        {"base_url": "http://127.0.0.1/v1", "name": "two words"},
        {"base_url": "http://127.0.0.1/v1", "name": "tiny", "parameters": {"messages": []}},
        {"base_url": "http://127.0.0.1/v1", "name": "tiny", "parameters": {"api_key": KEY}},
    ],
)
def test_a_model_that_cannot_be_asked_is_refused(window, model):
    error = window.error(
        "start_episode", pack=str(window.folder / "made"), task="count_people", agent="openai", model=model, key=KEY
    )
    assert error["code"] == "BAD_VALUE"
    assert KEY not in error["sentence"]


def test_a_public_endpoint_wants_a_key_before_anything_is_written(window):
    model = {"base_url": "https://api.openai.com/v1", "name": "tiny"}
    error = window.error(
        "start_episode", pack=str(window.folder / "made"), task="count_people", agent="openai", model=model
    )
    assert error["code"] == "MISSING_ARGUMENT"
