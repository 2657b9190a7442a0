# SPDX-License-Identifier: GPL-2.0-or-later
"""The rows of the tools' own tests are rehearsed: what is done there is refused by nobody here, whatever is known.

The oracle is the expectation of each row, which the tools' tests hold against the tool itself.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.headless.plan_check.expressions import expression_faults
from gisagentbench.headless.plan_check.key_types import key_fault
from gisagentbench.headless.plan_check.rehearsal import KnownLayers, rehearsed_fault
from gisagentbench.tools.declaration.facts import UNKNOWN, LayerFacts
from gisagentbench.tools.declaration.registry import find
from gisagentbench.tools.declaration.validator import check_call

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))
from tool_rows import ROWS

pytestmark = pytest.mark.qgis
FACTS = ("crs", "fields", "geometry_type", "is_multi", "has_z", "has_m", "count", "extent", "grid", "bands")
# Codes that facts decide, with the share of their rows that is foretold at least
DECIDED = {"CRS_MISMATCH": 0.7, "MISSING_ARGUMENT": 0.8, "CRS_MISSING": 0.9, "UNKNOWN_FIELD": 1.0, "UNKNOWN_BAND": 1.0}


def rows(every: int) -> list[dict[str, Any]]:
    """Gives some of the rows that are run at the usual level of guards, on layers that can be made."""
    chosen = [row for _, row in ROWS[::every] if row.get("guard", "refuse") == "refuse"]
    return [row for row in chosen if row["tool"] != "load_layer"]


def foretold(row: dict[str, Any], handles: Mapping[str, LayerFacts], folder: Path) -> str:
    """Gives the code that a row is told to end with; "" for none."""
    spec = find(row["tool"])
    makes_layer = spec.main_output is not None and spec.argument("output") is not None
    checked = check_call(row["tool"], {**row["call"], **({"output": "result"} if makes_layer else {})}, handles)
    faults = checked.faults or expression_faults(spec, checked.call)
    if not faults:
        fault = rehearsed_fault(spec, checked.call, KnownLayers(handles, {}), folder) or key_fault(spec, checked.call)
        faults = [] if fault is None else [fault]
    return faults[0].code if faults else ""


def with_gaps(handles: Mapping[str, LayerFacts]) -> Iterator[dict[str, LayerFacts]]:
    """Gives the facts of layers with something left open: all of one layer, all of all, one fact of all."""
    yield from ({**handles, name: UNKNOWN} for name in handles)
    yield dict.fromkeys(handles, UNKNOWN)
    yield from ({name: facts.with_(**{fact: None}) for name, facts in handles.items()} for fact in FACTS)


def judged(every: int, tmp_path: Path) -> tuple[list[str], dict[str, Counter[str]]]:
    """Rehearses rows. Returns: What was told wrongly; by code how many rows end with it, and how many were foretold."""
    from harness import Harness

    wrong: list[str] = []
    found: dict[str, Counter[str]] = {}
    for number, row in enumerate(rows(every)):
        harness = Harness(tmp_path / str(number))
        for name, recipe in row.get("given", {}).items():
            harness.give(name, recipe)
        handles, expected = dict(harness.workspace.handles), row["expect"].get("error", "")
        told = foretold(row, handles, tmp_path / "output")
        label = f"{row['tool']}: {row['rule']}"
        if told not in ("", expected):
            wrong.append(f"{label}: told {told}, is {expected or 'done'}")
        if not expected:
            wrong += [
                f"{label}: told {code} with gaps"
                for gaps in with_gaps(handles)
                if (code := foretold(row, gaps, tmp_path))
            ]
        else:
            found.setdefault(expected, Counter()).update(["rows", *(["foretold"] if told else [])])
    return wrong, found


def test_some_rows_that_are_done_are_refused_by_nobody(qgis_application: Any, tmp_path: Path) -> None:
    wrong, _ = judged(17, tmp_path)
    assert wrong == []


@pytest.mark.slow
def test_many_rows_are_told_rightly_and_what_facts_decide_is_foretold(qgis_application: Any, tmp_path: Path) -> None:
    wrong, found = judged(3, tmp_path)
    assert wrong == []
    shares = {code: found[code]["foretold"] / found[code]["rows"] for code in DECIDED}
    assert {code: share for code, share in shares.items() if share < DECIDED[code]} == {}
