# SPDX-License-Identifier: GPL-2.0-or-later
"""Progress is a line per piece of work in a file, and one line in place on a terminal."""

import io

from gisagentbench.headless.command_line.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def played(stream):
    with Progress("episodes", 2, stream=stream) as progress:
        progress.running("parks\x1b[2J, call 1")
        progress.done("parks strict")
        progress.running("slopes")
        progress.done()
    return stream.getvalue()


def test_a_file_gets_a_line_per_piece_of_work():
    assert played(io.StringIO()) == "1 of 2 episodes done: parks strict\n2 of 2 episodes done: slopes\n"


def test_a_terminal_gets_one_line_rewritten_in_place_and_cleared_at_the_end():
    text = played(Terminal())
    assert "\n" not in text
    assert text.endswith("\r\x1b[K")
    assert "0 of 2 episodes done, 0 s; now parks\\x1b[2J, call 1" in text
