# SPDX-License-Identifier: GPL-2.0-or-later
"""The terminal of a person takes lines from a keyboard and from a pipe, whatever bytes they are."""

import os
import pty
import subprocess
import sys

import pytest

from gisagentbench.headless.agents.terminal import LONGEST_LINE

CODE = """
from gisagentbench.headless.agents.terminal import StandardTerminal
terminal = StandardTerminal()
terminal.say("a\\x1b[2Jb")
for _ in range(3):
    line = terminal.ask()
    print(ascii(line) if line is None or len(line) < 99 else "long", flush=True)
"""
COMMAND = [sys.executable, "-P", "-c", CODE]
ENVIRONMENT = {"PYTHONPATH": os.pathsep.join(sys.path), "LC_ALL": "C.UTF-8", "TERM": "dumb"}


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        (b"one\r\ntwo\n", ["'one'", "'two'", "None"]),
        (b"\n\xff{\nlast", ["''", "'\\ufffd{'", "'last'"]),
        (b"x" * (LONGEST_LINE + 9) + b"\nnext\n", ["''", "'next'", "None"]),
        (b"x" * (LONGEST_LINE - 1) + b"\nnext\n", ["long", "'next'", "None"]),
        (b"x" * (2 * LONGEST_LINE), ["''", "None", "None"]),
        (b"", ["None"] * 3),
    ],
)
def test_lines_come_from_a_pipe(given, lines):
    done = subprocess.run(COMMAND, input=given, env=ENVIRONMENT, capture_output=True, timeout=20)
    assert done.stdout.decode().splitlines() == lines
    assert b"a\\x1b[2Jb\n" in done.stderr and (b"longer than" in done.stderr) is (len(given) > LONGEST_LINE + 6)


def test_a_closed_standard_input_is_its_end():
    done = subprocess.run([*COMMAND], env=ENVIRONMENT, capture_output=True, timeout=20, preexec_fn=lambda: os.close(0))
    assert done.stdout.decode().splitlines() == ["None"] * 3


def test_lines_come_from_a_keyboard_until_control_d():
    ours, theirs = pty.openpty()
    process = subprocess.Popen(COMMAND, stdin=theirs, stdout=subprocess.PIPE, stderr=theirs, env=ENVIRONMENT)
    os.close(theirs)
    os.write(ours, b"one\n")
    os.write(ours, b"\xff\n")
    os.write(ours, b"\x04")
    told, _ = process.communicate(timeout=20)
    os.close(ours)
    lines = told.decode().splitlines()  # the mark is on standard error, since this is no terminal
    assert (process.returncode, lines[0], lines[-1]) == (0, "'one'", "None")
