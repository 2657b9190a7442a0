# SPDX-License-Identifier: GPL-2.0-or-later
"""One error, one sentence, one place where it is made."""

from __future__ import annotations

import pytest

from gisagentbench.tools.declaration.errors import ERROR_CODES, ToolError, bad_value, did_you_mean, wrong_type


def test_the_text_is_code_sentence_hint() -> None:
    assert ToolError("BAD_VALUE", "a is b", "use c").text == "BAD_VALUE: a is b. Hint: use c."
    assert ToolError("BAD_VALUE", "a is b.").text == "BAD_VALUE: a is b."


def test_a_code_outside_the_closed_list_is_refused() -> None:
    with pytest.raises(ValueError, match="OOPS"):
        ToolError("OOPS", "no")  # type: ignore[arg-type]
    assert len(ERROR_CODES) == len(set(ERROR_CODES)) == 31


def test_the_record_holds_code_message_hint() -> None:
    assert wrong_type("distance", "a number", "500 m").record() == {
        "code": "WRONG_TYPE",
        "message": 'distance takes a number, not "500 m" (text)',
        "hint": "",
    }


def test_long_values_are_cut() -> None:
    assert len(bad_value("x", "a word", "y" * 5000).text) < 200


@pytest.mark.parametrize("length", [10, 1200, 1201, 200_000])
def test_no_sentence_and_no_hint_crowds_out_the_rest(length: int) -> None:
    fault = ToolError("UNKNOWN_FIELD", f"begin {'x' * (length - 10)} end", f"begin {'y' * (length - 10)} end")
    for text in (fault.sentence, fault.hint):
        assert len(text) <= 1200 and text.startswith("begin") and text.endswith("end")
        assert ("…" in text) == (length > 1200)


def test_a_hint_names_the_nearest_or_lists() -> None:
    assert did_you_mean("borough", ["boro_name", "boro_code", "area"], "fields") == (
        'nearest of its 3 fields are "boro_name" or "boro_code"'
    )
    assert did_you_mean("zzz", ["a", "b"], "fields") == 'fields: "a", "b"'
    assert did_you_mean("zzz", [], "fields") == "there are no fields"
