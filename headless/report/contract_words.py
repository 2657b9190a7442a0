# SPDX-License-Identifier: GPL-2.0-or-later
"""A contract in words: what an output must be, and how closely it is compared."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...tasks.column import Column, Tolerance
from ...tasks.contract import RasterOutput, TableOutput, VectorOutput
from ...tasks.predicate import Predicate

Contract = VectorOutput | TableOutput | RasterOutput
ROWS = {
    "exact": "exactly those of the reference",
    "superset": "all of the reference; more are allowed",
    "subset": "only of the reference; fewer are allowed",
}
VALUES = {
    "continuous": "numbers, within tolerance",
    "categorical": "classes, exactly equal",
    "label": "labels; only the partition counts, not the names",
    "angle": "angles, within tolerance all round",
}


class Term(NamedTuple):
    """One line of a contract."""

    name: str
    words: str


class ColumnWords(NamedTuple):
    """One column of a contract."""

    name: str
    type: str
    role: str
    compared: str


def contract_terms(contract: Contract) -> list[Term]:
    """Returns what a contract asks for, a line per clause that says something."""
    if isinstance(contract, RasterOutput):
        return _raster_terms(contract)
    terms = [Term("CRS", contract.crs), Term("Shapes", _shapes(contract))] if isinstance(contract, VectorOutput) else []
    terms.append(Term("Rows", ROWS[contract.rows]))
    if contract.id_columns:
        terms.append(Term("Known by", ", ".join(contract.id_columns)))
    if contract.ordered_by:
        terms.append(Term("In the order of", ", ".join(contract.ordered_by)))
    if contract.tie_groups:
        terms.append(Term("Ties", f"{len(contract.tie_groups)} groups of rows of which any choice is right"))
    terms.append(Term("Other columns", "none allowed" if contract.columns_exact else "allowed"))
    if isinstance(contract, VectorOutput) and contract.has_geometry:
        terms.append(Term("Shapes compared", _shape_rule(contract)))
    terms += [Term("Condition", _predicate(predicate)) for predicate in contract.predicates]
    return terms


def contract_columns(contract: Contract) -> list[ColumnWords]:
    """Returns the columns of a contract; none for a raster."""
    if isinstance(contract, RasterOutput):
        return []
    return [
        ColumnWords(name, column.type, column.effective_role or "", _compared(contract, name, column))
        for name, column in contract.columns.items()
    ]


def tolerance_words(tolerance: Tolerance, unit: str = "") -> str:
    """Writes a tolerance.

    >>> tolerance_words(Tolerance(absolute=0.01, relative=0.0001), "m")
    '± (0.01 m + 0.01 %)'
    """
    parts = [f"{tolerance.absolute:g}{f' {unit}' if unit else ''}"] if tolerance.absolute else []
    parts += [f"{100 * tolerance.relative:g} %"] if tolerance.relative else []
    if not parts:
        return "exactly equal"
    return f"± {parts[0]}" if len(parts) == 1 else f"± ({' + '.join(parts)})"


def _raster_terms(contract: RasterOutput) -> list[Term]:
    a, b, c, d, e, f = contract.transform
    turned = f", rotated ({b:g}, {d:g})" if b or d else ""
    terms = [
        Term("CRS", contract.crs),
        Term("Grid", f"{contract.width} by {contract.height} cells of {abs(a):.12g} by {abs(e):.12g}{turned}"),
        Term("Upper left corner", f"{c:.12g}, {f:.12g}"),
        Term("Bands", str(contract.bands)),
        Term("Cell type", contract.dtype),
        Term("NoData", contract.nodata.lstrip(".") if isinstance(contract.nodata, str) else f"{contract.nodata:.12g}"),
        Term("Cells", VALUES[contract.values]),
    ]
    if contract.values in ("continuous", "angle"):
        terms.append(Term("Cells compared", _cell_tolerance(contract)))
    if contract.min_share < 1:
        terms.append(Term("Cells within tolerance", f"at least {100 * contract.min_share:g} %"))
    if contract.mask_min_share < 1:
        terms.append(Term("NoData in the right place", f"in at least {100 * contract.mask_min_share:g} % of cells"))
    if contract.ignore_rim_cells:
        terms.append(Term("Rim", f"the outer {contract.ignore_rim_cells} rows and columns are not compared"))
    return terms


def _cell_tolerance(contract: RasterOutput) -> str:
    relative = 0.0 if contract.values == "angle" else 1e-4
    return tolerance_words(contract.tolerance.over(1e-6, relative))


def _shapes(contract: VectorOutput) -> str:
    if not contract.has_geometry:
        return "none"
    multi = {"any": "single or multi", "require": "multi", "forbid": "single"}[contract.multi]
    dimension = "" if contract.dimension == "any" else f", {contract.dimension}"
    return f"{contract.geometry_type}, {multi}{dimension}"


def _shape_rule(contract: VectorOutput) -> str:
    rule = contract.geometry
    if rule.compare != "match":
        return "by conditions only" if rule.compare == "predicates" else "not at all"
    words = f"± {rule.position_tolerance:g} m"
    if contract.geometry_type == "Polygon":
        words += f", or {100 * rule.area_tolerance:g} % of the area"
    return words + (", direction counts" if rule.direction == "match" else "")


def _compared(contract: VectorOutput | TableOutput, name: str, column: Column) -> str:
    if name in contract.id_columns:
        return "identifies the row"
    if column.role == "label":
        return "equal up to renaming"
    metres = column.effective_role == "coordinate" and column.tolerance.absolute is None
    return tolerance_words(contract.column_tolerance(column), "m" if metres else "")


def _predicate(predicate: Predicate) -> str:
    rule: Any = predicate.model_dump(exclude_none=True, exclude_defaults=True)
    return "; ".join(f"{name.replace('_', ' ')}: {_rule_words(value)}" for name, value in rule.items())


def _rule_words(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    return "yes" if value is True else str(value)
