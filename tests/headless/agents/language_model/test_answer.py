# SPDX-License-Identifier: GPL-2.0-or-later
"""Pieces of a stream become one answer, in each of the forms in which endpoints send calls."""

import pytest

from gisagentbench.headless.agents.language_model.answer import (
    LONGEST_ANSWER_CHARACTERS,
    AnswerPieces,
    AnswerTooLong,
    usage_of,
)


def answer_of(*deltas, finish="stop"):
    pieces = AnswerPieces()
    for delta in deltas:
        pieces.add({"choices": [{"index": 0, "delta": delta}]})
    pieces.add({"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]})
    return pieces.answer()


def call(index, identity=None, name=None, arguments=None, **more):
    function = {key: value for key, value in (("name", name), ("arguments", arguments)) if value is not None}
    given = {"index": index, "id": identity, "function": function, **more}
    return {"tool_calls": [{key: value for key, value in given.items() if value is not None}]}


A_AND_B = [("a", '{"x": 1}'), ("b", "{}")]
FORMS = {
    "by index, in pieces": [call(0, "i1", "a", ""), call(0, arguments='{"x"'), call(0, arguments=": 1}"),
                            call(1, "i2", "b", "{}")],
    "by index, interleaved": [call(0, "i1", "a", '{"x"'), call(1, "i2", "b", "{"), call(0, arguments=": 1}"),
                              call(1, arguments="}")],
    "whole, without an index": [call(None, "i1", "a", '{"x": 1}'), call(None, "i2", "b", "{}")],
    "whole, all with index 0": [call(0, "i1", "a", '{"x": 1}'), call(0, "i2", "b", "{}")],
    "whole, with one id": [call(0, "same", "a", '{"x": 1}'), call(1, "same", "b", "{}")],
    "arguments as an object": [call(0, "i1", "a", {"x": 1}), call(1, "i2", "b", "{}")],
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_calls_come_in_their_order_whatever_the_form(form):
    answer = answer_of(*FORMS[form], finish="tool_calls")
    assert [(one.name, one.arguments) for one in answer.calls] == A_AND_B


def test_other_keys_of_a_call_are_kept_for_endpoints_that_want_them_back():
    (asked,) = answer_of(call(0, "i", "a", "{}", extra_content={"signature": "s"})).calls
    assert asked.more == {"extra_content": {"signature": "s"}}


@pytest.mark.parametrize(
    "delta", [{"content": 5}, {"content": ["x"]}, {"tool_calls": [None, 5]}, {"tool_calls": None}, 7]
)
def test_odd_pieces_add_nothing(delta):
    answer = answer_of(delta)
    assert (answer.text, answer.calls) == ("", [])


@pytest.mark.parametrize("key", ["content", "reasoning_content"])
def test_an_answer_has_a_longest_size_thoughts_included(key):
    half = "x" * (LONGEST_ANSWER_CHARACTERS // 2)
    pieces = AnswerPieces()
    for _ in range(2):
        pieces.add({"choices": [{"delta": {key: half}}]})
    with pytest.raises(AnswerTooLong):
        pieces.add({"choices": [{"delta": {key: "x"}}]})


@pytest.mark.parametrize("told", [None, 5, {}, {"prompt_tokens": -1}, {"prompt_tokens": True}, {"prompt_tokens": "9"}])
def test_counts_that_are_none_are_not_known(told):
    assert usage_of(told) is None


def test_cached_tokens_are_read_in_both_spellings():
    openai = usage_of({"prompt_tokens": 9, "completion_tokens": 1, "prompt_tokens_details": {"cached_tokens": 4}})
    deepseek = usage_of({"prompt_tokens": 9, "completion_tokens": 1, "prompt_cache_hit_tokens": 4})
    assert openai.cached_tokens == deepseek.cached_tokens == 4
