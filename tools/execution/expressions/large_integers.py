# SPDX-License-Identifier: GPL-2.0-or-later
"""Whole numbers that an expression of QGIS cannot tell apart: it compares them as 64-bit floats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qgis.core import QgsExpression

from ...declaration.layers import Rows

if TYPE_CHECKING:
    from ..run import Run

LARGEST_EXACT = 2**53


def demand_exact(run: Run, layer: Rows, expression: QgsExpression, fields: list[str]) -> None:
    """Refuses to compute with whole numbers beyond 2^53; a field that stands alone is given as it is.

    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    from ..layers.rows import read_rows

    if expression.isField():
        return
    whole = [field.name for field in layer.facts.fields or () if field.type == "integer" and field.name in fields]
    for column in read_rows(run, layer, whole, geometry=False).columns if whole else []:
        known = column.values[~column.is_null]
        beyond = known[(known > LARGEST_EXACT) | (known < -LARGEST_EXACT)]
        if len(beyond):
            run.require.find("LIMIT_EXCEEDED", f'"{column.field.name}" holds {beyond[0]}; whole numbers beyond 2^53 '
                             "are rounded in expressions, so neighbours count as equal",
                             'refactor_fields with types {"' + column.field.name + '": "text"} makes them '
                             "comparable")  # fmt: skip
