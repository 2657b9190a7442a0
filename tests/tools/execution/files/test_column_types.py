# SPDX-License-Identifier: GPL-2.0-or-later
"""A type is found only where every value has it, and what could be lost stays text."""

import numpy as np
import pytest

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize(
    ("values", "word"),
    [
        (["1", "-20", None], "integer"),
        (["0", "10"], "integer"),
        (["007", "8"], "text"),  # a leading zero is part of a code
        (["+31", "5"], "text"),
        (["9223372036854775807"], "integer"),
        (["9223372036854775808"], "real"),  # beyond 64 bits, but 2^63 is a float
        (["9223372036854775809", "1"], "text"),  # an identifier would lose its last digit
        (["9007199254740993", "0.5"], "text"),  # 2^53 + 1, which a float does not hold
        (["9007199254740992", "0.5"], "real"),
        (["12345678901234567890123"], "text"),
        (["1e308"], "real"),
        (["1e309", "1"], "text"),  # infinite as a float
        (["-2e999"], "text"),
        (["5e-324"], "real"),
        (["1e-400", "1"], "text"),  # 0 as a float
        (["0e-400", "0.0e9"], "real"),
        (["１", "２"], "text"),  # digits of another script
        (["1.5", "2"], "real"),
        (["1e5", ".5"], "real"),
        (["01.5"], "text"),
        (["1,5"], "text"),
        (["true", "FALSE"], "boolean"),
        (["yes", "no"], "text"),
        (["t", "f"], "text"),
        (["2024-02-29"], "date"),
        (["2023-02-29"], "text"),  # no such day
        (["29-02-2024"], "text"),
        (["2024-02-29T12:00:00Z", "2024-02-29 12:00"], "datetime"),
        (["2024-02-29T25:00:00Z"], "text"),
        (["2024-02-29", "2024-02-29T12:00:00Z"], "text"),
        (["nan"], "text"),
        (["inf"], "text"),
        (["NA", "1"], "text"),
        ([" 1"], "text"),
        ([None, None], "text"),
        ([], "text"),
    ],
)
def test_a_type_is_found_where_every_value_has_it(values, word):
    from gisagentbench.tools.execution.files.column_types import found_type

    assert found_type(values) == word


def test_a_decimal_comma_is_one_only_where_it_is_asked_for():
    from gisagentbench.tools.execution.files.column_types import found_type, typed

    assert found_type(["1,5", "2"], ",") == "real"
    assert typed("x", ["1,5", "-0,25", None], "real", ",").values[:2].tolist() == [1.5, -0.25]
    assert found_type(["1.5"], ",") == "text"  # a point is no decimal mark then


def test_integers_keep_64_bits():
    from gisagentbench.tools.execution.files.column_types import as_text, typed

    column = typed("lot", ["9007199254740993", None, "-9223372036854775808"], "integer")
    assert column.values.dtype == np.int64
    assert column.is_null.tolist() == [False, True, False]
    assert as_text(column) == ["9007199254740993", None, "-9223372036854775808"]


@pytest.mark.parametrize(
    ("word", "texts", "wanted"),
    [
        ("integer", ["007", "12.0"], [7, 12]),
        ("real", ["007.5", "1"], [7.5, 1.0]),
        ("boolean", ["yes", "0", "T"], [True, False, True]),
        ("text", ["1", "x"], ["1", "x"]),
        ("date", ["2024-02-29"], [np.datetime64("2024-02-29")]),
        ("datetime", ["2024-01-01T00:30:00+01:00"], [np.datetime64("2023-12-31T23:30:00")]),
        ("datetime", ["2024-01-01"], [np.datetime64("2024-01-01T00:00:00")]),
    ],
)
def test_a_type_that_is_asked_for_takes_every_way_to_write_it(word, texts, wanted):
    from gisagentbench.tools.execution.files.column_types import typed

    assert (
        typed("x", texts, word).values.tolist()
        == np.array(wanted).astype(typed("x", texts, word).values.dtype).tolist()
    )


def test_a_value_that_does_not_fit_is_named_with_its_row():
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.files.column_types import typed

    with pytest.raises(ToolError) as fault:
        typed("height", ["1", None, "n/a", "n/a"], "real")
    assert fault.value.code == "BAD_VALUE"
    assert fault.value.sentence == 'types["height"]: 2 of 4 values are no real, first "n/a" in row 3'


@pytest.mark.parametrize(
    ("values", "sentinel"),
    [
        ([-9999, 1, 2], -9999),
        ([-99997, 5, 9], -99997),
        ([-999.9, 0.5, 1], -999.9),
        ([-32768, 10, 20], -32768),
        ([-3.4e38, 10, 20], -3.4e38),
        ([-9999, -120, 5], -9999),
        ([-999, -700, 5], None),  # depths reach down to it
        ([-9998.5, 1], None),
        ([-123, 1, 2], None),
        ([1, 9999], None),
        ([-9999], None),  # nothing to stand apart from
    ],
)
def test_a_sentinel_is_a_code_that_stands_apart(values, sentinel):
    from gisagentbench.tools.execution.files.column_types import found_sentinel

    assert found_sentinel(np.array(values, float)) == sentinel


def test_numbers_are_written_shortest_and_read_back_the_same():
    from gisagentbench.tools.execution.files.column_types import as_text, typed

    texts = ["0.1", "1e-09", "123456789.123456789", "-0.0"]
    column = typed("x", texts, "real")
    again = typed("x", as_text(column), "real")
    assert as_text(column)[:2] == ["0.1", "1e-09"]
    assert again.values.tobytes() == column.values.tobytes()


@pytest.mark.parametrize("value", ["1e309", "-1e999", "2e308"])
def test_a_real_column_holds_no_infinity_also_where_it_is_asked_for(value):
    from gisagentbench.tools.declaration.errors import ToolError
    from gisagentbench.tools.execution.files.column_types import typed

    with pytest.raises(ToolError, match="no real") as refused:
        typed("v", ["1", value], "real")
    assert refused.value.code == "BAD_VALUE"


@pytest.mark.parametrize("value", ["9223372036854775809", "1e309", "1e-400"])
def test_it_is_said_why_numbers_stay_text(value):
    from gisagentbench.tools.execution.files.column_types import remarks

    assert remarks("lot", ["1", value], "text") == [
        f'"lot" stays text, since {value} is more than a number of 64 bits holds'
    ]


def test_null_values_are_named_as_they_stand_in_the_file():
    from gisagentbench.tools.execution.files.column_types import remarks

    (sentence,) = remarks("v", ["1", "-9999.0", "-9999.00", "-9999.0"], "real")
    assert "3 times" in sentence and 'null_values ["-9999.0", "-9999.00"]' in sentence
