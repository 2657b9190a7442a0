# SPDX-License-Identifier: GPL-2.0-or-later
"""Without QGIS the words of an expression tell which fields it reads; what they do not tell is left alone."""

from __future__ import annotations

import pytest

from gisagentbench.headless.plan_check.expressions import fault_by_words
from gisagentbench.tools.declaration.facts import Field, LayerFacts

FACTS = LayerFacts("vector", fields=(Field("area", "real"), Field("a name", "text"), Field('a"b', "text")))


def code_of(text: str, facts: LayerFacts = FACTS) -> str:
    fault = fault_by_words(text, "parks", facts, "expression")
    return fault.code if fault else ""


@pytest.mark.parametrize(
    "text",
    [
        '"area" > 1 AND "a name" = \'are\'',
        "area > 1 and not area is null",
        "CASE WHEN area > 1 THEN 'x' ELSE NULL END",
        "if(area > 1.5e3, round(area, 2), -1)",
        "area(@geometry) > 1 /* aera */ -- aera",
        '"a""b" = \'it\'\'s "aera"\'',
        "scale_linear(val:=area, domain_min:=0, domain_max:=1, range_min:=0, range_max:=2)",
        "area IN (1, 2) OR area BETWEEN 1 AND 2",
    ],
)
def test_what_is_right_has_no_fault(text: str) -> None:
    assert code_of(text) == ""


@pytest.mark.parametrize("text", ['"aera" > 1', "aera > 1", "if(area > 1, aera, 0)", '"AREA" > 1', "round(aera)"])
def test_a_field_that_there_is_not_is_found(text: str) -> None:
    assert code_of(text) == "UNKNOWN_FIELD"


@pytest.mark.parametrize("text", ["sum(area) > 1", "overlay_nearest('roads')", "area > rand(1, 2)"])
def test_a_function_that_is_refused_is_found(text: str) -> None:
    assert code_of(text) == "EXPRESSION_NOT_ALLOWED"


@pytest.mark.parametrize(
    "text",
    [
        '"aera" > sum(area)',  # which of the two is told first, a parser says
        '"aera" > (1',
        '"aera" > "bera"',
        '"aera" > \'1',
        'array("aera")[0]',
        '"aera" > @row_number',
        "$area > aera",
        "frobnicate(area)",  # may be an alias
    ],
)
def test_what_the_words_do_not_tell_is_left_alone(text: str) -> None:
    assert code_of(text) == ""


def test_nothing_is_said_of_fields_that_are_not_known() -> None:
    assert code_of('"aera" > 1', LayerFacts("vector")) == ""


def test_the_sentence_offers_the_nearest_field() -> None:
    fault = fault_by_words('"aera" > 1', "parks", FACTS, "expression")
    assert fault is not None
    assert fault.text == (
        'UNKNOWN_FIELD: expression: "parks" has no field "aera". Hint: nearest of its 3 fields is "area".'
    )
