# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the predicates of a contract fit its columns and shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .crs_equality import is_geographic
from .predicate import MeasureRule, Predicate

if TYPE_CHECKING:
    from .contract import TableOutput, VectorOutput

# What can be measured of shapes of a type; x and y are those of the centroid.
MEASURES_OF = {
    "Point": ("x", "y"),
    "LineString": ("length", "x", "y"),
    "Polygon": ("area", "perimeter", "x", "y"),
}


def predicate_problem(contract: VectorOutput | TableOutput) -> str | None:
    """Says in a sentence what of the predicates can never hold, or always does; None where all make sense."""
    if contract.predicates and not any(predicate.demands_rows for predicate in contract.predicates):
        return "predicates need non_empty or count among them: an empty output holds all others"
    for predicate in contract.predicates:
        problem = _columns_problem(contract, predicate) or _shapes_problem(contract, predicate)
        if problem:
            return problem
    return None


def _columns_problem(contract: VectorOutput | TableOutput, predicate: Predicate) -> str | None:
    for name in predicate.columns:
        if name not in contract.columns:
            known = ", ".join(contract.columns) or "there are none"
            return f'a predicate names "{name}", which is no column ({known})'
        column = contract.columns[name]
        if predicate.name in ("range", "equals_measure") and not column.is_number:
            return f'the predicate {predicate.name} needs numbers, but "{name}" is of type {column.type}'
    return None


def _shapes_problem(contract: VectorOutput | TableOutput, predicate: Predicate) -> str | None:
    if not predicate.needs_geometry:
        return None
    if contract.kind == "table" or not contract.has_geometry:
        return f"the predicate {predicate.name} needs shapes, and a table has none"
    if predicate.covers and contract.geometry_type != "Polygon":
        return f"the predicate covers needs polygons, not {contract.geometry_type}"
    return _measure_problem(contract, predicate.equals_measure) if predicate.equals_measure else None


def _measure_problem(contract: VectorOutput, rule: MeasureRule) -> str | None:
    able = MEASURES_OF[contract.geometry_type]
    if rule.measure not in able:
        return f"a {contract.geometry_type} has no {rule.measure} (it has {', '.join(able)})"
    if rule.measure in ("x", "y"):
        return f"{rule.measure} takes no method: it is a coordinate" if rule.method == "ellipsoidal" else None
    if rule.method == "planar" and is_geographic(contract.crs):
        return f"a planar {rule.measure} in {contract.crs} would be in degrees; use method ellipsoidal"
    return None
