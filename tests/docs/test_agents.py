# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/agents.md names every agent and every line a person may write, and its commands print what it shows."""

from pathlib import Path

import pytest

from gisagentbench.headless import machine
from gisagentbench.headless.agents.choice import KINDS
from gisagentbench.headless.agents.person import COMMANDS
from gisagentbench.headless.agents.random_calls import CALLS
from gisagentbench.headless.command_line.run import AGENTS
from gisagentbench.tests.docs.shown_commands import blocks_of, commands_without_output, played

PAGE = machine.ROOT / "docs" / "agents.md"
TEXT = PAGE.read_text(encoding="utf-8")
OF_MODELS = ("openai",)  # docs/models.md tells of them


def test_every_agent_stands_in_the_table_and_in_the_help():
    own = [kind for kind in KINDS if kind.word not in OF_MODELS]
    assert [kind.word for kind in own if f"\n| `{kind.word}" not in TEXT] == []
    assert [kind.written for kind in own if kind.written not in AGENTS] == []


def test_every_line_of_a_person_stands_on_the_page():
    lines = [one for written in COMMANDS for one in (written, written.replace(" [WORD]", " WORD"))]
    assert [line for line in lines if "[" not in line and f"`{line}`" not in TEXT] == []


def test_the_number_of_random_calls_is_that_of_the_page():
    assert f"draws {CALLS[0]} to {CALLS[1]} calls" in TEXT


@pytest.mark.qgis
def test_the_commands_print_what_the_page_shows(tmp_path: Path) -> None:
    blocks = blocks_of(PAGE)
    assert commands_without_output(blocks) == []
    assert {one.command: one.unlike() for one in played(blocks, tmp_path) if one.unlike()} == {}
