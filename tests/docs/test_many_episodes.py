# SPDX-License-Identifier: GPL-2.0-or-later
"""The commands of docs/many-episodes.md do what the page shows, and its numbers are those of the program."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.command_line import progress
from gisagentbench.tests.docs.shown_commands import blocks_of, played

PAGE = machine.ROOT / "docs" / "many-episodes.md"


def test_the_line_of_progress_is_one():
    (line,) = [block.text.strip() for block in blocks_of(PAGE) if " done: " in block.text]
    shape = r"2 of 3 episodes done: soho_pump_rings \(reference, repeat 2\) strict \(.* a minute, 2 s left\)"
    assert re.fullmatch(shape, line)
    assert f"the rate of the last {progress.RECENT} episodes" in PAGE.read_text(encoding="utf-8")


@pytest.mark.qgis
def test_the_commands_do_what_the_page_shows(tmp_path: Path) -> None:
    blocks = [block for block in blocks_of(PAGE) if block.language == "sh" or "all right" in block.text]
    run, shown, batch = blocks
    (told,) = played([run, shown], tmp_path)
    assert told.unlike() == []
    words, command = re.findall(r"echo '(.*)' \| qgis_process (.*)\n", batch.text)[0]
    environment = machine.child_environment() | {"GIT_DIR": str(tmp_path / "none")}
    done = subprocess.run(
        [*machine.qgis_process_command(), *command.split()], input=words, cwd=tmp_path, env=environment,
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)["results"]
    assert (results["STRICT_RATE"], results["SCORED"], results["EPISODES"]) == (1.0, 3, 3)
    attempts = list((tmp_path / "runs/three").glob("episodes/*/*/*/attempt-*"))
    assert len(attempts) == 3, "what has a record is not run again"
