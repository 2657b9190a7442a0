# SPDX-License-Identifier: GPL-2.0-or-later
"""Keys of types that do not go together are told before any row is read."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.headless.plan_check.given_inputs import StatedInputs
from gisagentbench.headless.plan_check.plan import plan_findings
from gisagentbench.tools.declaration.facts import Field, LayerFacts

pytestmark = pytest.mark.qgis

TYPES = ("integer", "real", "text", "boolean", "date", "datetime")
FIELDS = tuple(Field(f"a_{name}", name) for name in TYPES)  # type: ignore[arg-type]
ROWS = LayerFacts("vector", "EPSG:2263", FIELDS, "Point", False, False, False)
INPUTS = StatedInputs({"rows.gpkg": ROWS, "open.gpkg": LayerFacts("vector")})


def codes(keys: dict[str, str], join_layer: str = "more", **more: Any) -> list[str]:
    steps = [
        ("load_layer", {"file": "rows.gpkg", "name": "rows"}),
        ("load_layer", {"file": "rows.gpkg", "name": "more"}),
        ("load_layer", {"file": "open.gpkg", "name": "open"}),
        ("join_by_field", {"layer": "rows", "join_layer": join_layer, "keys": keys, "output": "joined",
                           "copy_fields": [], "prefix": "more_", **more}),
    ]  # fmt: skip
    return [finding.code for finding in plan_findings(steps, INPUTS) if finding.severity == "error"]


@pytest.mark.parametrize("name", TYPES)
def test_keys_of_one_type_go_together(name: str) -> None:
    more = {"copy_fields": ["a_integer" if name != "integer" else "a_real"]}
    assert codes({f"a_{name}": f"a_{name}"}, **more) == []


def test_whole_numbers_and_others_go_together() -> None:
    assert codes({"a_integer": "a_real"}, copy_fields=["a_text"]) == []


@pytest.mark.parametrize(
    ("first", "second"), [("integer", "text"), ("text", "real"), ("date", "text"), ("date", "integer")]
)
def test_numbers_texts_and_dates_do_not(first: str, second: str) -> None:
    assert codes({f"a_{first}": f"a_{second}"}, copy_fields=["a_boolean"]) == ["KEY_MISMATCH"]


def test_of_a_field_that_is_not_known_nothing_is_said() -> None:
    assert codes({"a_integer": "code"}, "open", copy_fields=["name"]) == []
