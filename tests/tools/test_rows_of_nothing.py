# SPDX-License-Identifier: GPL-2.0-or-later
"""Every row again, where its layers have no rows, or rows without a shape: done, or refused by a named code.

The table of all tools does so with one row of each tool; a word or an argument may lead to another engine.
"""

from __future__ import annotations

from typing import Any

import pytest
from odd_layers import column_types, empty, has_shapes, is_raster, stored_type
from plain_rows import OF_EVERY_TOOL, arguments_of
from tool_rows import ROWS

from gisagentbench.tools.declaration.registry import find

pytestmark = [pytest.mark.qgis, pytest.mark.slow]
CASES = [
    pytest.param(row, id=f"{row['tool']}: {row['rule']}")
    for _, row in ROWS
    if "error" not in row["expect"] and any(not is_raster(recipe) for recipe in row.get("given", {}).values())
]


def without_shapes(recipe: dict[str, Any]) -> dict[str, Any]:
    """Takes the shapes from all rows."""
    if not has_shapes(recipe):
        return recipe
    rows = [{**row, "wkt": None} for row in recipe["rows"]]
    return {**recipe, "geometry_type": stored_type(recipe), "types": column_types(recipe), "rows": rows}


@pytest.mark.parametrize("row", CASES)
@pytest.mark.parametrize("alter", [empty, without_shapes], ids=["no rows", "no shapes"])
def test_nothing_gives_a_result_or_a_named_refusal(row: dict[str, Any], alter: Any, make_harness: Any) -> None:
    harness = make_harness(row.get("guard", "refuse"))
    for name, recipe in row["given"].items():
        harness.give(name, recipe if is_raster(recipe) else alter(recipe))
    step = harness.call(row["tool"], **arguments_of(row["tool"], row))
    allowed = (OF_EVERY_TOOL | set(find(row["tool"]).help.codes)) - {"ENGINE_FAILED"}
    assert step.ok or step.error["code"] in allowed, step.error
