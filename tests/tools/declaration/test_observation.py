# SPDX-License-Identifier: GPL-2.0-or-later
"""An observation is short, in English, warnings first."""

from __future__ import annotations

from gisagentbench.tools.declaration.facts import Extent, Field, LayerFacts
from gisagentbench.tools.declaration.observation import TEXT_LIMIT_BYTES, Observation, cut, facts_observation


def test_the_text_of_a_vector_layer() -> None:
    facts = LayerFacts("vector", "EPSG:2263", (Field("nta", "text"),), "Polygon", count=3, extent=Extent(0, 1, 2, 3))
    observation = facts_observation(facts, count_before=5, counts={"matched_count": 2}, warnings=["CRS_UNSUITABLE: x."])
    observation.unit = "US survey foot"
    assert observation.text() == (
        "Warning: CRS_UNSUITABLE: x.\n"
        "vector, 3 rows (input 5), Polygon, EPSG:2263 (US survey foot)\n"
        "fields: nta (text)\n"
        "extent: 0 1 2 3\n"
        "matched_count 2"
    )


def test_a_table_has_no_crs() -> None:
    assert "crs" not in facts_observation(LayerFacts("table", "", (), "None", count=0)).record()


def test_what_does_not_apply_is_absent() -> None:
    assert Observation().record() == {"kind": "report", "text": ""}


def test_text_is_cut_at_4_kb_of_utf8_and_says_so() -> None:
    text = cut("é" * 5000)
    assert len(text.encode()) <= TEXT_LIMIT_BYTES
    assert text.endswith("more bytes not shown")
    assert cut("short") == "short"


def test_a_thousand_fields_do_not_hide_a_warning() -> None:
    facts = LayerFacts("table", "", tuple(Field(f"column_{number}", "real") for number in range(1000)), "None", count=1)
    text = facts_observation(facts, warnings=["EMPTY: nothing."]).text()
    assert text.startswith("Warning: EMPTY: nothing.")
    assert len(text.encode()) <= TEXT_LIMIT_BYTES
