# SPDX-License-Identifier: GPL-2.0-or-later
"""Chains are planned by effects, follow on their own layers, and tell where an effect was not true."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.bench.chains import Chains, run_chains, unlike
from gisagentbench.headless.drawn_calls.linked_calls import LENGTHS, ChainMaker, named_in, names_known_fields
from gisagentbench.tools.declaration.facts import Band, Extent, Field, Grid, LayerFacts
from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.validator import check_call
from gisagentbench.tools.declaration.value_types import FieldType

FIELDS = (Field("id", "integer"), Field("size", "real"), Field("kind", "text"))
PLOTS = LayerFacts("vector", "EPSG:28992", FIELDS, "Polygon", is_multi=False, count=3, extent=Extent(0, 0, 9, 9))
GRID = Grid(12, 12, (25.0, 0.0, 155000.0, 0.0, -25.0, 463300.0))
LAYERS = {
    "plots": PLOTS,
    "trees": PLOTS.with_(geometry_type="Point"),
    "streets": PLOTS.with_(geometry_type="LineString"),
    "codes": LayerFacts("table", "", FIELDS, "None", count=3),
    "dem": LayerFacts("raster", "EPSG:28992", grid=GRID, bands=(Band("float32", -9999.0),), extent=GRID.extent),
}


def chains(seed: int, count: int) -> list[list[Any]]:
    maker = ChainMaker(seed, ["plots.gpkg"])
    return [maker.chain(LAYERS) for _ in range(count)]


def test_each_call_of_a_chain_is_valid_on_what_came_before_and_follows_on_it():
    for chain in chains(3, 30):
        assert LENGTHS[0] <= len(chain) <= LENGTHS[1]
        known, own = dict(LAYERS), set()
        for planned in chain:
            assert not check_call(planned.api, planned.arguments, known).faults
            assert not own or own & named_in(planned.arguments)
            known |= planned.made
            own |= {handle for handle, facts in planned.made.items() if facts.kind is not None}


def test_no_field_is_named_of_a_layer_whose_fields_an_effect_left_open():
    """By rule: the classes of a raster become fields of tabulate_area, which no planner can know."""
    left_open = 0
    for chain in chains(7, 200):
        known = dict(LAYERS)
        for planned in chain:
            for item in all_tools()[planned.api].arguments:
                if isinstance(item.type, FieldType) and item.name in planned.arguments:
                    facts = known.get(str(planned.arguments.get(item.type.layer)))
                    assert facts is None or facts.fields is not None
            known |= planned.made
            left_open += any(facts.kind == "table" and facts.fields is None for facts in planned.made.values())
    assert left_open


@pytest.mark.parametrize(
    ("expression", "is_known"), [('"size" / 0', True), ('"day" / 0', False), ("'day'", True), ("1 = 1", True)]
)
def test_an_expression_names_fields_of_its_layer(expression, is_known):
    spec = all_tools()["extract_by_expression"]
    assert names_known_fields(spec, {"layer": "plots", "expression": expression}, LAYERS) == is_known


def test_a_seed_gives_the_same_chains_and_many_bring_every_tool():
    assert repr(chains(3, 5)) == repr(chains(3, 5)) != repr(chains(4, 5))
    unlinked = {"load_layer"}  # its file tells what it makes, not its call
    called = {planned.api for chain in chains(5, 400) for planned in chain}
    assert set(all_tools()) - called <= unlinked


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({}, []),
        ({"crs": "ESRI:102718"}, ["crs"]),
        ({"crs": None, "fields": None}, []),
        ({"fields": FIELDS[:2]}, ["fields"]),
        ({"geometry_type": "Point", "is_multi": True}, ["geometry_type", "is_multi"]),
        ({"count": 9, "extent": None}, []),
    ],
)
def test_what_an_effect_told_wrongly_is_named(told, wrong):
    assert unlike(PLOTS.with_(**told), PLOTS) == wrong


def test_bands_are_named_without_their_numbers():
    assert named_in({"a": ["x@2", 5, {"b": "y"}], "c": None}) == {"x", "y"}


@pytest.mark.qgis
def test_chains_that_were_taught_mostly_end_without_an_error(tmp_path):
    """Law: no engine fails, no host dies, and every layer is what the effect of its call told."""
    names = (
        "buffer",
        "clip",
        "dissolve",
        "sort_and_rank",
        "slope",
        "zonal_statistics",
        "distance_matrix",
        "sample_raster",
    )
    specs = [all_tools()[name] for name in names]
    maker, done = ChainMaker(11, [], specs), Chains()
    run_chains(tmp_path, maker, 6, done)
    assert done.faults == []
    assert done.codes.total() == 6 and sum(done.lengths) >= 12
