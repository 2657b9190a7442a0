# SPDX-License-Identifier: GPL-2.0-or-later
"""The words for kinds of streets, against the abbreviations of the United States Postal Service, and as addresses."""

from __future__ import annotations

from collections import Counter

import pytest

pytestmark = pytest.mark.qgis
# Postal Addressing Standards (Publication 28), appendix C1: primary name and standard abbreviation.
PUBLICATION_28 = {
    "alley": "aly", "avenue": "ave", "boulevard": "blvd", "circle": "cir", "court": "ct", "crescent": "cres",
    "drive": "dr", "expressway": "expy", "freeway": "fwy", "highway": "hwy", "lane": "ln", "parkway": "pkwy",
    "place": "pl", "plaza": "plz", "road": "rd", "route": "rte", "square": "sq", "street": "st", "terrace": "ter",
    "trail": "trl", "turnpike": "tpke",
}  # fmt: skip


def test_standard_abbreviations_stand_for_their_kinds() -> None:
    from gisagentbench.tools.execution.geocoding.street_types import CODE_OF

    assert {word for word, short in PUBLICATION_28.items() if CODE_OF[word] != CODE_OF[short]} == set()


def test_every_word_has_one_code_and_is_written_plainly() -> None:
    from gisagentbench.tools.execution.geocoding.street_types import CODE_OF, STREET_ENDINGS, STREET_TYPES
    from gisagentbench.tools.execution.layers.keys import plain_text

    words = Counter(word for row in STREET_TYPES.values() for word in row)
    assert [word for word, times in words.items() if times > 1] == []
    assert [word for word in words if plain_text(word) != word or not word.isalpha()] == []
    assert set(STREET_ENDINGS.values()) <= set(STREET_TYPES)
    assert [code for code in STREET_TYPES if CODE_OF.get(code) != code] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("350 Fifth Avenue", "350 FIFTH AVE."),
        ("Karl-Marx-Straße 7", "Karl Marx Str. 7"),
        ("Hauptstrasse 7", "Haupt Straße 7"),
        ("Kerkstraat 12a", "kerkstr. 12 A"),
        ("Av. São João, 10", "Avenida Sao Joao 10"),
        ("12 St. Mark's Pl", "12 Saint Marks Place"),
    ],
)
def test_writings_of_one_address_are_equal(one: str, other: str) -> None:
    from gisagentbench.tools.execution.geocoding.addresses import plain_address

    assert plain_address(one) == plain_address(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12 Main St", "12A Main St"),
        ("12 Main St", "12 Main Ave"),
        ("5th Ave", "6th Ave"),
        ("E St", "East St"),
        ("1 Elm St", "11 Elm St"),
    ],
)
def test_other_addresses_are_not(one: str, other: str) -> None:
    from gisagentbench.tools.execution.geocoding.addresses import plain_address

    assert plain_address(one) != plain_address(other)


def test_house_numbers_are_whole_with_one_letter_at_most() -> None:
    import numpy as np

    from gisagentbench.tools.declaration.facts import Field
    from gisagentbench.tools.execution.geocoding.addresses import house_numbers
    from gisagentbench.tools.execution.layers.rows import Column

    texts = ["12", " 12 a ", "12b", "12-14", "1/2", "12 1/2", "", "a", "-3", "12ab", "1234567890", None]
    column = Column(Field("no", "text"), np.array(texts, object), np.array([text is None for text in texts]))
    read = house_numbers(column)
    assert read.is_given.tolist() == [True] * 3 + [False] * 9
    assert read.values[:3].tolist() == [12, 12, 12] and read.has_letter[:3].tolist() == [False, True, True]
    numbers = Column(Field("no", "real"), np.array([12.0, 12.5, -1.0]), np.zeros(3, bool))
    assert house_numbers(numbers).is_given.tolist() == [True, False, False]
