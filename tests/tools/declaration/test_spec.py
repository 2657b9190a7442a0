# SPDX-License-Identifier: GPL-2.0-or-later
"""A faulty declaration cannot become a tool."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

import pytest

from gisagentbench.tools.declaration.effects import unknown_layer
from gisagentbench.tools.declaration.layers import Vector
from gisagentbench.tools.declaration.markers import HelpText, Number
from gisagentbench.tools.declaration.spec import build
from gisagentbench.tools.declaration.value_types import NumberType


class Made(NamedTuple):
    """A result."""

    output: Vector


def built(body: Any) -> Any:
    return build(body, group="Tests", kind="vector", engine="none", effect=unknown_layer("output"))


def test_title_id_and_output_argument_follow_from_the_function() -> None:
    def make_a_thing(run: object, layer: Vector) -> Made:
        """Makes a thing.

        Args:
            layer: What it is made of.
        Returns:
            output: The thing.
        """

    spec = built(make_a_thing)
    assert (spec.title, spec.algorithm_id) == ("Make a thing", "makeathing")
    assert [argument.name for argument in spec.arguments] == ["layer", "output"]
    assert spec.argument("output").help == "Handle of the new layer: the thing."


def test_an_argument_without_help_is_refused() -> None:
    def helpless(run: object, layer: Vector) -> Made:
        """Makes a thing.

        Returns:
            output: The thing.
        """

    with pytest.raises(TypeError, match="helpless: argument layer has no help"):
        built(helpless)


Shared = Annotated[float, Number(0, 9), HelpText("How much.")]


def test_help_that_tools_share_stands_with_the_type() -> None:
    def shares(run: object, layer: Vector, much: Shared, more: Shared | None = None) -> Made:
        """Makes a thing.

        Args:
            layer: What it is made of.
        Returns:
            output: The thing.
        """

    spec = built(shares)
    assert [spec.argument(name).help for name in ("much", "more")] == ["How much.", "How much."]
    assert spec.argument("much").type == built(shares).argument("more").type == NumberType(False, 0, 9)


def test_help_that_stands_twice_is_refused() -> None:
    def twofold(run: object, layer: Vector, much: Shared) -> Made:
        """Makes a thing.

        Args:
            layer: What it is made of.
            much: How much of it.
        Returns:
            output: The thing.
        """

    with pytest.raises(TypeError, match="twofold: argument much has help twice"):
        built(twofold)


def test_an_output_without_help_is_refused() -> None:
    def silent(run: object, layer: Vector) -> Made:
        """Makes a thing.

        Args:
            layer: What it is made of.
        """

    with pytest.raises(TypeError, match="silent: output output has no help"):
        built(silent)


def test_help_for_an_argument_that_is_not_there_is_refused() -> None:
    def wordy(run: object, layer: Vector) -> Made:
        """Makes a thing.

        Args:
            layer: What it is made of.
            colour: Not an argument.
        Returns:
            output: The thing.
        """

    with pytest.raises(TypeError, match="wordy: help for arguments it does not have: colour"):
        built(wordy)


def test_an_annotation_without_a_value_type_is_refused() -> None:
    def strange(run: object, layer: complex) -> Made:
        """Makes a thing.

        Args:
            layer: What it is made of.
        Returns:
            output: The thing.
        """

    with pytest.raises(TypeError, match=r"strange\.layer: no value type"):
        built(strange)


def test_a_docstring_without_a_sentence_is_refused() -> None:
    def bare(run: object) -> Made:
        """makes"""

    with pytest.raises(ValueError, match="no summary sentence"):
        built(bare)
