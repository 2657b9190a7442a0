# SPDX-License-Identifier: GPL-2.0-or-later
"""Every tool with layers of 10^5 rows: the layers of its first plain row, laid out in tiles that are far apart.

A call is done, or refused by a code that its help names or by LIMIT_EXCEEDED. Tiles know nothing of each other: what a
tool makes of each row or its surroundings is made in every tile.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from odd_layers import is_raster
from plain_rows import OF_EVERY_TOOL, PLAIN, TEXT_LIMIT, arguments_of

from gisagentbench.tools.declaration.registry import find

pytestmark = [pytest.mark.qgis, pytest.mark.slow]
ROWS = 100_000
CASES = [
    tool
    for tool, row in PLAIN.items()
    if row.get("given") and not any(is_raster(recipe) for recipe in row["given"].values())
]
# Their results are of the layer as a whole, of all pairs of rows, or of groups of rows, which tiles may share.
OF_THE_LAYER = {"mean_center", "morans_i", "nearest_neighbor_index", "ripleys_k", "standard_deviational_ellipse"}
OF_PAIRS = {"constrained_shortest_path", "od_cost_matrix", "shortest_path"}
OF_GROUPS = {"dissolve", "distance_matrix", "frequency", "points_to_path", "random_points", "remove_duplicates",
             "summarize_by_group"}  # fmt: skip


@pytest.mark.parametrize("tool", CASES)
def test_many_rows_give_many_results_or_a_named_refusal(tool: str, harness: Any) -> None:
    from tiles import step_of, write_tiled

    from gisagentbench.tools.execution.layers.layer_facts import vector_facts
    from gisagentbench.tools.execution.workspace import Written

    row = PLAIN[tool]
    given = row["given"]
    tiles, step = math.ceil(ROWS / max(len(recipe["rows"]) for recipe in given.values())), step_of(given)
    for name, recipe in given.items():
        path = harness.workspace.work / f"{name}.gpkg"
        write_tiled(path, name, recipe, tiles, step)
        harness.workspace.accept(name, Written(path, name), vector_facts(str(path), name))
    done = harness.call(tool, **arguments_of(tool, row))
    if not done.ok:
        assert done.error["code"] in {*OF_EVERY_TOOL, *find(tool).help.codes} - {"ENGINE_FAILED"}, done.error
        return
    assert len(done.observation["text"].encode()) <= TEXT_LIMIT
    if tool not in OF_GROUPS and find(tool).main_output is not None and "rows" in row["expect"]:
        times = 1 if tool in OF_THE_LAYER else tiles**2 if tool in OF_PAIRS else tiles
        assert done.observation["count"] == len(row["expect"]["rows"]) * times
