# SPDX-License-Identifier: GPL-2.0-or-later
"""What the model is told of its calls, and the messages that endpoints get."""

import pytest

from gisagentbench.headless.agents.language_model.answer import Answer, AskedCall
from gisagentbench.headless.agents.language_model.conversation import Conversation, read_arguments, result_text

OK = {
    "ok": True,
    "outputs": {"output": "parks_ft", "count": 3},
    "observation": {"text": "vector, 3 rows"},
    "error": None,
}
FAILED = {"ok": False, "error": {"code": "UNKNOWN_FIELD", "message": 'no field "a"', "hint": 'nearest is "b"'}}


def answered(*calls, text=""):
    return Answer(text, "", list(calls), "tool_calls", None, None, None)


def test_a_result_is_what_was_made_and_what_is_seen_of_it():
    assert result_text(OK) == "ok, output: parks_ft\nvector, 3 rows"


def test_a_failed_call_is_its_code_sentence_and_hint():
    assert result_text(FAILED) == 'UNKNOWN_FIELD: no field "a". Hint: nearest is "b".'


def test_a_call_and_its_result_have_one_id_that_no_other_has():
    talk = Conversation("system", "task")
    for given in ("x", "x", ""):
        talk.add_answer(answered(AskedCall(given, "a", "{}"), AskedCall(given, "b", "{}")))
        talk.add_results([OK, FAILED])
    asked = [call["id"] for message in talk.messages for call in message.get("tool_calls", ())]
    told = [message["tool_call_id"] for message in talk.messages if message["role"] == "tool"]
    assert asked == told and len(set(asked)) == 6


def test_arguments_that_are_no_json_are_recorded_as_sent_and_sent_back_as_json():
    talk = Conversation("system", "task")
    (call,) = talk.add_answer(answered(AskedCall("x", "clip", '{"layer": ')))
    talk.add_results([FAILED])
    assert call.arguments == '{"layer": '
    assert talk.messages[2]["tool_calls"][0]["function"] == {"name": "clip", "arguments": "{}"}
    assert talk.messages[3]["content"].startswith("The arguments are no JSON (line 1, column 11:")


@pytest.mark.parametrize("text", ["[" * 100_000, "9" * 5000, '{"a": nope}', "\ud800"])
def test_hostile_arguments_are_a_sentence_and_never_an_exception(text):
    arguments, fault = read_arguments(text)
    assert arguments == text and fault.startswith("The arguments are no JSON (")


@pytest.mark.parametrize("text", ["", "  ", "{}"])
def test_no_arguments_are_an_empty_object(text):
    assert read_arguments(text) == ({}, "")
