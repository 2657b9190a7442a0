# SPDX-License-Identifier: GPL-2.0-or-later
"""Evaluates an expression on the rows of a layer: the same in every process, with errors counted."""

from __future__ import annotations

import datetime
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from qgis.core import (
    NULL,
    QgsExpression,
    QgsExpressionContext,
    QgsExpressionContextScope,
    QgsFeature,
    QgsFeatureRequest,
    QgsGeometry,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QDate, QDateTime, Qt, QTime

from ...declaration.errors import ToolError
from ...declaration.layers import Rows
from .bounds import Held, bind
from .large_integers import demand_exact
from .planar_measures import demand_measurable
from .rules import checked, texts_named_like_fields

if TYPE_CHECKING:
    from ..run import Run

_PLAIN = (bool, int, float, str, list, dict)


class NotComputed(Exception):
    """Why a row has no value."""


class RowExpression:
    """An expression over the rows of one layer; made by `run.expression`.

    Args:
        run: The call it is part of.
        layer: Whose rows it is evaluated on.
        expression: Held to the rules.
        argument: That holds it, for sentences.
    """

    def __init__(self, run: Run, layer: Rows, expression: QgsExpression, argument: str) -> None:
        self.run = run
        self.layer = layer
        self.argument = argument
        self.error_count = 0
        self._expression = expression
        self._first_error = ""
        self._held = Held()

    @property
    def fields(self) -> list[str]:
        """Names the fields it uses."""
        return [name for name in self.layer.facts.field_names or [] if name in self._expression.referencedColumns()]

    def values(self) -> list[Any]:
        """Evaluates every row, in the order of read_rows.

        Returns: int, float, bool, str, date, datetime, time, list, dict or QgsGeometry per row; None for NULL and for
            rows that cannot be computed, which are counted in `error_count`, in the counts of the run and in a warning.
        Edges: Comparisons give 1 and 0. NaN and infinite numbers are no values. Times are UTC where they state a zone.
        Raises: ToolError EXPRESSION_INVALID where no row can be computed, LIMIT_EXCEEDED, CANCELLED.
        """
        found: list[Any] = []
        demand_exact(self.run, self.layer, self._expression, self.fields)
        with self.run.timed():
            for number, feature in enumerate(self._features(), start=1):
                found.append(self._value(number, feature))
                if number % 1000 == 0:
                    self.run.progress(number / max(self.layer.facts.count or 1, number))
        self._tell(len(found))
        return found

    def truths(self) -> list[bool | None]:
        """Evaluates every row as a condition.

        Returns: Whether it holds; None for NULL and for rows that cannot be computed.
        Raises: ToolError EXPRESSION_INVALID where it gives text or anything else that is neither true nor false.
        """
        values = self.values()
        odd = next((value for value in values if value is not None and not isinstance(value, bool | int | float)), None)
        if odd is not None:
            raise ToolError("EXPRESSION_INVALID", f"{self.argument}: a condition is true or false; this one gives "
                            f"{_shown(odd)}", "a comparison such as \"name\" = 'a' is true or false",
                            argument=self.argument)  # fmt: skip
        return [None if value is None else bool(value) for value in values]

    def _features(self) -> Iterator[QgsFeature]:
        from ..bound_run import open_layer

        path, sublayer = self.run.file_of(self.layer)
        opened = open_layer(type(self.layer)(self.layer.name, self.layer.facts, path=path, sublayer=sublayer))
        self._context = self._pinned_context(opened)
        self._expression.prepare(self._context)
        self._held.raise_if_over()
        request = QgsFeatureRequest()
        request.setSubsetOfAttributes(self.fields, opened.fields())
        if not (self._expression.needsGeometry() or self._expression.referencedVariables() & {"geometry", "feature"}):
            request.setFlags(QgsFeatureRequest.Flag.NoGeometry)
        yield from opened.getFeatures(request)

    def _pinned_context(self, opened: QgsVectorLayer) -> QgsExpressionContext:
        """Makes a context that knows the row alone: no project, no ellipsoid, no settings, no layer to look into."""
        context, scope = QgsExpressionContext(), QgsExpressionContextScope()
        bind(scope, self._expression.referencedFunctions(), self.argument, self._held)
        context.appendScope(scope)
        context.setFields(opened.fields())
        context.setFeedback(self.run.feedback)
        return context

    def _value(self, number: int, feature: QgsFeature) -> Any:
        self._context.setFeature(feature)
        value = self._expression.evaluate(self._context)
        self._held.raise_if_over()
        try:
            if self._expression.hasEvalError():
                raise NotComputed(" ".join(self._expression.evalErrorString().split()))
            return plain_value(value)
        except NotComputed as reason:
            self.error_count += 1
            self._first_error = self._first_error or f"row {number}: {str(reason)[:200]}"
            return None

    def _tell(self, count: int) -> None:
        self.run.counts["error_count"] = self.run.counts.get("error_count", 0) + self.error_count
        if not self.error_count:
            return
        if self.error_count == count:
            raise ToolError("EXPRESSION_INVALID", f'{self.argument}: no row of "{self.layer.name}" can be computed; '
                            f"{self._first_error}", argument=self.argument)  # fmt: skip
        self.run.warn("EXPRESSION_INVALID", f"{self.argument}: {self.error_count:,} of {count:,} rows cannot be "
                      f"computed and count as NULL; {self._first_error}")  # fmt: skip


def prepared(run: Run, layer: Rows, text: str, argument: str) -> RowExpression:
    """Holds an expression to the rules and readies it for the rows of a layer.

    Raises:
        ToolError as `checked`.
    """
    expression = checked(text, layer, argument)
    demand_measurable(run, layer, expression.rootNode())
    for word in texts_named_like_fields(expression, layer):
        run.note(f"{argument}: '{word}' is text; the field of that name is \"{word}\", in double quotes")
    return RowExpression(run, layer, expression, argument)


def plain_value(value: Any) -> Any:
    """Turns what QGIS gives into a value of Python.

    Raises:
        NotComputed for what no field and no geometry column holds.
    """
    if value is None or value == NULL or isinstance(value, QgsGeometry) and value.isNull():
        return None
    if isinstance(value, float) and not math.isfinite(value):
        raise NotComputed("the result is no finite number")
    if isinstance(value, QDate):
        return value.toPyDate()
    if isinstance(value, QTime):
        return value.toPyTime()
    if isinstance(value, QDateTime):
        return _moment(value)
    if isinstance(value, (*_PLAIN, QgsGeometry)):
        return value
    raise NotComputed(f"the result is {_shown(value)}, which no field holds")


def _moment(value: QDateTime) -> datetime.datetime:
    stated = value if value.timeSpec() == Qt.TimeSpec.LocalTime else value.toUTC()
    return datetime.datetime.combine(stated.date().toPyDate(), stated.time().toPyTime())


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f'text ("{value[:30]}")'
    return "a " + type(value).__name__.removeprefix("Qgs").lower()
