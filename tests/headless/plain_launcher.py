# SPDX-License-Identifier: GPL-2.0-or-later
"""The program with made-up versions: probing them takes a second, and a commit in between would be another run."""

import sys

from gisagentbench.headless import machine, run_plan
from gisagentbench.headless.command_line import answer
from gisagentbench.headless.command_line.dispatch import main

if __name__ == "__main__":
    answer.keep_descriptor()
    machine.versions = lambda: {"qgis": "none"}
    run_plan.git_revision = lambda: "a commit"
    sys.exit(main(sys.argv[1:]))
