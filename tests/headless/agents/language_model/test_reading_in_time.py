# SPDX-License-Identifier: GPL-2.0-or-later
"""A producer that does not end in time is left alone, and learns that nobody waits for it."""

import threading
import time

import pytest

from gisagentbench.headless.agents.language_model.reading_in_time import OutOfTime, ReadingStopped, read_in_time


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


def test_a_wait_is_ended_from_another_thread():
    stopped, is_left = threading.Event(), threading.Event()

    def produce(is_over):
        yield 1
        while not is_over():
            is_left.wait(0.01)
        is_left.set()

    pieces = read_in_time(produce, 60.0, stopped)
    assert next(pieces) == 1
    threading.Timer(0.1, stopped.set).start()
    with pytest.raises(ReadingStopped):
        next(pieces)
    assert is_left.wait(5.0)


def test_a_time_limit_is_kept_where_a_wait_could_be_ended():
    def produce(is_over):
        while not is_over():
            time.sleep(0.01)
        yield from ()

    with pytest.raises(OutOfTime):
        list(read_in_time(produce, 0.12, threading.Event()))


def test_pieces_come_whole_where_a_wait_could_be_ended():
    assert list(read_in_time(lambda _: iter(range(100)), 10.0, threading.Event())) == list(range(100))
