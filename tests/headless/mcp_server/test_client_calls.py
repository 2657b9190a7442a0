# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls of a client run one at a time, in order; each is answered once, whatever the client does meanwhile."""

import threading

import pytest

from gisagentbench.headless.mcp_server.client_calls import ClientCall, ClientCalls
from gisagentbench.tools.declaration.errors import ToolError

STEP = {"ok": True}


def call(name):
    return ClientCall(name, {}, lambda share: None)


def submitted(calls, *names):
    made = [call(name) for name in names]
    for one in made:
        calls.submit(one)
    return made


def test_calls_come_out_in_the_order_in_which_they_went_in():
    calls = ClientCalls()
    submitted(calls, "a", "b", "c")
    assert [calls.next().api for _ in range(3)] == ["a", "b", "c"]


def test_the_answer_goes_to_the_call_that_runs():
    calls = ClientCalls()
    first, second = submitted(calls, "a", "b")
    calls.next()
    calls.answer(STEP)
    assert first.answer.result(timeout=0) == STEP
    assert not second.answer.done()


def test_too_many_waiting_calls_are_refused_and_one_more_fits_once_one_runs():
    calls = ClientCalls(most_waiting=2)
    submitted(calls, "a", "b")
    with pytest.raises(ToolError, match=r"^LIMIT_EXCEEDED: 2 calls wait already; c was not made\. Hint: "):
        calls.submit(call("c"))
    calls.next()
    calls.submit(call("c"))


def test_a_call_that_waits_is_withdrawn_without_being_made():
    calls = ClientCalls()
    first, _ = submitted(calls, "a", "b")
    calls.withdraw(first)
    assert calls.next().api == "b"


@pytest.mark.parametrize("is_running", [True, False])
def test_a_call_that_was_stopped_by_leaving_ran_when_the_client_left(is_running):
    """The connection ends, its call is withdrawn and answered, and only then the session learns that it has ended."""
    calls = ClientCalls()
    (last,) = submitted(calls, "a")
    calls.next()
    if not is_running:
        calls.answer(STEP)
    calls.note_leaving()
    calls.withdraw(last)
    if is_running:
        calls.answer({"ok": False})
    calls.leave("gone")
    assert (calls.left, calls.left_in_mid_call) == ("gone", is_running)


def test_only_the_call_that_runs_is_stopped():
    calls, stopped = ClientCalls(), []
    calls.stop = stopped.append
    first, second = submitted(calls, "a", "b")
    calls.next()
    calls.withdraw(second)
    assert stopped == []
    calls.withdraw(first)
    assert stopped == [first.cancelled]
    calls.answer(STEP)
    calls.withdraw(first)
    assert stopped == [first.cancelled]


def test_who_has_withdrawn_a_call_is_not_answered_and_nobody_minds():
    calls = ClientCalls()
    (first,) = submitted(calls, "a")
    calls.next()
    first.answer.cancel()
    calls.answer(STEP)


def test_leaving_stops_the_call_that_runs_and_drops_the_others():
    calls = ClientCalls()
    first, _ = submitted(calls, "a", "b")
    calls.next()
    calls.leave("gone")
    calls.leave("gone again")
    assert first.cancelled.is_set()
    assert (calls.next(), calls.left, calls.left_in_mid_call) == (None, "gone", True)


def test_leaving_wakes_who_waits_for_a_call():
    calls, found = ClientCalls(), []
    thread = threading.Thread(target=lambda: found.append(calls.next()))
    thread.start()
    calls.leave("gone")
    thread.join(10)
    assert (found, calls.left_in_mid_call) == ([None], False)


@pytest.mark.parametrize("first", ["a call", "the task", "nothing"])
def test_a_session_begins_with_a_call_or_a_look_at_the_task(first):
    calls = ClientCalls()
    if first == "a call":
        submitted(calls, "a")
    elif first == "the task":
        calls.take_up()
    else:
        calls.leave("gone")
    assert calls.wait_until_taken_up() is (first != "nothing")
    if first == "the task":
        calls.leave("gone")
    assert (calls.next() is not None) is (first == "a call")


def test_after_the_end_every_call_gets_the_reason():
    calls, why = ClientCalls(), ToolError("LIMIT_EXCEEDED", "the episode has ended")
    first, second = submitted(calls, "a", "b")
    calls.next()
    calls.end(why)
    assert [one.answer.exception(timeout=0) for one in (first, second)] == [why, why]
    with pytest.raises(ToolError, match="the episode has ended"):
        calls.submit(call("c"))


def test_progress_goes_to_the_call_that_runs_and_to_nobody_without_one():
    calls, shares = ClientCalls(), []
    calls.tell(0.1)
    calls.submit(ClientCall("a", {}, shares.append))
    calls.next()
    calls.tell(0.5)
    calls.answer(STEP)
    calls.tell(0.9)
    assert shares == [0.5]
