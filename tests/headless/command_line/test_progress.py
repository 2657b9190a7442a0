# SPDX-License-Identifier: GPL-2.0-or-later
"""Progress is a line per piece of work in a file, and one line in place on a terminal."""

import io

import pytest

from gisagentbench.headless.command_line.progress import Progress, duration


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


def played(stream, **more):
    clock = Clock()
    with Progress("episodes", 4, 1, stream=stream, clock=clock, **more) as progress:
        progress.running("parks\x1b[2J, call 1")
        clock.now = 30.0
        progress.done("parks strict")
        progress.running("slopes")
        clock.now = 40.0
        progress.done()
        progress.running("roads")
    return stream.getvalue()


def test_a_file_gets_a_line_per_piece_of_work_with_rate_and_time_left():
    # on paper: one in 30 s, 2 left; then two in 40 s, one left
    assert played(io.StringIO()) == (
        "2 of 4 episodes done: parks strict (2.0 a minute, 1 min left)\n"
        "3 of 4 episodes done: slopes (3.0 a minute, 20 s left)\n"
    )


def test_a_terminal_gets_one_line_rewritten_in_place_and_cleared_at_the_end():
    text = played(Terminal())
    assert "\n" not in text
    assert text.endswith("\r\x1b[K")
    assert "1 of 4 episodes done, 0 s; now parks\\x1b[2J, call 1" in text
    assert "2 of 4 episodes done, 30 s, 2.0 a minute, 1 min left; now" in text


def test_a_terminal_may_keep_a_line_per_piece_of_work():
    text = played(Terminal(), keeps_lines=True)
    assert text.count("\n") == 2 and "\r\x1b[Kparks strict\n" in text


def test_a_terminal_is_not_rewritten_at_every_call():
    stream, clock = Terminal(), Clock()
    progress = Progress("episodes", 2, stream=stream, clock=clock)
    for _ in range(100):
        progress.running("a call")
    assert stream.getvalue().count("\r") == 1


def test_the_rate_is_that_of_late():
    clock = Clock()
    progress = Progress("episodes", 1_000, stream=io.StringIO(), clock=clock)
    for seconds in [100.0] * 30 + [0.1] * 20:
        clock.now += seconds
        progress.done("one")
    assert progress.pace() == "10.0 a second, 1 min 35 s left"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.4, "0 s"), (59.4, "59 s"), (59.6, "1 min"), (61, "1 min 1 s"), (3_599.6, "1 h"), (5_430, "1 h 30 min")],
)
def test_a_time_is_told_by_its_two_largest_units(seconds, text):
    assert duration(seconds) == text
