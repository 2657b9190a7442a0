# SPDX-License-Identifier: GPL-2.0-or-later
"""Addresses in one way of writing, house numbers read, and which rows of two layers have the same address."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from ...declaration.facts import Field
from ..layers.key_matching import Matches, equal_pairs, matches_of, similarity_engine
from ..layers.keys import common_codes, plain_text
from ..layers.rows import Column
from ..layers.typed_values import retyped_column
from ..run import Run
from .street_types import CODE_OF, STREET_ENDINGS

if TYPE_CHECKING:
    import numpy as np

APOSTROPHES = re.compile("['\u2019\u2018`]")
NUMBER_WITH_LETTER = re.compile(r"(\d+)([a-z])")
HOUSE_NUMBER = re.compile(r"\s*(\d{1,9})(?:\.0)?\s*([a-z]?)\s*", re.IGNORECASE)
CHUNK = 1_000_000  # texts compared at a time
FEWER = "more fields in match_fields, such as the house number or the postal code"
Pair = tuple[Column, Column]


class HouseNumbers(NamedTuple):
    """The house numbers of a column.

    Args:
        values: The number; 0 where there is none.
        is_given: Whether the value is a number, or a number with one letter.
        has_letter: Whether a letter follows.
    """

    values: np.ndarray
    is_given: np.ndarray
    has_letter: np.ndarray


def plain_address(text: str) -> str:
    """Gives an address without case, accents and signs, with the letter of a house number apart and kinds as codes.

    >>> plain_address("12A St. Mark's  Avenue"), plain_address("Karl-Marx-Straße 7"), plain_address("Hauptstr. 7")
    ('12 a st marks av', 'karl marx st 7', 'haupt st 7')
    """
    words = "".join(sign if sign.isalnum() else " " for sign in APOSTROPHES.sub("", plain_text(text))).split()
    return " ".join(part for word in words for part in _parts(word))


def _parts(word: str) -> list[str]:
    if word in CODE_OF:
        return [CODE_OF[word]]
    numbered = NUMBER_WITH_LETTER.fullmatch(word)
    if numbered:
        return [numbered[1], numbered[2]]
    for ending, code in STREET_ENDINGS.items():
        if word.endswith(ending):
            return [word.removesuffix(ending), code]
    return [word]


def plain_addresses(column: Column) -> Column:
    """Gives the values of a column of any type as plain addresses; a value without letters and digits is NULL."""
    text = retyped_column(column, "text").column
    return _rewritten(text, lambda value: plain_address(value.removesuffix(".0") if _is_real(column) else value))


def _is_real(column: Column) -> bool:
    return column.field.type == "real"


def house_numbers(column: Column) -> HouseNumbers:
    """Reads house numbers: whole numbers from 0, as text with one letter behind; ranges and fractions are none."""
    import numpy as np

    texts = retyped_column(column, "text").column
    found = [None if text is None else HOUSE_NUMBER.fullmatch(text) for text in texts.values]
    given = np.array([match is not None for match in found], bool) & ~column.is_null
    values = np.array([int(match[1]) if match else 0 for match in found], np.int64)
    return HouseNumbers(values, given, given & np.array([bool(match and match[2]) for match in found], bool))


def address_matches(run: Run, pairs: list[Pair], fuzzy: Pair | None, min_similarity: float) -> Matches:
    """Finds the rows of the second layer that have the address of each row of the first.

    Args:
        pairs: Columns of plain addresses that must be equal.
        fuzzy: Columns of which the words without a digit need only be similar where nothing is equal.
        min_similarity: From 0 to 100.
    """
    import numpy as np

    left, right = common_codes([*pairs, *([fuzzy] if fuzzy else [])])
    row, other = equal_pairs(run, left, right, "the match", FEWER, "match_fields")
    exact = matches_of(row, other, np.full(len(row), 100.0), len(left))
    if fuzzy is None:
        return exact
    kept = [(_rewritten(column, _with_digits), _rewritten(column, _without_digits)) for column in fuzzy]
    left, right = common_codes([*pairs, (kept[0][0], kept[1][0])])
    pending = np.where(exact.candidates > 0, -1, left)
    more, like = equal_pairs(run, pending, right, "the match", FEWER, "match_fields")
    similarity = _similarities(run, (kept[0][1], kept[1][1]), more, like)
    similar = similarity >= min_similarity
    rows = np.concatenate([row, more[similar]])
    order = np.argsort(rows, kind="stable")
    others = np.concatenate([other, like[similar]])
    scores = np.concatenate([exact.similarity, similarity[similar]])
    return matches_of(rows[order], others[order], scores[order], len(left))


def _similarities(run: Run, words: Pair, row: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Compares the texts of pairs of rows, each two texts once."""
    import numpy as np

    process, ratio = similarity_engine("fuzzy_field", "fuzzy_field", "no fuzzy_field")
    left, right = common_codes([words])
    codes, pair = np.unique(np.stack([left[row], right[other]], axis=1), axis=0, return_inverse=True)
    one, two = (
        dict(zip(side.tolist(), column.values, strict=True)) for side, column in zip((left, right), words, strict=True)
    )
    found = [np.zeros(0)]
    for start in range(0, len(codes), CHUNK):
        run.progress(start / len(codes))
        part = codes[start : start + CHUNK].tolist()
        texts = [one[a] for a, _ in part], [two[b] for _, b in part]
        found.append(process.cpdist(*texts, scorer=ratio, dtype=np.float64))
    return np.concatenate(found)[pair.reshape(-1)]  # type: ignore[no-any-return]


def _with_digits(text: str) -> str:
    words = text.split()
    return " ".join(word for at, word in enumerate(words) if _is_number(words, at)) or "-"


def _without_digits(text: str) -> str:
    words = text.split()
    return " ".join(word for at, word in enumerate(words) if not _is_number(words, at)) or "-"


def _is_number(words: list[str], at: int) -> bool:
    """Tells whether a word has a digit, or is the letter behind a house number."""
    is_letter = len(words[at]) == 1 and at > 0 and words[at - 1].isdigit()
    return is_letter or any(sign.isdigit() for sign in words[at])


def _rewritten(column: Column, write: Callable[[str], str]) -> Column:
    import numpy as np
    import pandas

    codes, distinct = pandas.factorize(column.values)
    written = [write(text) or None for text in distinct]
    values = np.array([*written, None], object)[codes]
    return Column(
        Field(column.field.name, "text"), values, column.is_null | np.array([value is None for value in values], bool)
    )
