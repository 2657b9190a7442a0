# SPDX-License-Identifier: GPL-2.0-or-later
"""An endpoint is asked again a bounded number of times; waits are counted on a clock that nobody waits for."""

import pytest

from gisagentbench.headless.agents.language_model.answer import Answer, AnswerTooLong
from gisagentbench.headless.agents.language_model.asking import Asking, Patience
from gisagentbench.headless.agents.language_model.endpoint_faults import EndpointFault
from gisagentbench.headless.agents.language_model.reading_in_time import OutOfTime

ANSWER = Answer("yes", "", [], "stop", None, None, None)


def passing(retry_after=None):
    return EndpointFault("infrastructure", "It is busy.", can_retry=True, retry_after=retry_after)


class Time:
    """A clock that waits move."""

    def __init__(self):
        self.now = 100.0
        self.waits = []

    def __call__(self):
        return self.now

    def wait(self, seconds):
        self.waits.append(seconds)
        self.now += seconds


THREE = Patience(retries=3)


def asked(*outcomes, patience=THREE, deadline=None, answer_seconds=600.0, share=1.0):
    """Asks where each try ends as given. Returns: the answer or the fault, the time, what was told, seconds per try."""
    left, clock, told, tries = list(outcomes), Time(), [], []

    def ask(seconds):
        tries.append(seconds)
        outcome = left.pop(0)
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    asking = Asking(ask, patience, answer_seconds, clock.wait, clock, lambda: share)
    try:
        end = asking.answer(deadline, lambda *news: told.append(news))
    except EndpointFault as fault:
        end = fault
    return end, clock, told, tries


def test_waits_double_up_to_the_longest():
    _, clock, told, tries = asked(*[passing()] * 6, patience=Patience(retries=5, longest_seconds=12))
    assert clock.waits == [2, 4, 8, 12, 12]
    assert [retry for retry, _, _ in told] == [1, 2, 3, 4, 5] and len(tries) == 6


def test_jitter_takes_up_to_half_of_a_wait():
    assert asked(passing(), ANSWER, share=0.0)[1].waits == [1.0]
    assert asked(passing(), ANSWER, share=1.0)[1].waits == [2.0]


def test_retry_after_is_never_undercut():
    assert asked(passing(retry_after=7), ANSWER, share=0.0)[1].waits == [8.0]


def test_a_wait_that_is_too_long_is_not_begun():
    end, clock, told, _ = asked(passing(retry_after=61))
    assert (clock.waits, told) == ([], [])
    assert end.sentence == "It is busy. It asks to wait 61 s, which is too long."


def test_giving_up_says_how_often_it_was_tried():
    assert asked(*[passing()] * 4)[0].sentence == "It is busy. 4 tries in all."


def test_what_no_other_try_can_mend_is_not_tried_again():
    end, clock, _, tries = asked(EndpointFault("refused", "No."))
    assert (end.outcome, clock.waits, len(tries)) == ("refused", [], 1)


def test_a_wait_ends_with_the_time_of_the_episode():
    end, clock, told, _ = asked(passing(retry_after=50), deadline=110.0)
    assert (end.outcome, clock.now, told) == ("limit_seconds", 110.0, [])


@pytest.mark.parametrize(("deadline", "seconds"), [(None, 600.0), (150.0, 50.0), (900.0, 600.0)])
def test_an_answer_gets_its_own_time_or_what_is_left(deadline, seconds):
    assert asked(ANSWER, deadline=deadline)[3] == [seconds]


def test_a_late_answer_is_the_limit_of_the_episode_or_a_fault_of_the_endpoint():
    assert asked(OutOfTime(), deadline=150.0)[0].outcome == "limit_seconds"
    end, _, _, tries = asked(OutOfTime())
    assert (end.outcome, len(tries)) == ("infrastructure", 1)
    assert "600 s" in end.sentence


def test_an_answer_without_end_is_a_limit_of_tokens():
    assert asked(AnswerTooLong())[0].outcome == "limit_tokens"
