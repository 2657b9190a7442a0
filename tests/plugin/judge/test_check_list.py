# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks are told in words, the failed ones first; words of strangers do nothing."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.tests.plugin.judge.made_answers import squares_score

pytestmark = pytest.mark.qgis


def html(qgis_application: Any) -> str:
    from gisagentbench.plugin.judge.answer_reading import read_score
    from gisagentbench.plugin.judge.check_list import checks_html
    from gisagentbench.plugin.judge.inks import ON_LIGHT

    return checks_html(read_score(squares_score()).outputs[0], ["a <note>"], ON_LIGHT)


def test_what_a_check_asks_is_said_as_the_report_says_it(qgis_application: Any) -> None:
    from gisagentbench.headless.report.check_words import CHECKS
    from gisagentbench.plugin.judge.check_list import ASKS

    assert ASKS == CHECKS


def test_causes_stand_before_failed_checks_and_those_before_passed_ones(qgis_application: Any) -> None:
    text = html(qgis_application)
    order = [
        "a &lt;note&gt;",
        "a cause",
        "3 checks failed",
        "1 missing, 1 extra",
        "Not run",
        "1 check passed",
        "5 of 6",
    ]
    places = [text.index(words) for words in order]
    assert places == sorted(places)


def test_words_of_strangers_are_escaped(qgis_application: Any) -> None:
    text = html(qgis_application)
    assert "&lt;b&gt;wrong&lt;/b&gt;" in text
    assert "<b>wrong</b>" not in text


def test_failed_and_passed_differ_in_more_than_colour(qgis_application: Any) -> None:
    text = html(qgis_application)
    assert text.count("✗") == 3
    assert text.count("✓") == 1
