# SPDX-License-Identifier: GPL-2.0-or-later
"""load_layer on text tables, workbooks and DBF files."""

import datetime

import pytest
from loaded_files import said

pytestmark = pytest.mark.qgis


def give_text(harness, name, text, encoding="utf-8"):
    (harness.workspace.inputs / name).write_bytes(text.encode(encoding))


def test_a_table_gets_the_types_its_values_have(harness):
    give_text(
        harness,
        "t.csv",
        "zip,lot,share,open,built,seen,name\n"
        "00501,9007199254740993,0.5,true,2001-02-03,2024-01-01T00:30:00+01:00,Århus\n"
        '10001,,-1e3,false,,,""\n',
    )
    step = harness.done("load_layer", file="t.csv", name="t")
    assert step.observation["kind"] == "table"
    assert step.observation["fields"] == {
        "zip": "text", "lot": "integer", "share": "real", "open": "boolean", "built": "date", "seen": "datetime",
        "name": "text",
    }  # fmt: skip
    assert harness.rows("t") == [
        {"zip": "00501", "lot": 9007199254740993, "share": 0.5, "open": True, "built": "2001/02/03",
         "seen": "2023/12/31 23:30:00+00", "name": "Århus"},
        {"zip": "10001", "lot": None, "share": -1000.0, "open": False, "built": None, "seen": None, "name": ""},
    ]  # fmt: skip
    assert '"zip" stays text, since some numbers begin with 0 or +' in said(step)
    assert '"seen" is in UTC; the stated zones were converted' in said(step)


@pytest.mark.parametrize(("word", "value"), [("date", "2024/02/29"), ("datetime", "2024/02/29 00:00:00+00"),
                                             ("text", "2024-02-29")])  # fmt: skip
def test_a_day_is_read_as_the_type_that_is_said(harness, word, value):
    give_text(harness, "t.csv", "day\n2024-02-29\n")
    step = harness.done("load_layer", file="t.csv", name="t", types={"day": word})
    assert step.observation["fields"] == {"day": word}
    assert harness.rows("t") == [{"day": value}]


def test_times_without_a_zone_are_utc_whatever_the_session_says(harness, monkeypatch):
    import time

    monkeypatch.setenv("TZ", "America/New_York")
    time.tzset()
    try:
        give_text(harness, "t.csv", "seen\n2024-07-01T12:00\n")
        step = harness.done("load_layer", file="t.csv", name="t")
        assert harness.rows("t") == [{"seen": "2024/07/01 12:00:00+00"}]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert '"seen" states no time zone and is taken as UTC' in said(step)


def test_a_decimal_comma_is_parsed_where_it_is_asked_for_and_else_said(harness):
    give_text(harness, "t.csv", "naam;hoogte\na;1,5\nb;2,25\n")
    step = harness.done("load_layer", file="t.csv", name="text")
    assert step.observation["fields"]["hoogte"] == "text"
    assert "decimal comma" in said(step) and "the delimiter is semicolon" in said(step)
    step = harness.done("load_layer", file="t.csv", name="numbers", decimal_mark=",")
    assert [row["hoogte"] for row in harness.rows("numbers")] == [1.5, 2.25]
    assert "decimal comma" not in said(step)


def test_the_mark_that_is_given_alone_parts_whole_from_fraction(harness):
    give_text(harness, "t.csv", "naam;hoogte\na;1.5\nb;2.25\n")
    harness.done("load_layer", file="t.csv", name="points", decimal_mark=".")
    assert [row["hoogte"] for row in harness.rows("points")] == [1.5, 2.25]
    harness.done("load_layer", file="t.csv", name="commas", decimal_mark=",")
    assert [row["hoogte"] for row in harness.rows("commas")] == ["1.5", "2.25"]


def test_a_sentinel_is_warned_of_and_taken_out_where_it_is_named(harness):
    """On paper: the mean of 10 and 20 is 15; with -9999 in it -3323."""
    give_text(harness, "t.csv", "depth,code\n10,n/a\n-9999,b\n20,c\n")
    step = harness.done("load_layer", file="t.csv", name="raw")
    assert 'BAD_VALUE: "depth" holds -9999 once, which may stand for no value' in said(step)
    step = harness.done("load_layer", file="t.csv", name="clean", null_values=["-9999", "n/a"])
    values = [row["depth"] for row in harness.rows("clean")]
    assert values == [10, None, 20] and sum(value for value in values if value is not None) / 2 == 15
    assert step.observation["counts"]["null_value_count"] == 2
    assert "no value" not in said(step)


def test_values_that_reach_down_to_it_make_no_sentinel(harness):
    give_text(harness, "t.csv", "depth\n-999\n-700\n5\n")
    assert harness.done("load_layer", file="t.csv", name="t").warnings == []


def test_types_win_over_what_is_found(harness):
    give_text(harness, "t.csv", "zip,n,flag,day\n00501,1,yes,2024-01-02\n10001,2,no,2024-01-03\n")
    types = {"zip": "integer", "n": "text", "flag": "boolean", "day": "datetime"}
    step = harness.done("load_layer", file="t.csv", name="t", types=types)
    assert step.observation["fields"] == types
    assert harness.rows("t")[0] == {"zip": 501, "n": "1", "flag": True, "day": "2024/01/02 00:00:00+00"}


def test_an_empty_text_in_a_column_of_numbers_is_null_and_said(harness):
    give_text(harness, "t.csv", '"a","b"\n"1","x"\n"",""\n')
    step = harness.done("load_layer", file="t.csv", name="t")
    assert harness.rows("t") == [{"a": 1, "b": "x"}, {"a": None, "b": ""}]
    assert '"a" is integer; 1 empty texts in it are NULL' in said(step)


def test_a_column_with_few_words_among_numbers_is_said(harness):
    give_text(harness, "t.csv", "n\n1\n2\n3\n4\nNA\n")
    step = harness.done("load_layer", file="t.csv", name="t")
    assert '"n" stays text: 1 of 5 values are no numbers, such as "NA"' in said(step)


@pytest.mark.parametrize(
    ("values", "is_said"),
    [
        (["52°22'12\"N", "4°53'42.5\"E"], True),
        (["52 22 12", "4 53 42"], True),
        (["N 52° 22'", "E 4° 53'"], True),
        (["12:30:15", "13:00:00"], False),  # times of day
        (["52 Main Street", "4 Elm Road"], False),
        (["a 1", "b 2"], False),
    ],
)
def test_degrees_minutes_and_seconds_stay_text_and_are_said(harness, values, is_said):
    quoted = [value.replace('"', '""') for value in values]
    give_text(harness, "t.csv", "lat\n" + "".join(f'"{value}"\n' for value in quoted))
    step = harness.done("load_layer", file="t.csv", name="t")
    assert step.observation["fields"] == {"lat": "text"}
    assert ("degrees, minutes and seconds" in said(step)) == is_said


def test_tabs_are_found_and_given(harness):
    give_text(harness, "t.tsv", "a\tb\n1\tx, y\n")
    harness.done("load_layer", file="t.tsv", name="found")
    assert harness.rows("found") == [{"a": 1, "b": "x, y"}]
    give_text(harness, "t.txt", "a,b\tc\n1,5\t2\n")
    step = harness.done("load_layer", file="t.txt", name="given", delimiter="tab", decimal_mark=",")
    assert step.observation["fields"] == {"a,b": "real", "c": "integer"}


def test_a_table_without_rows_keeps_its_columns(harness):
    give_text(harness, "t.csv", "a,b\n")
    step = harness.done("load_layer", file="t.csv", name="t")
    assert step.observation["count"] == 0 and step.observation["fields"] == {"a": "text", "b": "text"}
    assert "EMPTY" in said(step)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"types": {"b": "integer"}}, "UNKNOWN_FIELD"),
        ({"types": {"a": "number"}}, "BAD_VALUE"),
        ({"types": {"a": "date"}}, "BAD_VALUE"),
        ({"sublayer": "x"}, "BAD_VALUE"),
        ({"fid_field": "x"}, "BAD_VALUE"),
        ({"encoding": "klingon"}, "BAD_VALUE"),
        ({"delimiter": "ab"}, "BAD_VALUE"),
        ({"decimal_mark": "comma"}, "BAD_VALUE"),
        ({"header_row": "no"}, "WRONG_TYPE"),
        ({"null_values": "-9999"}, "WRONG_TYPE"),
    ],
)
def test_what_does_not_fit_is_refused(harness, arguments, code):
    give_text(harness, "t.csv", "a\n1\n")
    assert harness.refused("load_layer", file="t.csv", name="t", **arguments)["code"] == code


def test_a_workbook_that_was_exported_comes_back_the_same(harness):
    harness.give(
        "rows",
        {
            "rows": [
                {
                    "zip": "00501",
                    "n": 9007199254740991,
                    "x": 0.1,
                    "ok": True,
                    "day": "2024-02-29",
                    "at": "2024-02-29T12:30:00Z",
                },
                {"zip": "=1+1", "n": None, "x": None, "ok": None, "day": None, "at": None},
            ],
            "types": {"zip": "text", "n": "integer", "x": "real", "ok": "boolean", "day": "date", "at": "datetime"},
        },
    )
    harness.done("export_layer", layer="rows", file="rows.xlsx", format="xlsx")
    (harness.workspace.output / "rows.xlsx").rename(harness.workspace.inputs / "rows.xlsx")
    step = harness.done("load_layer", file="rows.xlsx", name="again")
    assert step.observation["kind"] == "table"
    first, second = harness.rows("again")
    assert (first["zip"], first["n"], first["x"], bool(first["ok"])) == ("00501", 9007199254740991, 0.1, True)
    assert (first["day"], first["at"][:19]) == ("2024/02/29", "2024/02/29 12:30:00")
    assert second["zip"] == "=1+1" and second["n"] is None


def test_a_worksheet_without_names_is_read_where_it_is_said(harness):
    harness.give("rows", {"rows": [{"a": "x", "b": 1}, {"a": "y", "b": 2}]})
    harness.done("export_layer", layer="rows", file="rows.xlsx", format="xlsx")
    (harness.workspace.output / "rows.xlsx").rename(harness.workspace.inputs / "rows.xlsx")
    harness.done("load_layer", file="rows.xlsx", name="with_names")
    assert [row["b"] for row in harness.rows("with_names")] == [1, 2]
    harness.done("load_layer", file="rows.xlsx", name="without", header_row=False)
    rows = harness.rows("without")
    assert [row["column_1"] for row in rows] == ["a", "x", "y"] and list(rows[0]) == ["column_1", "column_2"]


def test_a_lone_dbf_is_a_table(harness):
    from given import write_vector

    rows = [{"code": "007", "n": -9999, "day": datetime.date(2024, 2, 29).isoformat()}, {"code": "8", "n": 5}]
    recipe = {"rows": rows, "types": {"code": "text", "n": "integer", "day": "date"}}
    write_vector(harness.workspace.inputs / "t.dbf", "t", recipe, "ESRI Shapefile")
    step = harness.done("load_layer", file="t.dbf", name="t")
    assert step.observation["kind"] == "table"
    assert harness.rows("t") == [{"code": "007", "n": -9999, "day": "2024/02/29"}, {"code": "8", "n": 5, "day": None}]
    assert '"n" holds -9999' in said(step)


def test_more_columns_than_a_layer_holds_are_refused(harness):
    give_text(harness, "t.csv", ",".join(f"c{n}" for n in range(1991)) + "\n")
    fault = harness.refused("load_layer", file="t.csv", name="t")
    assert (fault["code"], fault["message"]) == ("LIMIT_EXCEEDED", '"t.csv" has 1991 columns; a layer holds 1990')
    give_text(harness, "t.csv", ",".join(f"c{n}" for n in range(1990)) + "\n" + ",".join("1" * 1990) + "\n")
    assert len(harness.done("load_layer", file="t.csv", name="t").observation["fields"]) == 1990
