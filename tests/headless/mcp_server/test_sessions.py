# SPDX-License-Identifier: GPL-2.0-or-later
"""Sessions through the real program, with a host that is no QGIS: what is recorded, and what a rude client gets."""

import contextlib
import json
import signal
import threading
import time

import pytest

from gisagentbench.headless.events import read_events
from gisagentbench.headless.run_store import open_run
from gisagentbench.tests.headless.made_hosts import eventually, is_gone
from gisagentbench.tests.headless.made_pack import steps, write_pack
from gisagentbench.tests.headless.mcp_server.clients import LONG, RawClient, serving
from gisagentbench.tests.headless.program import fake_qgis_process, run_here, run_program

TASK = ("--task", "count_people", "--pack", "made", "--out", "run")


@pytest.fixture
def place(tmp_path):
    """A folder with a pack, in which servers run."""
    write_pack(tmp_path / "made")
    return tmp_path


@pytest.fixture
def client(place):
    """A client that has begun a session on a task."""
    with serving(*TASK, folder=place, **fake_qgis_process(place)) as client:
        yield client


@pytest.fixture(scope="module")
def in_workspace(tmp_path_factory):
    """A client in a workspace, for all tests that leave it there; each gives its requests numbers of its own."""
    place = tmp_path_factory.mktemp("workspace")
    write_pack(place / "made")
    words = ("--workspace", "w", "--input", "rows=made/data/rows.csv")
    with serving(*words, folder=place, **fake_qgis_process(place)) as client:
        yield client


def load(client, number, manner="good", **more):
    client.call(number, "load_layer", file=f"{manner}.gpkg", name="rows", **more)


def result(client, number):
    return client.answer_to(number)["result"]


def code(client, number):
    answer = result(client, number)
    assert answer["isError"] is True
    text = answer["content"][0]["text"]
    found = answer["structuredContent"]["error"]["code"]
    assert text.startswith(f"{found}: ")
    return found


def stands_still(number):
    before = number()
    time.sleep(0.5)
    return number() == before > 0


def episode(place):
    (found,) = open_run(place / "run").episodes()
    return found


def is_scored(place):
    return eventually(lambda: (place / "run/report.html").is_file() and episode(place).is_done, LONG)


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    """A folder with a run that is one session, right and scored; and what the server said."""
    place = tmp_path_factory.mktemp("scored")
    write_pack(place / "made")
    with serving(*TASK, folder=place, **fake_qgis_process(place)) as client:
        for number, step in enumerate(steps(), start=1):
            client.call(number, step["api"], **step["arguments"])
            assert result(client, number)["isError"] is False
        assert client.hang_up() == 0
    assert is_scored(place)
    return place, client.story.read_text()


def test_a_session_on_a_task_is_an_episode_that_is_recorded(scored):
    place, _ = scored
    events = episode(place).events()
    assert [event.event for event in events] == [
        *("started", "model_turn", "call_started", "host_started", "call_finished"),
        *("model_turn", "call_started", "call_finished", "model_turn", "finished"),
    ]
    end = events[-1]
    assert (events[0].agent, end.outcome, end.message, end.calls) == ("mcp", "finished", "", 2)


def test_a_session_ends_at_its_limit_of_calls(place):
    """One call is allowed: the second is refused by code, and what was made is scored."""
    with serving(*TASK, "--max-calls", 1, folder=place, **fake_qgis_process(place)) as client:
        load(client, 1)
        assert result(client, 1)["isError"] is False
        client.call(2, "count_features", layer="rows")
        answer = client.answer_to(2)
        assert "limit of calls" in json.dumps(answer) and "LIMIT_EXCEEDED" in json.dumps(answer)
        assert client.hang_up() == 0
    assert is_scored(place)
    assert [event.event for event in episode(place).events()][-2:] == ["limit_hit", "finished"]
    assert episode(place).score().outcome == "limit_calls"


def test_its_end_and_its_score_are_told(scored):
    place, story = scored
    assert (episode(place).score().strict, episode(place).score().calls) == (True, 2)
    assert "serving the task count_people" in story
    assert "the client has closed its connection; the episode has ended (finished) after 2 calls" in story
    assert "strict: 1 episode, all right" in story


def test_a_stored_session_is_scored_again_by_the_command(scored, capfd, monkeypatch):
    monkeypatch.chdir(scored[0])
    before = (episode(scored[0]).folder / "score.json").read_bytes()
    ended = run_here(capfd, "score", "run", "--json")
    assert (ended.status, ended.record["strict_rate"], ended.record["episodes"][0]["agent"]) == (0, 1.0, "mcp")
    assert (episode(scored[0]).folder / "score.json").read_bytes() == before


def test_a_folder_whose_session_has_its_score_takes_no_other(scored):
    place, _ = scored
    ended = run_program("mcp", *TASK, folder=place, **fake_qgis_process(place))
    assert (ended.status, ended.output) == (2, "")
    assert "OUTPUT_EXISTS" in ended.story


def test_a_session_without_a_call_leaves_nothing(place, client):
    client.send("tools/list", 1)
    assert len(result(client, 1)["tools"]) == 128
    assert client.hang_up() == 0
    assert not (place / "run").exists()
    assert "without a call or a look at the task; nothing was recorded" in client.story.read_text()


def test_a_client_that_reads_the_task_and_goes_away_has_an_episode_without_calls(place, client):
    client.send("resources/read", 1, uri="workspace://task/prompt")
    assert "text" in result(client, 1)["contents"][0]
    assert client.hang_up() == 0
    end = episode(place).events()[-1]
    assert (end.event, end.outcome, end.calls) == ("finished", "finished", 0)


def test_calls_run_one_at_a_time_in_their_order(in_workspace):
    numbers = [f"order {number}" for number in range(5)]
    for number in numbers:
        load(in_workspace, number)
    assert [result(in_workspace, number)["isError"] for number in numbers] == [False] * 5
    assert [message["id"] for message in in_workspace.heard if message.get("id") in numbers] == numbers


def test_a_call_in_a_workspace_is_counted_and_made_for_good(place):
    words = ("--workspace", "w", "--input", "rows=made/data/rows.csv")
    with serving(*words, folder=place, **fake_qgis_process(place)) as client:
        client.call(1, "bufer")
        assert code(client, 1) == "UNKNOWN_TOOL"
        client.call(2, "export_layer", layer="rows", file="out.csv", format="csv")
        assert code(client, 2) == "UNKNOWN_LAYER"
        load(client, 3)
        assert result(client, 3)["isError"] is False
        assert client.hang_up() == 0
        assert "3 calls made in w" in client.story.read_text()


BAD_CALLS = [
    ("bufer", {}, "UNKNOWN_TOOL"),
    ("\ud800", {}, "UNKNOWN_TOOL"),
    ("x" * 1000, {}, "UNKNOWN_TOOL"),
    ("load_layer", {}, "MISSING_ARGUMENT"),
    ("load_layer", {"file": "a.gpkg", "name": "a", "colour": 1}, "UNKNOWN_ARGUMENT"),
    ("load_layer", {"file": 5, "name": "a"}, "WRONG_TYPE"),
    ("load_layer", {"file": "\ud800", "name": "a\ud800"}, "BAD_VALUE"),
    ("load_layer", {"file": "a" * 5_000_000, "name": "a"}, "LIMIT_EXCEEDED"),
]
BAD_LINES = [
    (b"hello", None, -32700),
    (b"[1, 2]", None, -32600),
    (b'{"jsonrpc": "2.0", "id": 11, "method": "tools/fly"}', 11, -32601),
    (b'{"jsonrpc": "2.0", "id": 12, "method": "tools/call", "params": {"name": 5}}', 12, -32602),
    (b'{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"clip","arguments":[1]}}', 13, -32602),
    (b'{"jsonrpc":"2.0","id":14,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}', 14, -32602),
    (b'{"jsonrpc": "2.0", "id": 15, "method": "\\ud800"}', 15, -32601),
    (b'{"a": "' + b"x" * (17 * 1024 * 1024) + b'"}', None, -32600),
]


def test_a_call_that_cannot_be_made_is_an_error_that_a_model_can_read(place, client):
    for number, (api, arguments, _) in enumerate(BAD_CALLS):
        client.call(number, api, **arguments)
    wanted = [wanted for _, _, wanted in BAD_CALLS]
    assert [code(client, number) for number in range(len(BAD_CALLS))] == wanted
    assert client.hang_up() == 0
    finished = [event for event in episode(place).events() if event.event == "call_finished"]
    assert [event.step["error"]["code"] for event in finished] == wanted


def test_what_is_no_request_is_answered_and_the_session_goes_on(in_workspace):
    for line, number, wanted in BAD_LINES:
        in_workspace.heard.clear()
        in_workspace.write(line)
        assert in_workspace.answer_to(number)["error"]["code"] == wanted
    load(in_workspace, "after")
    assert result(in_workspace, "after")["isError"] is False


def test_a_call_before_the_handshake_is_refused(place):
    with RawClient("--workspace", "w", folder=place, **fake_qgis_process(place)) as client:
        load(client, 1)
        assert client.answer_to(1)["error"]["code"] == -32602
        client.greet()
        load(client, 2)
        assert result(client, 2)["isError"] is False


def test_a_flood_of_calls_is_refused_beyond_a_limit_and_the_others_are_made(in_workspace):
    running = in_workspace.folder / "w/host.pid"
    running.unlink(missing_ok=True)
    load(in_workspace, "long", "sleep")
    assert eventually(running.exists, LONG)
    for number in range(1000, 1100):
        load(in_workspace, number)
    assert {code(in_workspace, number) for number in range(1032, 1100)} == {"LIMIT_EXCEEDED"}
    in_workspace.send("notifications/cancelled", requestId="long")
    assert [result(in_workspace, number)["isError"] for number in range(1000, 1032)] == [False] * 32


def test_a_cancelled_call_is_recorded_and_the_session_goes_on(place, client):
    load(client, 1, "children")
    workspace = place / "run/episodes/count_people/mcp/1/attempt-1"
    assert eventually((workspace / "child.pid").exists, LONG)
    client.send("notifications/cancelled", requestId=1)
    load(client, 2)
    assert result(client, 2)["isError"] is False
    assert is_gone(int((workspace / "child.pid").read_text()))
    assert client.hang_up() == 0
    events = episode(place).events()
    ends = [event.step["error"] and event.step["error"]["code"] for event in events if event.event == "call_finished"]
    assert ends == ["CANCELLED", None]
    assert [event.reason for event in events if event.event == "host_started"] == ["first", "cancelled"]
    assert not [message for message in client.heard if message.get("id") == 1]


@pytest.mark.parametrize("way", ["hang_up", "SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.slow)])
def test_a_client_that_leaves_in_mid_call_leaves_no_process_and_a_whole_record(place, client, way):
    load(client, 1, "children")
    workspace = place / "run/episodes/count_people/mcp/1/attempt-1"
    assert eventually((workspace / "child.pid").exists, LONG)
    status = client.hang_up() if way == "hang_up" else client.interrupt(getattr(signal, way))
    assert status == 0
    assert [is_gone(int((workspace / name).read_text())) for name in ("host.pid", "child.pid")] == [True, True]
    *_, last_call, _, end = episode(place).events()
    assert (last_call.step["error"]["code"], end.outcome, end.calls) == ("CANCELLED", "finished", 1)
    how = "the client has closed its connection" if way == "hang_up" else "the server was told to end"
    assert end.message == f"{how}, in mid-call"
    assert (place / "run" / "score.log").is_file()


@pytest.mark.slow
def test_an_interrupt_by_the_user_is_a_cancelled_episode_without_a_score(place, client):
    load(client, 1)
    result(client, 1)
    assert client.interrupt(signal.SIGINT) == 130
    assert episode(place).end().outcome == "cancelled"
    assert not episode(place).is_done


@pytest.mark.slow
def test_a_server_that_is_killed_leaves_events_that_can_be_read(place, client):
    load(client, 1, "children")
    workspace = place / "run/episodes/count_people/mcp/1/attempt-1"
    assert eventually((workspace / "child.pid").exists, LONG)
    client.interrupt(signal.SIGKILL)
    assert is_gone(int((workspace / "host.pid").read_text()))
    told = [event.event for event in read_events(workspace / "events.jsonl")]
    assert told == ["started", "model_turn", "call_started", "host_started"]


def test_a_client_that_reads_nothing_is_read_no_more_and_the_server_ends_with_it(place):
    words = ("--workspace", "w")
    with serving(*words, folder=place, **fake_qgis_process(place)) as client:
        client.reads = False

        def ask_for_ever():
            with contextlib.suppress(OSError, ValueError):
                while True:
                    client.send("tools/list", 1)

        threading.Thread(target=ask_for_ever, daemon=True).start()
        assert eventually(lambda: stands_still(lambda: client.written), LONG)
        assert client.interrupt() == 0


def test_progress_is_told_to_who_asks_for_it(in_workspace):
    arguments = {"file": "good.gpkg", "name": "rows"}
    in_workspace.send("tools/call", "progress", name="load_layer", arguments=arguments, _meta={"progressToken": "mine"})
    result(in_workspace, "progress")
    told = [message["params"] for message in in_workspace.heard if message.get("method") == "notifications/progress"]
    assert told == [{"progressToken": "mine", "progress": 0.5, "total": 1.0}]


def test_a_new_layer_changes_the_list_of_resources(in_workspace):
    in_workspace.heard.clear()
    load(in_workspace, "changed")
    result(in_workspace, "changed")
    changed = [one for one in in_workspace.heard if one.get("method") == "notifications/resources/list_changed"]
    assert len(changed) == 1


def test_the_task_is_told_in_every_place_where_a_client_may_look(place):
    with RawClient(*TASK, folder=place, **fake_qgis_process(place)) as client:
        hello = client.greet()
        client.send("prompts/get", 1, name="task")
        client.send("resources/read", 2, uri="workspace://task/prompt")
        client.send("resources/read", 3, uri="workspace://task/contract")
        client.send("resources/list", 4)
        texts = [hello["instructions"], result(client, 1)["messages"][0]["content"]["text"]]
        texts.append(result(client, 2)["contents"][0]["text"])
        assert ["Count the people." in text and "out.csv" in text for text in texts] == [True] * 3
        contract = json.loads(result(client, 3)["contents"][0]["text"])
        assert contract == [{"kind": "table", "file": "out.csv", "columns": {"name": "text", "people": "integer"}}]
        listed = [one["uri"] for one in result(client, 4)["resources"]]
        assert listed == ["workspace://task/prompt", "workspace://task/contract", "workspace://inputs/rows.csv"]
        everything = json.dumps(client.heard)
        assert [word for word in ("off by one", "tolerance", str(place)) if word in everything] == []


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ((), "MISSING_ARGUMENT"),
        (("--task", "count_people", "--workspace", "w"), "BAD_VALUE"),
        (("--workspace", "w", "--pack", "made"), "BAD_VALUE"),
        (("--task", "count_people", "--pack", "made", "--input", "rows=made/data/rows.csv"), "BAD_VALUE"),
        (("--workspace", "w", "--max-calls", "3"), "BAD_VALUE"),
        (("--workspace", "w", "--json"), "BAD_VALUE"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words, wanted, capfd):
    ended = run_here(capfd, "mcp", *words, *([] if "--json" in words else ["--json"]))
    assert (ended.status, ended.error_code) == (2, wanted)


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("--task", "count_pepole", "--pack", "made"), "BAD_VALUE"),
        (("--task", "count_people", "--pack", "nowhere"), "FILE_NOT_FOUND"),
        (("--workspace", "w", "--tools", "bufer"), "UNKNOWN_TOOL"),
        (("--workspace", "made/pack.yaml"), "OUTPUT_EXISTS"),
    ],
)
def test_what_cannot_be_served_ends_before_a_word_of_protocol(place, words, wanted):
    ended = run_program("mcp", *words, folder=place, **fake_qgis_process(place))
    assert (ended.status, ended.output) == (2, "")
    assert ended.story.startswith(f"{wanted}: ")


def test_without_the_mcp_package_the_user_is_told_what_to_do(place):
    (place / "shadow").mkdir()
    (place / "shadow" / "mcp.py").write_text('raise ModuleNotFoundError("No module named mcp", name="mcp")\n')
    ended = run_program("mcp", "--workspace", "w", folder=place, PYTHONPATH=f"{place}/shadow:" + _plugins())
    assert ended.status == 3
    assert "DEPENDENCY_MISSING: The Python package mcp is missing. Hint: " in ended.story


def _plugins():
    from gisagentbench.headless import machine

    return str(machine.plugins_folder())


def test_only_the_tools_that_were_chosen_are_offered_and_made(place):
    words = ("--workspace", "w", "--tools", "load_layer", "describe_layer")
    with serving(*words, folder=place, **fake_qgis_process(place)) as client:
        client.send("tools/list", 1)
        assert {tool["name"] for tool in result(client, 1)["tools"]} == {"load_layer", "describe_layer"}
        client.call(2, "clip", layer="a", mask="b", output="c")
        assert code(client, 2) == "UNKNOWN_TOOL"
