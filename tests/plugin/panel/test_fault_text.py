# SPDX-License-Identifier: GPL-2.0-or-later
"""Errors of the service say what kind they are of in the language of the window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gisagentbench.plugin.i18n.words import LANGUAGES, choose_language
from gisagentbench.plugin.panel.fault_text import KINDS, fault_text, in_language
from gisagentbench.tools.declaration.errors import ERROR_CODES

FAULT = {"code": "FILE_NOT_FOUND", "sentence": 'There is no folder "a".', "hint": "Make it."}


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    choose_language("en")


def test_every_code_has_a_kind() -> None:
    assert set(KINDS) == set(ERROR_CODES)


def test_english_has_the_sentence_alone() -> None:
    assert in_language(FAULT) == FAULT
    assert fault_text(FAULT) == 'There is no folder "a". Make it.'


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_is_translated(language: str) -> None:
    choose_language(language)
    told = [in_language({**FAULT, "code": code})["sentence"] for code in KINDS]
    assert all(one.endswith(': There is no folder "a".') for one in told)
    assert [code for code, one in zip(KINDS, told, strict=True) if one.startswith(KINDS[code])] == []
    assert len(set(told)) == len(KINDS)


def test_what_has_no_known_code_stays_as_it_is() -> None:
    choose_language("de")
    assert in_language({"sentence": "Odd."}) == {"sentence": "Odd."}
