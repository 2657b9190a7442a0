# SPDX-License-Identifier: GPL-2.0-or-later
"""Which checks a contract asks for, in their order."""

from __future__ import annotations

from ..tasks.contract import RasterOutput, TableOutput, VectorOutput
from .record import Check

RASTER_CHECKS = ("readable", "crs", "transform", "size", "bands", "dtype", "nodata", "mask", "values")


def asked_checks(contract: VectorOutput | TableOutput | RasterOutput) -> list[str]:
    """Returns the names of the checks that apply to a contract, in order."""
    if isinstance(contract, RasterOutput):
        return list(RASTER_CHECKS)
    shapes = isinstance(contract, VectorOutput) and contract.has_geometry
    asked = {
        "readable": True,
        "layer": True,
        "crs": shapes,
        "envelope": shapes,
        "geometry_type": isinstance(contract, VectorOutput),
        "multi": isinstance(contract, VectorOutput) and contract.multi != "any",
        "dimension": isinstance(contract, VectorOutput) and contract.dimension != "any",
        "columns": True,
        "types": True,
        "keys": bool(contract.id_columns),
        "order": bool(contract.ordered_by),
        "rows": True,
        "values": bool(contract.compared_columns),
        "geometry": isinstance(contract, VectorOutput) and shapes and contract.geometry.compare == "match",
        "predicates": bool(contract.predicates),
    }
    return [name for name, applies in asked.items() if applies]


def stopped_at(
    contract: VectorOutput | TableOutput | RasterOutput, name: str, detail: str, because: str
) -> list[Check]:
    """Returns all checks of a contract where one failed so early that no later one could run."""
    names = asked_checks(contract)
    place = names.index(name)
    before = [Check(name=other, passed=True) for other in names[:place]]
    after = [Check(name=other, passed=None, detail=f"Not run: {because}.") for other in names[place + 1 :]]
    return [*before, Check(name=name, passed=False, detail=detail), *after]
