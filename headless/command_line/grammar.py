# SPDX-License-Identifier: GPL-2.0-or-later
"""The table of words and options, and the parser of each word. What is not there yet says what is there instead."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import NamedTuple, NoReturn

from ...tools.declaration.errors import ErrorCode, nearest
from ..refusal import CommandRefused

PROGRAM = "./gisagentbench"
NOTHING: Mapping[str, str] = MappingProxyType({})


class Word(NamedTuple):
    """One command.

    Args:
        name: Its words, such as `tools call`.
        examples: Two real commands.
        module: In this folder; "" where the word is not there yet.
        not_yet: Options of the contract that are not there yet: what is there instead.
        instead: For a word that is not there yet: what is there instead.
    """

    name: str
    examples: tuple[str, str] | tuple[()] = ()
    module: str = ""
    not_yet: Mapping[str, str] = NOTHING
    instead: str = ""


WORDS: tuple[Word, ...] = (
    Word(
        "run",
        ("run", "run --pack demo --task soho_pump_rings --agent reference --out runs/snow"),
        "run",
    ),
    Word(
        "replay",
        (
            "replay --trajectory tasks/packs/demo/tasks/soho_pump_rings/reference.json"
            " --input pumps=tasks/packs/demo/data/soho_pumps.shp"
            " --input addresses=tasks/packs/demo/data/soho_addresses.shp --workspace runs/by_hand",
            "replay --trajectory plan.json --input parks=parks.gpkg --workspace runs/plan --guard warn --keep-going",
        ),
        "replay",
    ),
    Word(
        "score",
        (
            "score --contract contract.yaml --reference reference.gpkg --output result.gpkg",
            "score --self-test --pack demo",
        ),
        "score",
    ),
    Word(
        "validate",
        (
            "validate tasks/packs/demo",
            "validate tasks/packs/demo/tasks/soho_pump_rings/reference.json --task soho_pump_rings",
        ),
        "validate",
    ),
    Word("tools", ("tools", "tools --json"), "tools"),
    Word(
        "tools call",
        (
            "tools call load_layer --workspace runs/one --input pumps=tasks/packs/demo/data/soho_pumps.shp"
            """ --arguments '{"file": "pumps.shp", "name": "pumps"}'""",
            """tools call describe_layer --workspace runs/one --arguments '{"layer": "pumps"}'""",
        ),
        "tools_call",
    ),
    Word("tasks", ("tasks", "tasks --pack demo --json"), "tasks"),
    Word("packs list", ("packs list", "packs list --json"), "packs_list"),
    Word("packs verify", ("packs verify demo", "packs verify ../my_pack --trust"), "packs_verify"),
    Word("packs build", ("packs build demo --zip demo.zip", "packs build ../my_pack --trust"), "packs_build"),
    Word("packs add", ("packs add demo.zip", "packs add ../their_pack --replace"), "packs_add"),
    Word("packs diff", ("packs diff demo ../my_demo", "packs diff my_pack my_pack-2.zip --json"), "packs_diff"),
    Word(
        "mcp",
        (
            "mcp --task soho_pump_rings",
            "mcp --workspace runs/by_client --input pumps=tasks/packs/demo/data/soho_pumps.shp",
        ),
        "mcp",
    ),
    Word(
        "report",
        (
            "report runs/monday runs/tuesday --out runs/compared",
            "report runs/snow --out runs/snow_report --json",
        ),
        "report",
    ),
    Word("bench", ("bench", "bench fuzz calls=5000 seed=7 apis=rasters"), "bench"),
    Word("zip", ("zip", "zip --out releases --json"), "plugin_zip"),
    Word("doctor", ("doctor", "doctor --full"), "doctor"),
    Word("qgis", ("qgis", "qgis --fresh"), "qgis"),
    Word("test", ("test", "test --full"), "test"),
)
# Words that open others: what stands for them alone.
OPENERS = MappingProxyType({"packs": "packs list", "tools": "tools"})


class Parser(argparse.ArgumentParser):
    """A parser that raises CommandRefused, and never ends the program by itself."""

    def error(self, message: str) -> NoReturn:
        """Raises what argparse would print."""
        missing = message.startswith(("the following arguments are required", "one of the arguments"))
        code: ErrorCode = "MISSING_ARGUMENT" if missing else "BAD_VALUE"
        raise refused(code, sentence(message), f"`{self.prog} --help` shows its options.")


def find_word(words: list[str]) -> tuple[Word, list[str]]:
    """Finds the command of a command line.

    Returns: The command, and what follows its words.
    Raises: CommandRefused for a word that is not of the contract, or not there yet.
    """
    first, second = words[0], words[1] if len(words) > 1 else "-"
    name, rest = f"{first} {second}", words[2:]
    if first not in OPENERS:
        name, rest = first, words[1:]
    elif second.startswith("-"):
        name, rest = OPENERS[first], words[1:]
    word = next((word for word in WORDS if word.name == name), None)
    if word is None:
        raise _unknown_word(first, second if first in OPENERS else "")
    if not word.module:
        raise refused("BAD_VALUE", f"`{name}` is not there yet.", word.instead)
    return word, rest


def parser_of(word: Word) -> Parser:
    """Makes the parser of a command from its module."""
    module = module_of(word)
    parser = Parser(
        prog=f"{PROGRAM} {word.name}",
        description=f"{module.HELP[:1].upper()}{module.HELP[1:]}.",
        epilog="\n".join(["examples:", *(f"  {PROGRAM} {example}" for example in word.examples)]),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    module.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
    parser.add_argument("--help", "-h", action="store_true", help="show this help")
    return parser


def parse(word: Word, rest: list[str]) -> argparse.Namespace:
    """Reads the options of a command.

    Raises: CommandRefused that names the option, and the nearest one where there is none of that name.
    """
    parser = parser_of(word)
    known = options_of(parser)
    for text in rest:
        option = text.partition("=")[0]
        if option.startswith("--") and option not in known:
            raise _unknown_option(word, option, known)
    arguments, left = parser.parse_known_args(rest)
    if left:
        raise refused("UNKNOWN_ARGUMENT", f'`{word.name}` does not take "{left[0]}".', f"`{parser.prog} --help`.")
    return arguments


def options_of(parser: argparse.ArgumentParser) -> list[str]:
    """Returns the long options of a parser."""
    return [text for action in parser._actions for text in action.option_strings if text.startswith("--")]


def module_of(word: Word) -> ModuleType:
    """Imports the module of a command."""
    return importlib.import_module(f".{word.module}", __package__)


def overview() -> str:
    """Returns the list of all commands."""
    there = [(word.name, module_of(word).HELP) for word in WORDS if word.module]
    width = max(len(name) for name, _ in there)
    lines = [f"usage: {PROGRAM} COMMAND [OPTIONS]", ""]
    lines += [f"  {name:<{width}}  {text}" for name, text in there]
    absent = ", ".join(word.name for word in WORDS if not word.module)
    lines += ["", *([f"not there yet: {absent}"] if absent else [])]
    return "\n".join([*lines, f"{PROGRAM} COMMAND --help shows options and examples."])


def refused(code: ErrorCode, message: str, hint: str) -> CommandRefused:
    """Makes the error of a command line."""
    return CommandRefused(code, message, hint)


def sentence(message: str) -> str:
    """Turns a message of argparse into a sentence of ours."""
    text = message.removeprefix("argument ").replace(": ", " ", 1) if message.startswith("argument ") else message
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def _unknown_word(first: str, second: str) -> CommandRefused:
    if second:
        names = [word.name for word in WORDS if word.name.startswith(f"{first} ")]
        near = nearest(f"{first} {second}", names, shown=1)
        return refused("UNKNOWN_ARGUMENT", f"There is no command `{first} {second}`.", _offer(near or names))
    names = [*(word.name for word in WORDS), *OPENERS]
    hint = _offer(nearest(first, names, shown=1)) or f"`{PROGRAM} --help` lists the commands."
    return refused("UNKNOWN_ARGUMENT", f"There is no command `{first}`.", hint)


def _unknown_option(word: Word, option: str, known: list[str]) -> CommandRefused:
    if option in word.not_yet:
        return refused("BAD_VALUE", f"{option} of `{word.name}` is not there yet.", word.not_yet[option])
    near = nearest(option, [*known, *word.not_yet], shown=1)
    hint = _offer(near) or f"Its options are {', '.join(known)}."
    return refused("UNKNOWN_ARGUMENT", f"`{word.name}` has no option {option}.", hint)


def _offer(names: list[str]) -> str:
    return f"Did you mean {' or '.join(f'`{name}`' for name in names)}?" if names else ""
