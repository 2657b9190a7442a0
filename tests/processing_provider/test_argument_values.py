# SPDX-License-Identifier: GPL-2.0-or-later
"""What a dialog leaves empty is left out of the call."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = pytest.mark.qgis


def read(api: str, values: dict[str, Any]) -> dict[str, Any]:
    from qgis.core import QgsApplication, QgsProcessingContext

    from gisagentbench.processing_provider.argument_values import json_arguments
    from gisagentbench.tools.declaration.registry import find

    spec = find(api)
    algorithm = QgsApplication.processingRegistry().algorithmById(f"gisagentbench:{spec.algorithm_id}")
    return json_arguments(algorithm, spec, values, QgsProcessingContext())


@pytest.mark.parametrize("empty", [[], None, "", [None], [""]])
def test_tables_without_a_row(qgis_application: Any, empty: Any) -> None:
    """types is an object and null_values a list; the dialog of load_layer gives an empty list for both."""
    values = {"FILE": "/data/a.csv", "TYPES": empty, "NULL_VALUES": empty, "LAYER": "TEMPORARY_OUTPUT"}
    assert read("load_layer", values) == {"file": "/data/a.csv", "name": "result"}


def test_a_text_that_says_null_is_a_text(qgis_application: Any) -> None:
    assert read("load_layer", {"FILE": "/data/a.csv", "NULL_VALUES": ["NULL"]})["null_values"] == ["NULL"]


def test_a_row_that_is_cut_short_is_told(qgis_application: Any) -> None:
    from gisagentbench.tools.declaration.decoding import check_arguments
    from gisagentbench.tools.declaration.registry import find

    found = read("load_layer", {"FILE": "/data/a.csv", "TYPES": ["a", "text", "b"]})
    faults, _ = check_arguments(find("load_layer"), found)
    assert [(fault.code, fault.argument) for fault in faults] == [("BAD_VALUE", 'types["b"]')]


def null() -> Any:
    """What QGIS makes of an empty cell of a table."""
    from qgis.core import NULL

    return NULL


def test_an_empty_cell_is_no_text_that_says_null(qgis_application: Any) -> None:
    assert read("dissolve", {"STATISTICS": ["area", null()]})["statistics"] == {"area": []}
    assert read("dissolve", {"STATISTICS": [null(), "sum"]})["statistics"] == {"": ["sum"]}
    assert read("load_layer", {"FILE": "/data/a.csv", "TYPES": ["a", null()]})["types"] == {"a": ""}
    assert read("load_layer", {"FILE": "/data/a.csv", "NULL_VALUES": ["-", null()]})["null_values"] == ["-", ""]


def test_a_row_that_was_added_and_left_empty_is_none(qgis_application: Any) -> None:
    rows = ["area", "sum", null(), null(), "", "", "name", "min"]
    assert read("dissolve", {"STATISTICS": rows})["statistics"] == {"area": ["sum"], "name": ["min"]}
