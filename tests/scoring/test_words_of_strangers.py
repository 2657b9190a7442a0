# SPDX-License-Identifier: GPL-2.0-or-later
"""What a record holds of a stranger's words is one short line that no terminal obeys."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from gisagentbench.scoring.record import Check, WorstRow
from gisagentbench.scoring.sentences import UNSEEN, printable

ANY_TEXT = st.text(st.characters(), max_size=300)


@given(ANY_TEXT, st.integers(4, 100))
def test_words_are_short_seen_and_stay_as_they_are(text, limit):
    found = printable(text, limit)
    assert len(found) <= limit
    assert not any(unicodedata.category(char) in UNSEEN for char in found)
    assert printable(found, limit) == found
    found.encode()  # no half surrogates


def test_plain_words_of_any_script_are_left_alone():
    for text in ("BK01 is 3 km long", "Gemeente 's-Gravenhage", "Αθήνα", "東京都", "São Paulo", ""):
        assert printable(text) == text


def test_a_record_holds_no_other_words():
    clear = "\x1b[2J"
    assert Check(name="rows", passed=False, detail=clear).detail == r"\x1b[2J"
    row = WorstRow(key=clear, column=clear, expected=clear, found="\u202e" + "x" * 10_000)
    assert (row.key, row.column, row.expected) == (r"\x1b[2J",) * 3
    assert row.found.startswith(r"\u202ex") and len(row.found) == 2000
