# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/models.md: its commands are read, its table is what faults do, its options and names are all there."""

import argparse
import re
import shlex

import pytest

from gisagentbench.headless import contamination_audit, machine
from gisagentbench.headless.agents.language_model import keys
from gisagentbench.headless.agents.language_model.asking import Patience
from gisagentbench.headless.agents.language_model.tool_functions import tool_functions
from gisagentbench.headless.command_line import grammar
from gisagentbench.headless.command_line.model_options import add_limits, add_model_options
from gisagentbench.headless.events import Usage
from gisagentbench.tests.headless.agents.model_faults import ENDINGS

TEXT = (machine.ROOT / "docs" / "models.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```sh\n\./gisagentbench (.*)\n```", TEXT)
ROWS = re.findall(r"^\| ([^|`]+) \| `(\w+)` \| (.*)\|$", TEXT, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_read(command):
    word, rest = grammar.find_word(shlex.split(command))
    assert grammar.parse(word, rest).agent == ["openai"]


def test_every_option_of_models_and_limits_is_told():
    parser = argparse.ArgumentParser(add_help=False)
    add_model_options(parser)
    add_limits(parser)
    assert [option for option in grammar.options_of(parser) if option not in TEXT] == []


def test_every_fault_ends_as_the_table_says():
    assert {fault: outcome for fault, outcome, _ in ROWS} == {fault: end for fault, (_, end, _) in ENDINGS.items()}


def test_every_fault_is_told_in_the_words_of_the_table():
    told = {fault: sentence for fault, _, sentence in ROWS}
    named = ("tiny", "3 tries", "0.4 s")
    words = {
        fault: sentence for fault, (_, _, sentence) in ENDINGS.items() if not any(one in sentence for one in named)
    }
    shown = {fault: words[fault].partition(":")[0].rstrip(".") for fault in words}
    # what an endpoint itself says stands as … in the table
    own = {fault: part for fault, part in shown.items() if part and part != "I cannot help with maps"}
    assert {fault: part for fault, part in own.items() if part not in told[fault]} == {}


def test_figures_and_names_are_those_of_the_program():
    for level in ("full", "bare"):
        characters = sum(len(str(function)) for function in tool_functions(None, level))
        told = {"full": 295_000, "bare": 103_000}[level]
        assert characters == pytest.approx(told, rel=0.1)
    patience = Patience()
    assert (patience.retries, patience.first_seconds, patience.longest_seconds) == (5, 2.0, 60.0)
    names = [keys.ANY_ENDPOINT, *keys.OF_HOST.values(), *Usage.model_fields]
    names += contamination_audit.Rule.__args__
    assert [name for name in names if f"`{name}`" not in TEXT] == []
