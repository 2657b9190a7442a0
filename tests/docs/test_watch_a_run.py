# SPDX-License-Identifier: GPL-2.0-or-later
"""The commands of docs/watch-a-run.md do what the page shows: each is run as written, and its first lines compared."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from gisagentbench.headless import machine
from gisagentbench.tests.headless.program import run_program

PAGE = machine.ROOT / "docs" / "watch-a-run.md"
PAIR = re.compile(r"```sh\n\./gisagentbench (.*?)\n```\n```\n(.*?)```", re.DOTALL)


class Shown(NamedTuple):
    """A command of the page, and the lines it shows; `…` stands for what differs by machine."""

    command: str
    lines: list[str]


def shown() -> list[Shown]:
    pairs = PAIR.findall(PAGE.read_text(encoding="utf-8"))
    return [Shown(command, lines.splitlines()) for command, lines in pairs]


def agrees(line: str, pattern: str) -> bool:
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line) is not None


def test_every_command_of_the_page_is_followed_by_what_it_prints():
    assert len(shown()) == PAGE.read_text(encoding="utf-8").count("```sh") == 6


@pytest.mark.qgis
def test_the_commands_print_what_the_page_shows(tmp_path: Path) -> None:
    (tmp_path / "tasks").symlink_to(machine.ROOT / "tasks")
    for command, lines in shown():
        # without a git revision, which another commit would change between two commands
        ended = run_program(*shlex.split(command), folder=tmp_path, seconds=300, GIT_DIR=str(tmp_path / "none"))
        printed = (ended.output or ended.story).splitlines()
        assert [line for line, pattern in zip(printed, lines, strict=False) if not agrees(line, pattern)] == [], command
        assert len(printed) >= len(lines)
