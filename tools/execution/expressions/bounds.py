# SPDX-License-Identifier: GPL-2.0-or-later
"""Limits on what a function of an expression may make, held whenever it is called, with the values it is called with.

A function of a context stands before the function of QGIS with the same name: ours looks at the values first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from qgis.core import QgsExpression, QgsExpressionContextScope, QgsGeometry, QgsScopedExpressionFunction

from ...declaration.errors import ToolError
from ...declaration.limits import Quantity, demand_size

Estimate = Callable[[list[Any]], float]


class Bound(NamedTuple):
    """What a function makes, and how much of it by the values it is called with."""

    quantity: Quantity
    estimate: Estimate


class Held:
    """Keeps the limit that a call of a function went over, since QGIS would take an exception for NULL."""

    def __init__(self) -> None:
        self.fault: ToolError | None = None

    def raise_if_over(self) -> None:
        """Raises the LIMIT_EXCEEDED that was found, once."""
        fault, self.fault = self.fault, None
        if fault is not None:
            raise fault


class BoundedFunction(QgsScopedExpressionFunction):
    """A function of QGIS that is asked first how much it would make.

    Args:
        name: Of the function.
        argument: Of the tool, for the sentence.
        held: Takes the limit that it goes over.
    """

    def __init__(self, name: str, argument: str, held: Held) -> None:
        listed = QgsExpression.Functions()
        self._original = listed[QgsExpression.functionIndex(name)]
        super().__init__(name, self._original.params(), "", handlesNull=self._original.handlesNull())
        self._argument, self._held = argument, held

    def func(self, values: list[Any], context: Any, parent: QgsExpression, node: Any) -> Any:
        """Calls the function of QGIS, unless it would make too much."""
        quantity, estimate = BOUNDS[self.name()]
        try:
            made = estimate(values)
        except (TypeError, ValueError, IndexError, OverflowError, ZeroDivisionError):
            made = 0.0  # values that QGIS refuses by itself
        try:
            demand_size(quantity, made, f"{self.name()}()", "smaller numbers in the expression", self._argument)
        except ToolError as fault:
            self._held.fault = fault
            parent.setEvalErrorString(fault.sentence)
            return None
        return self._original.func(values, context, parent, node)

    def clone(self) -> BoundedFunction:
        """Makes the one that a copy of the context keeps."""
        return BoundedFunction(self.name(), self._argument, self._held)


def bind(scope: QgsExpressionContextScope, names: set[str], argument: str, held: Held) -> None:
    """Puts those of the named functions that have a bound into a scope."""
    for name in sorted(names & set(BOUNDS)):
        scope.addFunction(name, BoundedFunction(name, argument, held))


def _number(place: int) -> Estimate:
    return lambda values: float(values[place])


def _texts(values: list[Any]) -> float:
    return sum(len(value) for value in values if isinstance(value, str))


def _replaced(values: list[Any]) -> float:
    text = str(values[0])
    if len(values) == 3:
        return len(text) + text.count(str(values[1])) * len(str(values[2]))
    return len(text) * max([len(str(value)) for value in values[1].values()] + [1])


def _replaced_by_pattern(values: list[Any]) -> float:
    text, after = str(values[0]), str(values[2])
    return len(text) + (len(text) + 1) * len(after) + after.count("\\") * len(text)


def _formatted(values: list[Any]) -> float:
    text = str(values[0])
    return len(text) + text.count("%") * max([len(str(value)) for value in values[1:]] + [0])


def _series(values: list[Any]) -> float:
    start, stop, step = (float(value) for value in values)
    return max((stop - start) / step + 1, 0)


def _elements(values: list[Any]) -> float:
    return sum(len(value) if isinstance(value, list) else 1 for value in values)


def _points_of(geometry: QgsGeometry) -> int:
    return int(geometry.constGet().nCoordinates())


def _along(values: list[Any], each: float) -> float:
    return values[0].length() / float(values[1]) * each + _points_of(values[0])


def _dashes(values: list[Any]) -> float:
    return values[0].length() / sum(float(part) for part in values[1]) * len(values[1]) * 2


BOUNDS: dict[str, Bound] = {
    "lpad": Bound("characters", _number(1)),
    "rpad": Bound("characters", _number(1)),
    "concat": Bound("characters", _texts),
    "replace": Bound("characters", _replaced),
    "regexp_replace": Bound("characters", _replaced_by_pattern),
    "format": Bound("characters", _formatted),
    "format_number": Bound("digits", _number(1)),
    "geom_to_wkt": Bound("digits", _number(1)),
    "to_dm": Bound("digits", _number(2)),
    "to_dms": Bound("digits", _number(2)),
    "generate_series": Bound("elements", _series),
    "array_cat": Bound("elements", _elements),
    "buffer": Bound("segments", _number(2)),
    "make_circle": Bound("segments", _number(2)),
    "make_ellipse": Bound("segments", _number(4)),
    "make_regular_polygon": Bound("segments", _number(2)),
    "minimal_circle": Bound("segments", _number(1)),
    "offset_curve": Bound("segments", _number(2)),
    "single_sided_buffer": Bound("segments", _number(2)),
    "tapered_buffer": Bound("segments", _number(3)),
    "smooth": Bound("vertices", lambda values: _points_of(values[0]) * 2.0 ** min(float(values[1]), 1000)),
    "densify_by_count": Bound("vertices", lambda values: _points_of(values[0]) * (float(values[1]) + 1)),
    "densify_by_distance": Bound("vertices", lambda values: _along(values, 1)),
    "hausdorff_distance": Bound("vertices", lambda values: _points_of(values[0]) / float(values[2])),
    "square_wave": Bound("vertices", lambda values: _along(values, 4)),
    "triangular_wave": Bound("vertices", lambda values: _along(values, 2)),
    "wave": Bound("vertices", lambda values: _along(values, 100)),
    "apply_dash_pattern": Bound("vertices", _dashes),
}
