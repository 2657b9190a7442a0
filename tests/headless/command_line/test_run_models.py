# SPDX-License-Identifier: GPL-2.0-or-later
"""`run --agent openai` against a real server on loopback: what the user is told of each fault, and what is recorded."""

import io
import json

import pytest

from gisagentbench.headless import machine, run_plan
from gisagentbench.headless.agents.language_model import model_agent, model_request
from gisagentbench.headless.agents.language_model.asking import Patience
from gisagentbench.headless.command_line import run as command
from gisagentbench.headless.run_store import open_run
from gisagentbench.tests.headless.agents.model_faults import CUT, DRIP, ENDINGS
from gisagentbench.tests.headless.agents.model_server import (
    DONE,
    ModelServer,
    Reply,
    asks,
    chunk,
    fails,
    says,
)
from gisagentbench.tests.headless.made_pack import write_pack
from gisagentbench.tests.headless.program import fake_qgis_process, run_here

KEY = "hush-5c1f7a90"
LOAD = ("load_layer", {"file": "rows.csv", "name": "rows"})
EXPORT = ("export_layer", {"layer": "rows", "file": "out.csv", "format": "csv"})
WITHOUT_USAGE = asks(LOAD, counts=None)
SOLVES = (asks(LOAD, text="I look first."), asks(EXPORT), says("Done."))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a pack, in which commands run; the environment has a key, and waits are short."""
    write_pack(tmp_path / "made", ("count_people",))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(machine, "versions", lambda: {"qgis": "none"})
    monkeypatch.setattr(run_plan, "git_revision", lambda: "a commit")
    monkeypatch.setattr(model_agent, "PATIENCE", Patience(retries=2, first_seconds=0.01, longest_seconds=0.5))
    monkeypatch.setattr(command, "make_report", lambda *_: "made elsewhere")
    monkeypatch.setenv("GISAGENTBENCH_API_KEY", KEY)
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    return tmp_path


@pytest.fixture
def run(place, capfd):
    """Runs the model `tiny` of a server with these replies."""

    def run(*replies, more=(), model="tiny", as_json=True):
        with ModelServer(*replies).serving() as server:
            words = ("run", "--pack", "./made", "--out", "out", "--agent", "openai", "--model", model)
            ended = run_here(capfd, *words, "--base-url", server.base_url, *more, *(("--json",) if as_json else ()))
        return ended, server.received

    return run


def record(place):
    """The events and the end of the only episode."""
    (episode,) = open_run(place / "out").episodes()
    events = episode.events()
    return events, events[-1]


def written(place):
    """Every byte of the run's folder."""
    return b"".join(path.read_bytes() for path in sorted((place / "out").rglob("*")) if path.is_file())


def test_a_model_that_solves_the_task_is_strictly_right_and_all_it_took_is_recorded(place, run):
    ended, received = run(*SOLVES, more=("--max-tokens", "4000"))
    assert (ended.status, ended.record["strict_rate"]) == (0, 1.0), ended.story
    assert ended.record["episodes"][0]["agent"] == "openai:tiny"
    events, end = record(place)
    turns = [event for event in events if event.event == "model_turn"]
    assert [[call.api for call in turn.calls] for turn in turns] == [["load_layer"], ["export_layer"], []]
    assert (turns[0].text, turns[2].text) == ("I look first.", "Done.")
    assert turns[0].answered.model_dump() == {
        "model": "tiny-2026",
        "system_fingerprint": "fp_7",
        "finish_reason": "tool_calls",
    }
    usage = end.usage
    counts = (usage.prompt_tokens, usage.cached_tokens, usage.completion_tokens, usage.reasoning_tokens)
    assert counts == (3 * 1000, 3 * 400, 3 * 50, 3 * 20)
    assert usage.cost_usd is None and 0.9 < usage.schema_share < 1
    assert end.agent_seconds > 0 and end.harness_seconds > 0
    assert len(received) == 3


def test_what_is_sent_is_128_functions_temperature_0_and_no_other_sampling_parameter(run):
    _, received = run(*SOLVES)
    body = received[0].body
    assert set(body) == {"model", "messages", "tools", "stream", "stream_options", "temperature"}
    assert (body["model"], body["temperature"], body["stream"], len(body["tools"])) == ("tiny", 0, True, 128)
    assert received[0].headers["authorization"] == f"Bearer {KEY}"
    assert received[0].path == "/v1/chat/completions"


def test_a_model_sees_its_task_and_never_how_it_is_judged(run):
    _, received = run(*SOLVES)
    seen = json.dumps([request.body["messages"] for request in received])
    for shown in ("Count the people.", "rows.csv", "out.csv", "name", "integer"):
        assert shown in seen
    # rationale, evidence, the id, and where things lie
    for hidden in ("off by one", "tolerance", "reference.json", "check.py", "count_people", "episodes/", "/made"):
        assert hidden not in seen


def test_the_manifest_tells_all_that_shapes_the_answers(place, run):
    run(*SOLVES, more=("--descriptions", "bare", "--tools", "load_layer", "export_layer", "--parameter", "top_p=0.5"))
    manifest = open_run(place / "out").manifest
    (agent,) = manifest.agents
    assert agent.model.parameters == {"temperature": 0, "stream_options": {"include_usage": True}, "top_p": 0.5}
    assert {len(digest) for digest in agent.model.prompts.values()} == {64}
    assert sorted(agent.model.prompts) == ["system.md", "task.md.j2"]
    assert manifest.deviations == ["2 of 128 tools", "bare descriptions of tools", "top_p is 0.5"]


def test_a_model_that_has_to_call_is_a_deviation(place, run):
    _, received = run(*SOLVES, more=("--parameter", "tool_choice=required"))
    assert {request.body["tool_choice"] for request in received} == {"required"}
    assert open_run(place / "out").manifest.deviations == ["tool_choice is 'required'"]


def test_the_key_stands_nowhere_even_where_the_endpoint_echoes_it(place, run):
    echo = f"Authorization: Bearer {KEY}"
    escaped = '{"file": "' + "".join(f"\\u{ord(one):04x}" for one in KEY) + '", "name": "rows"}'
    odd = Reply([chunk({"content": echo, "role": "assistant"}, model=KEY, system_fingerprint=KEY),
                 chunk({"tool_calls": [{"index": 0, "id": KEY, "function": {"name": KEY, "arguments": escaped}}]}),
                 chunk({}, "tool_calls"), DONE])  # fmt: skip
    ended, received = run(odd, fails(503, echo), fails(403, echo), as_json=False)
    assert KEY.encode() not in written(place)
    assert KEY not in ended.output + ended.story
    assert "[key]" in ended.output
    assert KEY in received[0].headers["authorization"]


@pytest.mark.parametrize("fault", ENDINGS)
def test_a_fault_ends_the_episode_with_its_outcome_and_a_sentence(place, run, fault):
    replies, outcome, sentence = ENDINGS[fault]
    ended, _ = run(*replies, more=("--max-answer-seconds", "0.4" if fault == "slow drip" else "20"), as_json=False)
    _, end = record(place)
    assert (end.outcome, sentence in end.message) == (outcome, True)
    assert sentence in ended.output
    counted = outcome not in ("infrastructure", "parameter_refused")
    assert ended.status == (0 if counted else 1)
    assert ("not strict" in ended.output) == counted
    assert "Traceback" not in ended.output + ended.story


RETRIED = {
    "429": fails(429, "Rate limit", retry_after="0"),
    "500": fails(500, "oops"),
    "cut stream": CUT,
    "no end": Reply([chunk({"content": "Let me"})]),
}


@pytest.mark.parametrize("fault", RETRIED)
def test_a_passing_fault_is_waited_out_told_and_recorded(place, run, fault):
    ended, received = run(RETRIED[fault], *SOLVES)
    assert ended.record["strict_rate"] == 1.0
    events, end = record(place)
    (retry,) = [event for event in events if event.event == "model_retry"]
    assert (retry.turn, retry.retry, end.turns, len(received)) == (1, 1, 3, 4)
    assert retry.reason.endswith(".")
    assert received[0].body == received[1].body


def results(received):
    """What the model was told of its calls, by the last request."""
    return [message["content"] for message in received[-1].body["messages"] if message["role"] == "tool"]


BAD_CALLS = {
    "arguments that are no JSON": (("load_layer", '{"file": "rows.csv", '), "no JSON (line 1, column", "WRONG_TYPE"),
    "unknown tool": (("load_layr", {"file": "rows.csv"}), "did you mean load_layer", "UNKNOWN_TOOL"),
    "wrong type": (("load_layer", {"file": 5, "name": "rows"}), "file takes", "WRONG_TYPE"),
    "unknown argument": (("load_layer", {"fil": "rows.csv", "name": "rows"}), "fil", "UNKNOWN_ARGUMENT"),
    "arguments that are a list": (("load_layer", "[1]"), "object", "WRONG_TYPE"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BAD_CALLS)
def test_a_wrong_call_goes_back_to_the_model_with_code_and_hint_and_the_episode_goes_on(place, run, fault):
    call, words, code = BAD_CALLS[fault]
    ended, received = run(asks(call), *SOLVES)
    assert ended.record["strict_rate"] == 1.0
    told = results(received)[0]
    assert code in told and words in told
    _, end = record(place)
    assert (end.calls, end.failed_calls) == (3, 1)


def test_calls_of_one_answer_are_made_in_the_order_given_even_with_one_id(place, run):
    ended, received = run(asks(LOAD, EXPORT, ids=["same", "same"]), says("Done."))
    assert ended.record["strict_rate"] == 1.0
    events, _ = record(place)
    assert [event.api for event in events if event.event == "call_started"] == ["load_layer", "export_layer"]
    asked = received[1].body["messages"][2]["tool_calls"]
    answered = [message["tool_call_id"] for message in received[1].body["messages"] if message["role"] == "tool"]
    assert [call["id"] for call in asked] == answered and len(set(answered)) == 2


def test_missing_usage_is_no_zero_and_matters_only_where_tokens_are_limited(place, run):
    ended, _ = run(WITHOUT_USAGE, asks(EXPORT, counts=None), says("Done."))
    assert ended.record["strict_rate"] == 1.0, ended.story
    events, _ = record(place)
    assert [event.usage.prompt_tokens for event in events if event.event == "model_turn"][:2] == [None, None]


@pytest.mark.parametrize("limit", [("--max-tokens", "5000")])
def test_a_limit_of_tokens_that_cannot_be_held_ends_the_episode_as_no_fault_of_the_model(place, run, limit):
    ended, _ = run(WITHOUT_USAGE, more=limit)
    _, end = record(place)
    assert (ended.status, end.outcome, end.calls) == (1, "infrastructure", 0)
    assert "--max-tokens cannot be held" in end.message


def test_tokens_end_an_episode_when_they_are_used_up(place, run):
    run(asks(LOAD), more=("--max-tokens", "2000"))
    events, end = record(place)
    # two answers of 1050 tokens
    assert (end.outcome, end.turns, end.usage.prompt_tokens) == ("limit_tokens", 2, 2000)
    assert [(event.limit, event.used) for event in events if event.event == "limit_hit"] == [("tokens", 2100)]


def test_the_time_of_an_episode_is_held_in_the_middle_of_an_answer(place, run):
    run(DRIP, more=("--max-seconds", "0.4"))
    events, end = record(place)
    assert (end.outcome, end.seconds < 3) == ("limit_seconds", True)
    assert [event.limit for event in events if event.event == "limit_hit"] == ["seconds"]


def test_several_models_are_several_agents_with_folders_of_their_own(place, run):
    ended, _ = run(says("No."), more=("--model", "../up/../../x:7b", "tiny2"))
    assert [episode["agent"] for episode in ended.record["episodes"]] == [
        "openai:tiny", "openai:../up/../../x:7b", "openai:tiny2"]  # fmt: skip
    folders = sorted(path.name for path in (place / "out/episodes/count_people").iterdir())
    assert [folder.rpartition("-")[0] for folder in folders] == ["openai-tiny", "openai-tiny2", "openai-up_x_7b"]


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("--agent", "openai"), "MISSING_ARGUMENT", "needs a model"),
        (("--model", "tiny"), "BAD_VALUE", "no agent is one"),
        (("--agent", "openai", "--model", "tiny", "--base-url", "http://me:pw@host/v1"), "BAD_VALUE", "no user"),
        (("--agent", "openai", "--model", "tiny", "--base-url", "host/v1"), "BAD_VALUE", "begins with https"),
        (("--agent", "openai", "--model", "tiny", "--max-money", "1"), "BAD_VALUE", "has no price"),
        (("--agent", "openai", "--model", "a b"), "BAD_VALUE", "without spaces"),
        (("--agent", "openai", "--model", "tiny", "--parameter", "messages=[]"), "BAD_VALUE", "cannot set messages"),
        (
            ("--agent", "openai", "--model", "tiny", "--parameter", "tool_choice=none"),
            "BAD_VALUE",
            "tool_choice takes auto or required",
        ),
        (("--agent", "openai", "--model", "tiny", "--descriptions", "ful"), "BAD_VALUE", "did you mean full"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_written(place, capfd, words, code, sentence):
    ended = run_here(capfd, "run", "--pack", "./made", "--out", "out", *words, "--json")
    assert (ended.status, ended.error_code) == (2, code)
    assert sentence in ended.record["error"]["message"]
    assert not (place / "out").exists() and "pw" not in ended.output.replace("--", "")


def test_a_key_from_standard_input_reaches_the_endpoint_and_no_file(place, run, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("given-by-hand-77\n"))
    ended, received = run(*SOLVES, more=("--key-stdin",))
    assert ended.record["strict_rate"] == 1.0
    assert {request.headers["authorization"] for request in received} == {"Bearer given-by-hand-77"}
    assert b"given-by-hand" not in written(place)


@pytest.mark.parametrize(
    ("address", "key", "is_warned"),
    [
        ("http://models.invalid/v1", KEY, True),
        ("http://models.invalid/v1", "", False),
        ("https://models.invalid/v1", KEY, False),
        ("http://localhost:1/v1", KEY, False),
        ("http://[::1]:1/v1", KEY, False),
    ],
)
def test_a_key_that_others_could_read_on_its_way_is_warned_of(place, capfd, monkeypatch, address, key, is_warned):
    monkeypatch.setenv("GISAGENTBENCH_API_KEY", key)
    words = ("--agent", "openai", "--model", "tiny", "--base-url", address, "--json")
    ended = run_here(capfd, "run", "--pack", "./made", "--out", "out", *words)
    warning = "warning: The key goes unencrypted to models.invalid: whoever is on the way can read it."
    assert (warning in ended.story) == is_warned
    assert ("unencrypted" in ended.story) == is_warned and KEY not in ended.story + ended.output


def test_workers_have_the_key_and_hosts_have_not(place, run):
    # the stand-in for qgis_process writes down nothing of its environment; machine.child_environment is tested apart
    replies = [reply for reply in SOLVES for _ in range(2)]
    ended, received = run(*replies, says("Done."), more=("--workers", "2", "--repeats", "2"))
    assert len(ended.record["episodes"]) == 2
    assert {request.headers["authorization"] for request in received} == {f"Bearer {KEY}"}
    assert KEY.encode() not in written(place)


def test_a_missing_package_is_said_before_anything_runs(place, capfd, monkeypatch):
    monkeypatch.setattr(model_request.importlib.util, "find_spec", lambda name: None)
    words = ("--agent", "openai:tiny", "--base-url", "http://127.0.0.1:1/v1")
    ended = run_here(capfd, "run", "--pack", "./made", "--out", "out", *words, "--json")
    assert (ended.status, ended.error_code) == (3, "DEPENDENCY_MISSING")
    assert "openai" in ended.record["error"]["message"]


def test_openai_wants_a_key_and_local_models_want_none(place, capfd, monkeypatch, run):
    monkeypatch.delenv("GISAGENTBENCH_API_KEY")
    ended = run_here(capfd, "run", "--pack", "./made", "--out", "out", "--agent", "openai:gpt-5.4", "--json")
    assert (ended.status, ended.error_code) == (2, "MISSING_ARGUMENT")
    assert "OPENAI_API_KEY" in ended.record["error"]["hint"]
    ended, received = run(*SOLVES)
    assert ended.record["strict_rate"] == 1.0 and "authorization" not in received[0].headers
