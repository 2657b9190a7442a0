# SPDX-License-Identifier: GPL-2.0-or-later
"""The answer is alone on standard output, whatever prints beside it."""

import json
import subprocess
import sys

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.command_line import answer

NOISY = """
import ctypes, os
from gisagentbench.headless.command_line import answer
answer.keep_descriptor()
print("a library that prints")
os.system("echo a child that prints")
ctypes.CDLL(None).puts(b"an engine that prints")
answer.write({"ok": True}, "all is well", AS_JSON)
"""


def printed(as_json):
    program = NOISY.replace("AS_JSON", str(as_json))
    command = [sys.executable, "-c", program]
    return subprocess.run(
        command, capture_output=True, text=True, env={"PYTHONPATH": str(machine.plugins_folder())}, check=True
    )


def test_a_json_answer_is_alone_on_standard_output():
    done = printed(as_json=True)
    assert done.stdout == '{"ok": true}\n'
    for what in ("a library that prints", "a child that prints", "an engine that prints"):
        assert what in done.stderr


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain Zürich 東京\nnext line", "plain Zürich 東京\nnext line"),
        ("\x1b[31mred", "\\x1b[31mred"),
        ("back\rspace\b", "back\\rspace\\x08"),
        ("right to left \u202e", "right to left \\u202e"),
        ("half a pair \udc80", "half a pair \\udc80"),
    ],
)
def test_what_could_steer_a_terminal_is_shown_and_not_sent(text, shown):
    assert answer.printable(text) == shown


def test_numbers_that_json_does_not_have_are_null():
    record = answer.plain({"a": float("nan"), "b": [float("inf"), 1.5], 3: (1, 2)})
    assert json.loads(json.dumps(record)) == {"a": None, "b": [None, 1.5], "3": [1, 2]}


@pytest.mark.parametrize("closing", [">&-", ">/dev/full", ">&- 2>&-"])
@pytest.mark.parametrize(("words", "status"), [("tools --json", 3), ("no_such_word --json", 2)])
def test_an_answer_that_cannot_be_written_ends_with_the_status_of_a_failure(closing, words, status):
    command = f'exec "{sys.executable}" -m gisagentbench.headless {words} {closing}'
    done = subprocess.run(
        ["sh", "-c", command], stderr=subprocess.PIPE, text=True, env={"PYTHONPATH": str(machine.plugins_folder())}
    )
    assert (done.returncode, "Traceback" in done.stderr) == (status, False)
