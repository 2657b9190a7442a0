# SPDX-License-Identifier: GPL-2.0-or-later
"""Every tool has one worked call, of the form that it demands."""

import doctest
from collections import Counter

import pytest

from gisagentbench.tools.declaration import examples as module
from gisagentbench.tools.declaration.examples import examples, layer_calls
from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.validator import check_call


def calls():
    return [*layer_calls(), *(example.call for example in examples().values())]


def test_the_example_of_a_docstring_holds():
    assert doctest.testmod(module).failed == 0


def test_every_tool_has_an_example_and_there_is_none_of_another():
    assert list(examples()) and set(examples()) == set(all_tools())
    assert [name for name, example in examples().items() if example.call.api != name] == []


@pytest.mark.parametrize("name", sorted(all_tools()))
def test_an_example_gives_what_its_tool_demands(name):
    faults = check_call(name, examples()[name].call.arguments, {}).faults
    assert {fault.code for fault in faults} <= {"UNKNOWN_LAYER"}


def test_each_layer_of_the_examples_is_used():
    steps = calls()
    made = [step.arguments.get("output", step.arguments.get("name")) for step in layer_calls()]
    used = Counter(word for step in steps for word in words_of(step.arguments))
    shown = Counter(word for example in examples().values() for word in words_of(example.picture))
    assert [name for name in made if used[name] + shown[name] < 2] == []


def words_of(value):
    """Texts in plain JSON, bands without their number."""
    if isinstance(value, str):
        return [value.partition("@")[0]]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [word for part in parts for word in words_of(part)]
