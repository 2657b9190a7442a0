# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs a command line and turns whatever stops it into one record and an exit status."""

from __future__ import annotations

import contextlib
import sys

from ..own_temporary import own_temporary_folder
from . import answer, grammar
from .failures import Failure, failure_of

CANCELLED_STATUS = 130


def main(words: list[str]) -> int:
    """Runs a command line.

    Args:
        words: What follows the name of the program.
    Returns: The exit status of the command contract; 130 where it was interrupted.
    """
    as_json = "--json" in words
    try:
        return _run(words, as_json)
    except KeyboardInterrupt:
        failure = Failure("CANCELLED", "The command was interrupted.", "", CANCELLED_STATUS)
    except BrokenPipeError:
        # whoever read the answer has gone; there is nobody to tell
        return 1
    except Exception as error:  # the last place that can say what stopped the command
        failure = failure_of(error)
    with contextlib.suppress(OSError):  # where no output can be written the status alone tells
        if as_json:
            answer.write(failure.record(), failure.text(), as_json)
        else:
            sys.stderr.write(answer.printable(failure.text()) + "\n")
    return failure.status


def _run(words: list[str], as_json: bool) -> int:
    named = [word for word in words if word != "--json"]
    if not named:
        raise grammar.refused("MISSING_ARGUMENT", "No command was given.", f"{grammar.PROGRAM} --help lists them.")
    if named[0] in ("--help", "-h", "help"):
        answer.write({"help": grammar.overview()}, grammar.overview(), as_json)
        return 0
    word, rest = grammar.find_word(named)
    if "--help" in rest or "-h" in rest:
        text = grammar.parser_of(word).format_help().rstrip()
        answer.write({"help": text}, text, as_json)
        return 0
    arguments = grammar.parse(word, [*rest, "--json"] if as_json else rest)
    with own_temporary_folder():
        return int(grammar.module_of(word).run(arguments))
