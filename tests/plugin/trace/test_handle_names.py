# SPDX-License-Identifier: GPL-2.0-or-later
"""Any title becomes a handle that tools take."""

from __future__ import annotations

import pytest

from gisagentbench.plugin.trace.handle_names import handle_for, result_handle
from gisagentbench.tools.declaration.value_types import NewHandleType


@pytest.mark.parametrize(
    ("title", "handle"),
    [
        ("Parks", "parks"),
        ("Straßen – Übersicht (2020)", "straen_ubersicht_2020"),
        ("2020", "layer_2020"),
        ("  ", "layer"),
        ("公园", "layer"),
        ("gpkg_contents", "layer_gpkg_contents"),
        ("x" * 100, "x" * 40),
        ("a" * 39 + " b", "a" * 39),
    ],
)
def test_titles(title: str, handle: str) -> None:
    assert handle_for(title, ()) == handle
    assert NewHandleType().decode("output", handle) == handle


def test_a_name_that_is_taken_gets_a_number() -> None:
    assert handle_for("Parks", {"parks", "parks_2"}) == "parks_3"


def test_results_are_called_by_what_they_are() -> None:
    assert result_handle("clip", "", ()) == "clipped"
    assert result_handle("clip", "", {"clipped"}) == "clipped_2"
    assert result_handle("extract_by_expression", "rest", ()) == "rest"
    assert result_handle("slope", "", ()) == "slope"
