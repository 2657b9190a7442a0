# SPDX-License-Identifier: GPL-2.0-or-later
"""An episode waits at its gate as the person wants, and the wait is not on its clock."""

import threading
import time

import pytest

from gisagentbench.headless.agents.agent import EpisodeStopped
from gisagentbench.headless.events import ProposedCall
from gisagentbench.headless.window_service.gate import Gate
from gisagentbench.tests.headless.made_hosts import eventually
from gisagentbench.tools.declaration.errors import ToolError

CALL = ProposedCall(api="buffer", arguments={"layer": "parks"})
NO = ToolError("CANCELLED", "no")


class Walker:
    """Passes a gate in a thread: a question, then a call, and so on."""

    def __init__(self, **how):
        self.told = []
        self.gate = Gate(lambda state, call: self.told.append((state, call)), **how)
        self.passed = []
        self.end = None
        self.thread = threading.Thread(target=self.walk, daemon=True)
        self.thread.start()

    def walk(self):
        try:
            for number in range(1000):
                self.gate.before(None)
                self.passed.append("asked")
                self.gate.before(CALL)
                self.passed.append(self.gate.take_refusal() or number)
                time.sleep(0.005)
        except EpisodeStopped as stopped:
            self.end = str(stopped)

    def waits(self, state):
        assert eventually(lambda: self.gate.state == state, 5), (self.gate.state, self.told)
        passed = len(self.passed)
        time.sleep(0.05)
        assert (self.gate.state, len(self.passed)) == (state, passed)
        return self.passed[-1] if self.passed else None


def test_one_step_is_a_question_and_a_call():
    walker = Walker(calls_left=1)
    assert walker.waits("paused") == 0
    assert walker.passed == ["asked", 0]
    walker.gate.step()
    assert eventually(lambda: walker.passed == ["asked", 0, "asked", 1], 5)
    assert walker.waits("paused") == 1
    assert walker.told[0] == ("paused", None)
    walker.gate.stop()


def test_pause_and_resume():
    walker = Walker()
    assert eventually(lambda: len(walker.passed) > 3, 5)
    walker.gate.pause()
    walker.waits("paused")
    before = len(walker.passed)
    walker.gate.resume()
    assert eventually(lambda: len(walker.passed) > before + 3, 5)
    assert [state for state, _ in walker.told] == ["paused", "running"]
    walker.gate.stop()
    assert eventually(lambda: walker.end == "stopped", 5)


def test_each_call_waits_for_approval():
    walker = Walker(approves=True)
    assert walker.waits("waiting_for_approval") == "asked"
    assert walker.told == [("waiting_for_approval", CALL)]
    assert walker.gate.approve() is True
    assert eventually(lambda: walker.passed == ["asked", 0, "asked"], 5)
    walker.waits("waiting_for_approval")
    assert walker.gate.refuse(NO) is True
    assert eventually(lambda: walker.passed == ["asked", 0, "asked", NO, "asked"], 5)
    walker.waits("waiting_for_approval")
    walker.gate.approve_each(False)
    assert eventually(lambda: len(walker.passed) > 10, 5)
    assert NO not in walker.passed[5:]
    walker.gate.stop()


def test_a_decision_without_a_waiting_call_is_none():
    walker = Walker(calls_left=1)
    walker.waits("paused")
    assert (walker.gate.approve(), walker.gate.refuse(NO)) == (False, False)
    walker.gate.stop()


def test_a_call_is_decided_on_once():
    walker = Walker(approves=True)
    walker.waits("waiting_for_approval")
    decided = [walker.gate.approve() for _ in range(3)]
    assert decided[0] is True
    assert eventually(lambda: len(walker.passed) == 3, 5)
    walker.waits("waiting_for_approval")
    walker.gate.stop()


def test_a_step_approves_the_call_that_waits_and_pauses_behind_it():
    walker = Walker(approves=True)
    walker.waits("waiting_for_approval")
    walker.gate.step()
    assert walker.waits("paused") == 0
    assert walker.passed == ["asked", 0]
    walker.gate.stop()


@pytest.mark.parametrize("how", [{"calls_left": 0}, {"approves": True}])
def test_what_waits_is_stopped(how):
    walker = Walker(**how)
    walker.waits("paused" if "calls_left" in how else "waiting_for_approval")
    assert walker.gate.stop() is None
    assert eventually(lambda: walker.end == "stopped", 5)


def test_a_call_that_runs_is_named_by_what_cancels_it():
    gate = Gate(lambda state, call: None)
    with gate.running() as cancelled:
        assert gate.stop() is cancelled
    gate.was_cut = True
    with pytest.raises(EpisodeStopped, match="stopped in mid-call"):
        gate.before(CALL)


def test_a_call_that_begins_after_the_stop_is_cancelled():
    gate = Gate(lambda state, call: None)
    gate.stop()
    with gate.running() as cancelled:
        assert cancelled.is_set()


def test_what_is_left_waits_for_ever_and_others_can_still_steer():
    walker = Walker(calls_left=0)
    walker.waits("paused")
    walker.gate.leave()
    walker.gate.resume()
    walker.gate.stop()
    time.sleep(0.1)
    assert (walker.passed, walker.end, walker.thread.is_alive()) == ([], None, True)


def test_waiting_is_not_on_the_clock():
    walker = Walker(calls_left=0)
    walker.waits("paused")
    begun, real = walker.gate.clock(), time.monotonic()
    time.sleep(0.3)
    walker.gate.step()
    assert eventually(lambda: walker.passed == ["asked", 0], 5)
    left_out = (time.monotonic() - real) - (walker.gate.clock() - begun)
    assert left_out >= 0.3
    walker.gate.stop()
