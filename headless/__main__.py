# SPDX-License-Identifier: GPL-2.0-or-later
"""`python -m gisagentbench.headless WORDS…`: the program behind `./gisagentbench`."""

import sys


def start() -> int:
    """Runs the command line of this process."""
    words = sys.argv[1:]
    if "--json" in words:
        from .command_line.answer import keep_descriptor

        keep_descriptor()
    from .command_line.dispatch import main

    return main(words)


if __name__ == "__main__":
    sys.exit(start())
