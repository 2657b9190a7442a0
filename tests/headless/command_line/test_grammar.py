# SPDX-License-Identifier: GPL-2.0-or-later
"""Every word and option of the command contract is known: there, or answered with what is there instead."""

import re

import pytest

from gisagentbench.headless.command_line import grammar
from gisagentbench.headless.refusal import CommandRefused

# The command contract, as the design states it.
CONTRACT = """
run [--pack demo] [--task ID …] [--agent NAME …] [--model NAME] [--base-url URL] [--workers N] [--repeats N] \
[--guard LEVEL] [--descriptions full|bare] [--tools NAME …] [--max-calls N] [--max-turns N] [--max-tokens N] \
[--max-money USD] [--max-seconds N] [--out DIR] [--fail-under RATE]
replay --trajectory FILE --input NAME=PATH … --workspace DIR [--guard LEVEL] [--keep-going]
score --contract FILE --reference FILE --output FILE [--inputs DIR]
score RUN_DIR
score --self-test [--pack P]
tools
tools call API --workspace DIR [--input NAME=PATH …] [--guard LEVEL] --arguments JSON|@FILE
tasks [--pack P]
packs build [PACK …] [--trust]
packs verify [PACK …] [--trust]
packs add [PACK …] [--trust]
packs diff [PACK …] [--trust]
packs list [PACK …] [--trust]
validate PATH …
mcp --workspace DIR | --task ID [--pack P] [--out DIR] [--guard LEVEL]
report RUN_DIR … --out DIR
bench [NAME]
zip --out DIR
doctor [--full]
qgis
test [--full | --matrix]
"""
COMMANDS = sorted({re.match(r"(?:(?:packs|tools) )?[a-z]+", line)[0] for line in CONTRACT.split("\n") if line.strip()})
OPTIONS = sorted(
    {
        (re.match(r"(?:(?:packs|tools) )?[a-z]+", line)[0], option)
        for line in CONTRACT.split("\n")
        for option in re.findall(r"--[a-z-]+", line)
    }
)
# `packs` takes PACK and --trust in one breath for all its words; they mean something for two of them.
WITHOUT_TRUST = {"packs list", "packs add", "packs diff"}


def word_of(name):
    return next(word for word in grammar.WORDS if word.name == name)


def refusal_of(act, *arguments):
    with pytest.raises(CommandRefused) as refused:
        act(*arguments)
    assert refused.value.status == 2
    return refused.value


def test_the_table_has_the_commands_of_the_contract_and_no_others():
    assert sorted(word.name for word in grammar.WORDS) == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_or_says_what_is_there_instead(name):
    word = word_of(name)
    if word.module:
        assert grammar.find_word(name.split()) == (word, [])
        assert grammar.module_of(word).HELP
    else:
        refused = refusal_of(grammar.find_word, name.split())
        assert "not there yet" in refused.message and refused.hint == word.instead != ""


@pytest.mark.parametrize(("name", "option"), OPTIONS, ids=lambda part: str(part).replace(" ", "_"))
def test_every_option_is_there_or_says_what_is_there_instead(name, option):
    word = word_of(name)
    if not word.module or (name in WITHOUT_TRUST and option == "--trust"):
        return
    if option in grammar.options_of(grammar.parser_of(word)):
        assert option not in word.not_yet
    else:
        refused = refusal_of(grammar.parse, word, [option, "x"])
        assert "not there yet" in refused.message and refused.hint == word.not_yet[option] != ""


@pytest.mark.parametrize("word", [word for word in grammar.WORDS if word.module], ids=lambda word: word.name)
def test_help_shows_two_real_commands(word):
    text = grammar.parser_of(word).format_help()
    assert len(word.examples) == 2
    for example in word.examples:
        assert f"{grammar.PROGRAM} {example}" in text
        assert grammar.find_word(example.split())[0] == word


@pytest.mark.parametrize("word", [word for word in grammar.WORDS if word.module], ids=lambda word: word.name)
def test_the_options_of_the_examples_are_there(word):
    import shlex

    for example in word.examples:
        found, rest = grammar.find_word(shlex.split(example))
        grammar.parse(found, rest)


def test_json_is_an_option_of_every_command():
    for word in grammar.WORDS:
        if word.module:
            assert "--json" in grammar.options_of(grammar.parser_of(word))


@pytest.mark.parametrize(
    ("line", "code", "hint"),
    [
        ("rnu", "UNKNOWN_ARGUMENT", "Did you mean `run`?"),
        ("tools cal", "UNKNOWN_ARGUMENT", "Did you mean `tools call`?"),
        ("packs lst", "UNKNOWN_ARGUMENT", "Did you mean `packs list`?"),
        ("xyzzy", "UNKNOWN_ARGUMENT", "`./gisagentbench --help` lists the commands."),
    ],
)
def test_a_mistyped_command_gets_the_nearest_one(line, code, hint):
    refused = refusal_of(grammar.find_word, line.split())
    assert (refused.code, refused.hint) == (code, hint)


@pytest.mark.parametrize(
    ("line", "code", "words"),
    [
        ("run --agnet x", "UNKNOWN_ARGUMENT", "`--agent`"),
        ("replay --workspce x", "UNKNOWN_ARGUMENT", "`--workspace`"),
        ("run --guard refused", "BAD_VALUE", "did you mean refuse?"),
        ("run --repeats 0", "BAD_VALUE", "whole number from 1"),
        ("run --repeats 1.5", "BAD_VALUE", "whole number from 1"),
        ("run --max-seconds nan", "BAD_VALUE", "seconds above 0"),
        ("run --fail-under 80", "BAD_VALUE", "share from 0 to 1"),
        ("replay --trajectory x", "MISSING_ARGUMENT", "--workspace"),
        ("tools call clip --workspace x --input parks", "BAD_VALUE", "NAME=PATH"),
        ("tools call clip --workspace x --input ../a=b", "BAD_VALUE", "NAME of small letters"),
        ("tasks more", "UNKNOWN_ARGUMENT", '"more"'),
    ],
)
def test_a_faulty_option_is_named_with_what_it_takes(line, code, words):
    word, rest = grammar.find_word(line.split())
    refused = refusal_of(grammar.parse, word, rest)
    assert refused.code == code
    assert words in f"{refused.message} {refused.hint}"


def test_options_may_be_repeated_or_listed():
    word = word_of("run")
    assert grammar.parse(word, ["--task", "a", "b", "--task", "c"]).task == ["a", "b", "c"]


@pytest.mark.parametrize(("opener", "stands_for"), [("packs", "packs list"), ("tools", "tools")])
def test_an_opening_word_alone_lists(opener, stands_for):
    assert grammar.find_word([opener])[0].name == stands_for
    assert grammar.find_word([opener, "--json"]) == (word_of(stands_for), ["--json"])


def test_the_overview_names_every_command():
    text = grammar.overview()
    assert [word.name for word in grammar.WORDS if word.name not in text] == []
