# SPDX-License-Identifier: GPL-2.0-or-later
"""The tutorial is followed as it stands: its files are written, its commands typed, what it shows is printed."""

import re
from pathlib import Path

import pytest

from gisagentbench.headless import machine
from gisagentbench.tests.docs.shown_commands import Printed, agrees, blocks_of, commands_without_output, played

PAGE = machine.ROOT / "docs" / "first-hour.md"
STEPS = ("Install", "Run", "Read the report", "Write a tool call", "Score a file of your own", "Add a task")


def test_the_steps_are_there_and_every_command_has_its_output():
    text = PAGE.read_text(encoding="utf-8")
    assert re.findall(r"^## \d (.*?):", text, re.MULTILINE) == list(STEPS)
    assert commands_without_output(blocks_of(PAGE)) == []


def test_a_line_that_is_not_printed_or_comes_too_early_is_found():
    printed = ["a 1", "b", "c"]
    assert Printed("", printed, ["a …", "…", "c"]).unlike() == []
    assert Printed("", printed, ["c", "b"]).unlike() == ["b"]
    assert Printed("", printed, ["…", "d", "c"]).unlike() == ["d", "c"]
    assert agrees("buffer (0.1 s)", "buffer  …") is False


@pytest.mark.qgis
def test_the_tutorial_does_what_it_shows(tmp_path: Path) -> None:
    project = tmp_path / "project"  # some files of the page lie beside it
    project.mkdir()
    told = played(blocks_of(PAGE), project)
    assert {one.command: (one.unlike(), one.lines) for one in told if one.unlike()} == {}
    report = (project / "runs/first/report.html").read_text(encoding="utf-8")
    headings = " ".join(re.findall(r"<(?:h[1-6]|summary)\b.*?</(?:h[1-6]|summary)>", report, re.DOTALL))
    section = PAGE.read_text(encoding="utf-8").partition("## 3")[2].partition("## 4")[0]
    named = re.findall(r"\*\*(.*?)\*\*", section)
    assert [name for name in named if name not in headings] == [] and len(named) > 5
