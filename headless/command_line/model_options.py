# SPDX-License-Identifier: GPL-2.0-or-later
"""Options of `run` for agents that are language models, and the limits of its episodes."""

from __future__ import annotations

import argparse
import json
import re
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from .option_types import one_of, seconds, whole_number

if TYPE_CHECKING:
    from ..agents.language_model.model_request import ModelRequest
    from ..manifest import Limits


class Parameter(NamedTuple):
    """One `NAME=JSON` of a command line."""

    name: str
    value: Any


def parameter(text: str) -> Parameter:
    """Reads `NAME=JSON`; what is no JSON is a text."""
    from ..agents.language_model.model_request import OURS, TOOL_CHOICES

    name, equals, value = text.partition("=")
    if not equals or not re.fullmatch(r"[a-z][a-z0-9_]{0,62}", name):
        raise argparse.ArgumentTypeError(f'takes NAME=VALUE such as top_p=0.9, not "{text}"')
    if name in OURS or "key" in name.split("_"):
        raise argparse.ArgumentTypeError(f"cannot set {name}")
    read: Any = value
    with suppress(ValueError, RecursionError):
        read = json.loads(value, parse_constant=lambda word: word)
    # another choice would name the call, or forbid every one
    if name == "tool_choice" and read not in (None, *TOOL_CHOICES):
        raise argparse.ArgumentTypeError(f"tool_choice takes {' or '.join(TOOL_CHOICES)}")
    return Parameter(name, read)


def dollars(text: str) -> float:
    """Reads an amount of US dollars above 0."""
    try:
        return seconds(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f'takes US dollars above 0, not "{text}"') from None


def add_model_options(parser: argparse.ArgumentParser) -> None:
    """Adds what language models are asked with."""
    several = {"nargs": "+", "action": "extend", "default": []}
    parser.add_argument("--model", metavar="NAME", help="models of the agent openai", **several)  # type: ignore[arg-type]
    parser.add_argument("--base-url", metavar="URL", help="their endpoint (https://api.openai.com/v1)")
    parser.add_argument("--key-stdin", action="store_true", help="read its key from standard input, one line")
    parser.add_argument(
        "--parameter",
        type=parameter,
        metavar="NAME=VALUE",
        help="send this, too; null leaves out what is sent by default (temperature=0)",
        **several,  # type: ignore[arg-type]
    )
    parser.add_argument(
        "--descriptions",
        type=one_of("full", "bare"),
        default="full",
        metavar="LEVEL",
        help="what models are told of the tools: full (default), or bare: a sentence each",
    )


def add_limits(parser: argparse.ArgumentParser) -> None:
    """Adds the limits of an episode."""
    parser.add_argument("--max-calls", type=whole_number, default=200, metavar="N", help="calls of an episode (200)")
    parser.add_argument("--max-turns", type=whole_number, metavar="N", help="answers of an agent (no limit)")
    parser.add_argument("--max-tokens", type=whole_number, metavar="N", help="tokens of an episode (no limit)")
    parser.add_argument("--max-money", type=dollars, metavar="USD", help="US dollars of an episode (no limit)")
    parser.add_argument("--max-seconds", type=seconds, metavar="N", help="seconds of an episode (no limit)")
    parser.add_argument("--max-harness-seconds", type=seconds, metavar="N", help="of them inside calls (no limit)")
    parser.add_argument("--max-answer-seconds", type=seconds, default=600.0, metavar="N", help="of one answer (600)")


def model_request(arguments: argparse.Namespace) -> ModelRequest:
    """Returns what is asked of models, and takes the key from standard input where that is asked for.

    Raises: CommandRefused where standard input holds no key.
    """
    from ..agents.language_model.keys import read_key
    from ..agents.language_model.model_request import ModelRequest

    if arguments.key_stdin:
        read_key(sys.stdin)
    parameters = {one.name: one.value for one in arguments.parameter}
    return ModelRequest(tuple(arguments.model), arguments.base_url, parameters, arguments.descriptions)


def limits(arguments: argparse.Namespace) -> Limits:
    """Returns the limits of an episode."""
    from ..manifest import Limits

    return Limits(
        calls=arguments.max_calls,
        turns=arguments.max_turns,
        tokens=arguments.max_tokens,
        money=arguments.max_money,
        seconds=arguments.max_seconds,
        harness_seconds=arguments.max_harness_seconds,
        answer_seconds=arguments.max_answer_seconds,
    )
