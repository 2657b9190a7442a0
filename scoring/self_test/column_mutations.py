# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of the columns: their names, their order, their types."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..row_table import ColumnValues
from .edited_rows import as_texts
from .mutation import Arguments, Made, Mutation, NotApplicable
from .row_case import RowCase

DBF_NAME = 10
LARGEST_EXACT_REAL = 2**53


def each_column(case: RowCase) -> list[Arguments]:
    """Tries every column of the contract."""
    return [{"column": name} for name in case.contract.columns]


def _each(*types: str):  # type: ignore[no-untyped-def]
    def choices(case: RowCase) -> list[Arguments]:
        return [{"column": name} for name, column in case.contract.columns.items() if column.type in types]

    return choices


def column_missing(case: RowCase, column: str) -> Made:
    """Leaves a column out."""
    kept = {name: values for name, values in case.rows.columns.items() if name != column}
    filler = {} if kept else {"something_else": case.rows.columns[column]}
    return Made(replace(case.rows, columns=kept | filler).writer(), "columns")


def name_in_other_case(case: RowCase, column: str) -> Made:
    """Writes the name of a column in capitals, or in small letters where it is in capitals."""
    return _renamed(case, {column: column.lower() if column.isupper() else column.upper()})


def truncated_names(case: RowCase) -> Made:
    """Cuts names to ten characters, as a shapefile does."""
    return _renamed(case, {name: name[:DBF_NAME] for name in case.contract.columns})


def column_added(case: RowCase) -> Made:
    """Adds a column that nobody asked for."""
    values = ColumnValues("integer", np.arange(case.rows.count), np.zeros(case.rows.count, bool))
    check = "columns" if case.contract.columns_exact else None
    return Made(case.rows.with_column("extra", values).writer(), check)


def columns_in_other_order(case: RowCase) -> Made:
    """Writes the columns from the last to the first."""
    if len(case.contract.columns) < 2:
        raise NotApplicable("there is one column")
    return Made(replace(case.rows, columns=dict(reversed(case.rows.columns.items()))).writer(), None)


def numbers_as_texts(case: RowCase, column: str) -> Made:
    """Stores numbers as text."""
    values = _some(case, column)
    if not case.row_format.typed:
        raise NotApplicable("a CSV file holds texts alone")
    texts = as_texts(values, [str(value) for value in values.values.tolist()])
    return Made(case.rows.with_column(column, texts).writer(), "types")


def unit_behind_number(case: RowCase, column: str) -> Made:
    """Writes a unit behind every number."""
    values = _some(case, column)
    texts = as_texts(values, [f"{value} m" for value in values.values.tolist()])
    return Made(case.rows.with_column(column, texts).writer(), "types")


def fraction_in_integers(case: RowCase, column: str) -> Made:
    """Adds a half to one whole number."""
    values = _some(case, column)
    reals = values.values.astype(float)
    row = int(np.argmin(np.where(values.null, np.inf, np.abs(reals))))
    reals[row] += 0.5
    return Made(case.rows.with_column(column, values._replace(type="real", values=reals)).writer(), "types")


def booleans_as_words(case: RowCase, column: str) -> Made:
    """Writes yes and no in place of booleans."""
    values = _some(case, column)
    texts = as_texts(values, ["yes" if value else "no" for value in values.values.tolist()])
    return Made(case.rows.with_column(column, texts).writer(), "types")


def booleans_as_numbers(case: RowCase, column: str) -> Made:
    """Writes 1 and 0 in place of booleans, which a CSV file may."""
    values = _some(case, column)
    numbers = values._replace(type="integer", values=values.values.astype(np.int64))
    return Made(case.rows.with_column(column, numbers).writer(), "types" if case.row_format.typed else None)


def dates_day_first(case: RowCase, column: str) -> Made:
    """Writes dates as 31.12.2020."""
    values = _some(case, column)
    texts = [".".join(reversed(str(value)[:10].split("-"))) + str(value)[10:] for value in values.values]
    return Made(case.rows.with_column(column, as_texts(values, texts)).writer(), "types")


def codes_for_texts(case: RowCase, column: str) -> Made:
    """Puts numbers in the place of texts."""
    values = _some(case, column)
    if case.driver == "LIBKML":
        raise NotApplicable("KML holds whole numbers as texts")
    places = {text: place for place, text in enumerate(sorted(set(values.values[~values.null])), start=1)}
    codes = np.array([places.get(text, 0) for text in values.values], np.int64)
    if case.row_format.typed:
        check: str | None = "types"
    elif case.contract.columns[column].role == "label":
        check = None
    elif all(str(code) == text for text, code in places.items()):
        raise NotApplicable("its texts are such numbers already")
    else:
        check = case.value_check(column)
    return Made(case.rows.with_column(column, values._replace(type="integer", values=codes)).writer(), check)


def leading_zeros_lost(case: RowCase, column: str) -> Made:
    """Turns codes such as 007 into numbers."""
    values = _some(case, column)
    texts = values.values[~values.null].tolist()
    if not all(text.isascii() and text.isdigit() and len(text) < 19 for text in texts):
        raise NotApplicable("its texts are no numbers")
    if not any(text != str(int(text)) for text in texts):
        raise NotApplicable("no text begins with a zero")
    if case.driver == "LIBKML":
        raise NotApplicable("KML holds whole numbers as texts")
    numbers = np.array([0 if null else int(text) for text, null in zip(values.values, values.null, strict=True)])
    if case.row_format.typed:
        check = "types"
    elif len(set(texts)) > len({int(text) for text in texts}):
        raise NotApplicable("two texts become one number")
    else:
        check = case.value_check(column)
    return Made(case.rows.with_column(column, values._replace(type="integer", values=numbers)).writer(), check)


def integers_as_reals(case: RowCase, column: str) -> Made:
    """Stores 5 as 5.0."""
    values = _some(case, column)
    if np.abs(values.values).max(initial=0) > LARGEST_EXACT_REAL:
        raise NotApplicable("reals do not hold such integers exactly")
    reals = values._replace(type="real", values=values.values.astype(float))
    return Made(case.rows.with_column(column, reals).writer(), None)


def reals_as_integers(case: RowCase, column: str) -> Made:
    """Stores 5.0 as 5."""
    values = _some(case, column)
    if (np.floor(values.values) != values.values).any() or np.abs(values.values).max() > LARGEST_EXACT_REAL:
        raise NotApplicable("its values are not whole")
    if case.driver == "LIBKML":
        raise NotApplicable("KML holds whole numbers as texts")
    whole = values._replace(type="integer", values=values.values.astype(np.int64))
    return Made(case.rows.with_column(column, whole).writer(), None)


def _some(case: RowCase, column: str) -> ColumnValues:
    """Returns the values of a column.

    Raises: NotApplicable where all are NULL: a column without values is of every type.
    """
    values = case.rows.columns[column]
    if values.null.all():
        raise NotApplicable("it has no values")
    return values


def _renamed(case: RowCase, names: dict[str, str]) -> Made:
    changed = {names.get(name, name): values for name, values in case.rows.columns.items()}
    if list(changed) == list(case.rows.columns):
        raise NotApplicable("the names stay as they are")
    if len(changed) < len(case.rows.columns):
        raise NotApplicable("two names become one")
    return Made(replace(case.rows, columns=changed).writer(), "columns")


COLUMN_MUTATIONS = (
    Mutation(column_missing, each_column),
    Mutation(name_in_other_case, each_column),
    Mutation(truncated_names),
    Mutation(column_added),
    Mutation(columns_in_other_order),
    Mutation(numbers_as_texts, _each("integer", "real")),
    Mutation(unit_behind_number, _each("integer", "real")),
    Mutation(fraction_in_integers, _each("integer")),
    Mutation(booleans_as_words, _each("boolean")),
    Mutation(booleans_as_numbers, _each("boolean")),
    Mutation(dates_day_first, _each("date", "datetime")),
    Mutation(codes_for_texts, _each("text")),
    Mutation(leading_zeros_lost, _each("text")),
    Mutation(integers_as_reals, _each("integer")),
    Mutation(reals_as_integers, _each("real")),
)
