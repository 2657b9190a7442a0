# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the rows beside the tools' tests: `tests/tools/groups/**/*.yaml`, each in a workspace and as from the toolbox.

- rule: what holds, in words                     becomes the name of the test
  tool: clip
  given: {parks: {crs: …, rows: […]}}            see given.py
  guard: refuse                                  default
  call: {layer: parks, mask: zones}              `output` is filled in
  expect:                                        any of
    error: CODE    says: text of the sentence
    rows: [{name: a, area: 4.0, wkt: …}]         compared in any order; wkt topologically; only the named columns
    columns: {name: text, area: real}            all of them, in order
    cells: [[1, null]]  inner: 45.0              rasters; null is NoData
    dtype: int16                                 type of the cells
    within: 1.0e-9                               absolute, for numbers and positions
    counts: {matched_count: 2}   warning: CODE   report: {…}
  oracle: on paper | closed form | library version | law | published, with how
  wrong: the value a likely mistake gives        must differ from the expectation
  twin: rule of the same work without the trap   must exist in the file
  workspace_alone: why it is otherwise in the toolbox
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from tool_rows import (
    EXPECT_KEYS,
    FOLDER,
    KEYS,
    ROWS,
    check_effect,
    check_result,
    check_shapes,
    check_words,
    compare_rows,
)

pytestmark = pytest.mark.qgis


@pytest.mark.parametrize("row", [pytest.param(row, id=f"{row['tool']}: {row['rule']}") for _, row in ROWS])
def test_row_in_a_workspace(row: dict[str, Any], make_harness: Any) -> None:
    harness = make_harness(row.get("guard", "refuse"))
    for name, recipe in row.get("given", {}).items():
        harness.give(name, recipe)
    from gisagentbench.tools.declaration.registry import find

    makes_layer = find(row["tool"]).main_output is not None and find(row["tool"]).argument("output") is not None
    arguments = {**row["call"], **({"output": "result"} if makes_layer else {})}
    before = dict(harness.workspace.handles)
    step = harness.call(row["tool"], **arguments)
    expect = row["expect"]
    if "error" in expect:
        assert step.error is not None, "the call was done"
        assert step.error["code"] == expect["error"], step.error
        assert expect.get("says", "") in f"{step.error['message']}. {step.error['hint']}"
        return
    assert step.ok, step.error
    check_effect(harness, row["tool"], arguments, before)
    check_shapes(harness, before)
    check_words(step, expect)
    check_result(harness, step, expect)


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, id=f"{row['tool']}: {row['rule']}")
        for _, row in ROWS
        if row.get("guard", "refuse") == "refuse" and "workspace_alone" not in row
    ],
)
def test_row_as_from_the_toolbox(row: dict[str, Any], qgis_application: Any, tmp_path: Path) -> None:
    from harness import read_cells, read_rows
    from toolbox import run_in_toolbox

    run = run_in_toolbox(row["tool"], row.get("given", {}), row["call"], tmp_path)
    expect = row["expect"]
    if "error" in expect:
        assert run.error, "the call was done"
        if expect["error"] not in ("UNKNOWN_LAYER", "WRONG_TYPE", "MISSING_ARGUMENT", "BAD_VALUE"):
            assert expect["error"] in run.error  # the form of values is checked by Processing first, in its own words
        return
    assert not run.error
    if "warning" in expect:
        assert expect["warning"] in " ".join(run.said)
    path = str(run.results.get("OUTPUT") or next(iter(run.results.values()), "")).partition("|")[0]
    within = expect.get("within", 1e-9)
    if "rows" in expect:
        compare_rows(read_rows(path), expect["rows"], within)
    if "cells" in expect:
        wanted = np.array([[np.nan if c is None else c for c in line] for line in expect["cells"]], float)
        np.testing.assert_allclose(read_cells(path), wanted, rtol=0, atol=within)


@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id=f"{row['tool']}: {row['rule']}") for _, row in ROWS if "workspace_alone" in row],
)
def test_row_of_the_workspace_alone_does_not_hold_in_the_toolbox(
    row: dict[str, Any], qgis_application: Any, tmp_path: Path
) -> None:
    with pytest.raises(AssertionError):
        test_row_as_from_the_toolbox(row, qgis_application, tmp_path)


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_row_is_complete(path: Path) -> None:
    rows = yaml.safe_load(path.read_text(encoding="utf-8"))
    rules = [row["rule"] for row in rows]
    for row in rows:
        assert set(row) <= KEYS and set(row["expect"]) <= EXPECT_KEYS, row["rule"]
        assert row.get("oracle") and "as before" not in row["oracle"], row["rule"]
        assert row.get("twin", rules[0]) in rules, f"{row['rule']}: its twin does not exist"
    assert len(set(rules)) == len(rules)
