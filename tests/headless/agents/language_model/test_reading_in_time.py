# SPDX-License-Identifier: GPL-2.0-or-later
"""A producer that does not end in time is left alone, and learns that nobody waits for it."""

import threading

import pytest

from gisagentbench.headless.agents.language_model.reading_in_time import OutOfTime, read_in_time


def test_pieces_come_in_their_order():
    assert list(read_in_time(lambda _: iter(range(100)), 10.0)) == list(range(100))


def test_a_producer_that_never_ends_is_left_and_told_so():
    is_left = threading.Event()

    def produce(is_over):
        while not is_over():
            is_left.wait(0.01)
        is_left.set()
        yield from ()

    with pytest.raises(OutOfTime):
        list(read_in_time(produce, 0.05))
    assert is_left.wait(5.0)


def test_an_error_of_the_producer_is_an_error_of_the_reader():
    def produce(_):
        yield 1
        raise LookupError("gone")

    pieces = read_in_time(produce, 5.0)
    assert next(pieces) == 1
    with pytest.raises(LookupError, match="gone"):
        next(pieces)
