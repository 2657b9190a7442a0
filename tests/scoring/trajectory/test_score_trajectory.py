# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures of a trajectory, worked out on paper: the reference has the roles reproject, buffer, clip, export in five
calls that count, since reproject is called twice."""

import itertools
from dataclasses import replace

import pytest

from gisagentbench.scoring.trajectory.closeness import score_trajectory
from gisagentbench.tests.scoring.trajectory.made_calls import (
    BUFFER,
    CLIP,
    EXPORT,
    LOAD_RIVERS,
    LOAD_TOWNS,
    REFERENCE,
    RIVERS_M,
    RULES,
    TOWNS_M,
    calls,
    changed,
    failed,
    step,
)

LOADED = (LOAD_RIVERS, LOAD_TOWNS)


def scored(*agent, reference=REFERENCE, rules=RULES, strict=None):
    return score_trajectory(calls(*reference), calls(*agent), rules, strict)


def figures(score):
    return score.closeness, score.without_exports, score.multiplicity, score.argument_aware


# rule, calls of the agent, (closeness, without exports, multiplicity, argument-aware)
WORKED_OUT = [
    ("the reference itself", REFERENCE, (1, 1, 1, 1)),
    ("nothing at all", (), (0, 0, 0, 0)),
    ("loading alone", LOADED, (0, 0, 0, 0)),
    (
        "without the buffer the clip takes another mask: 1 of its 2 arguments agrees",
        (*LOADED, RIVERS_M, TOWNS_M, step("clip", "found", layer="towns_m", mask_layer="rivers_m"), EXPORT),
        (3 / 4, 2 / 3, 4 / 5, (1 + 1 + 0 + 1 / 2 + 1) / 5),
    ),
    (
        "one reprojection of two meets the role, and is one call of two",
        (*LOADED, RIVERS_M, BUFFER, step("clip", "found", layer="towns", mask_layer="near"), EXPORT),
        (1, 1, 4 / 5, (1 + 0 + 1 + 1 / 2 + 1) / 5),
    ),
    (
        "a wrong distance is 1 of 3 arguments, and what builds on it is not wrong again",
        changed(BUFFER, distance=10),
        (1, 1, 1, (1 + 1 + 2 / 3 + 1 + 1) / 5),
    ),
    (
        "a distance that is left out differs as well",
        (*LOADED, RIVERS_M, TOWNS_M, step("buffer", "near", layer="rivers_m", unit="m"), CLIP, EXPORT),
        (1, 1, 1, (1 + 1 + 2 / 3 + 1 + 1) / 5),
    ),
    (
        "the right operations on the wrong layers",
        (
            *(*LOADED, RIVERS_M, TOWNS_M),
            step("buffer", "near", layer="towns_m", distance=100, unit="m"),
            step("clip", "found", layer="rivers_m", mask_layer="near"),
            EXPORT,
        ),
        (1, 1, 1, (1 + 1 + 2 / 3 + 1 / 2 + 1) / 5),
    ),
    (
        "a substitute meets the role, and takes the same layers under other names",
        (
            *(*LOADED, RIVERS_M, TOWNS_M, BUFFER),
            step("intersection", "found", input_layer="near", overlay_layer="towns_m", keep="all"),
            EXPORT,
        ),
        (1, 1, 1, 1),
    ),
    (
        "never written: clip, buffer and reproject without an export",
        (*LOADED, RIVERS_M, TOWNS_M, BUFFER, CLIP),
        (3 / 4, 1, 4 / 5, 4 / 5),
    ),
    (
        "calls beyond those of the reference take nothing off",
        (*REFERENCE, step("dissolve", "all", layer="found"), step("buffer", "again", layer="all", distance=1)),
        (1, 1, 1, 1),
    ),
    (
        "a failed call did nothing, though its role is required",
        (*LOADED, RIVERS_M, TOWNS_M, failed("buffer", layer="rivers_m"), failed("clip"), failed("export")),
        (1 / 4, 1 / 3, 2 / 5, 2 / 5),
    ),
]


@pytest.mark.parametrize(("agent", "expected"), [row[1:] for row in WORKED_OUT], ids=[row[0] for row in WORKED_OUT])
def test_figures_on_paper(agent, expected):
    assert figures(scored(*agent)) == pytest.approx(expected)


def test_missing_and_extra_roles_are_named():
    agent = (LOAD_TOWNS, TOWNS_M, step("dissolve", "one", layer="towns_m"), step("export", layer="one", file="a.gpkg"))
    score = scored(*agent)
    assert (score.missing, score.extra) == (["buffer", "clip"], ["dissolve"])


def test_a_call_that_stands_in_is_no_extra_and_is_named():
    agent = (*LOADED, RIVERS_M, TOWNS_M, BUFFER, step("intersection", "found", a_layer="towns_m", b_layer="near"))
    score = scored(*agent)
    clip = next(role for role in score.roles if role.role == "clip")
    assert (clip.calls, clip.substitute_calls, clip.substitutes, score.extra) == ([], [6], ["intersection"], [])


def test_each_reference_call_tells_its_partner_and_what_differs():
    score = scored(*changed(BUFFER, distance=10, unit="ft"))
    told = [(one.reference_call, one.call, one.differing) for one in score.calls]
    assert told == [(3, 3, []), (4, 4, []), (5, 5, ["distance", "unit"]), (6, 6, []), (7, 7, [])]


def test_a_composite_call_has_two_roles_and_two_calls_meet_them():
    reference = (LOAD_RIVERS, step("buffer_dissolved", "near", layer="rivers", distance=100))
    agent = (LOAD_RIVERS, step("buffer", "a", layer="rivers", distance=100), step("dissolve", "b", layer="a"))
    assert scored(*agent, reference=reference).closeness == 1
    assert scored(*agent[:2], reference=reference).closeness == 1 / 2
    assert scored(*reference, reference=agent).closeness == 1


@pytest.mark.parametrize(("wide", "narrow"), tuple(itertools.permutations((21, 22, 23, 24), 2)))
def test_calls_that_agree_alike_are_told_apart_by_what_is_made_of_them(wide, narrow):
    """Both buffers of the agent have a wrong distance; which is which shows in the call that takes them."""
    reference = (
        LOAD_RIVERS,
        step("buffer", "inner", layer="rivers", distance=10),
        step("buffer", "outer", layer="rivers", distance=20),
        step("difference", "ring", layer="outer", mask_layer="inner"),
    )
    agent = (
        LOAD_RIVERS,
        step("buffer", "a", layer="rivers", distance=wide),
        step("buffer", "b", layer="rivers", distance=narrow),
        step("difference", "c", layer="a", mask_layer="b"),
    )
    assert scored(*agent, reference=reference).argument_aware == pytest.approx((1 / 2 + 1 / 2 + 1) / 3)


@pytest.mark.parametrize("distance", range(10, 18))
def test_a_call_stands_for_one_of_its_own_api_before_a_substitute(distance):
    rules = replace(RULES, substitutes={"union": ("multi_union",), "multi_union": ("union",)})

    def both(distance):
        near = step("buffer", "near", layer="rivers", distance=distance)
        layers = {"a_layer": "near", "b_layer": "towns"}
        return (*LOADED, near, step("union", "one", **layers), step("multi_union", "two", **layers))

    score = scored(*both(distance), reference=both(10), rules=rules)
    assert [one.call_api for one in score.calls] == ["buffer", "union", "multi_union"]


def test_a_substitute_that_takes_more_layers_agrees_less():
    agent = (*REFERENCE[:5], step("intersection", "found", a_layer="towns_m", b_layer="near", c_layer="rivers"), EXPORT)
    assert scored(*agent).calls[3].agreement == pytest.approx(2 / 3)


def test_the_same_file_is_the_same_layer_and_another_file_is_not():
    other = (step("load", "rivers", file="roads.gpkg"), *REFERENCE[1:])
    assert scored(*other).argument_aware == pytest.approx((1 / 2 + 1 + 1 + 1 + 1) / 5)


@pytest.mark.parametrize(("distance", "share"), [(100.0, 1), (True, 2 / 3), ("100", 2 / 3), (None, 2 / 3)])
def test_a_number_equals_a_number_and_nothing_else(distance, share):
    buffer = scored(*changed(BUFFER, distance=distance)).calls[2]
    assert buffer.agreement == pytest.approx(share)


def test_a_failed_or_read_only_call_has_no_role_that_counts():
    done = calls(step("clip"))[0]
    for call, does in ((done, True), (replace(done, ok=False), False), (replace(done, read_only=True), False)):
        assert (RULES.meets(call, "clip"), bool(RULES.counted(call))) == (does, does)


def test_a_band_is_part_of_what_a_layer_is():
    from gisagentbench.scoring.trajectory.calls import Handle

    load = calls(step("load", "image", file="image.tif"))
    red, near = (
        replace(calls(load_step, step("slope", "out"))[1], arguments={"raster": Handle("image", band)})
        for load_step, band in ((step("look"), "3"), (step("look"), "4"))
    )
    assert score_trajectory([*load, red], [*load, red], RULES).argument_aware == 1
    assert score_trajectory([*load, red], [*load, near], RULES).argument_aware == 0


def test_a_dropped_role_is_not_required_and_the_raw_figure_stands_beside():
    rules = replace(RULES, drops={"reproject": "agent X, run 3, was strictly right in degrees"})
    agent = (
        *LOADED,
        step("buffer", "near", layer="rivers", distance=100, unit="m"),
        step("clip", "found", layer="towns", mask_layer="near"),
        EXPORT,
    )
    score = scored(*agent, rules=rules)
    # of buffer distance and unit are compared, of clip the mask, of export layer and file: all agree
    assert figures(score) == (1, 1, 1, 1)
    assert (score.raw, score.raw_without_exports) == (pytest.approx(3 / 4), pytest.approx(2 / 3))
    dropped = score.roles[0]
    assert (dropped.role, dropped.required, dropped.dropped_because) == (
        ("reproject", False, "agent X, run 3, was strictly right in degrees")
    )
    assert score.missing == []


def test_a_layer_of_a_dropped_step_is_compared_with_nothing_in_a_substitute_either():
    """Of the two layers of the clip the towns come from a dropped step; the other one, near, agrees."""
    rules = replace(RULES, drops={"reproject": "agent X, run 3, was strictly right in degrees"})
    near = step("buffer", "near", layer="rivers", distance=100, unit="m")
    agent = (*LOADED, near, step("intersection", "found", a_layer="towns", b_layer="near"), EXPORT)
    assert [one.agreement for one in scored(*agent, rules=rules).calls] == [1, 1, 1]
    other = (*LOADED, near, step("intersection", "found", a_layer="towns", b_layer="rivers"), EXPORT)
    assert [one.agreement for one in scored(*other, rules=rules).calls] == [1, 0, 1]


def test_a_call_with_one_role_dropped_and_one_required_is_required():
    reference = (LOAD_RIVERS, step("buffer_dissolved", "near", layer="rivers", distance=100))
    score = scored(reference[0], reference=reference, rules=replace(RULES, drops={"dissolve": "Run 3."}))
    assert [(one.api, one.agreement) for one in score.calls] == [("buffer_dissolved", 0)]
    assert (score.closeness, score.argument_aware, score.missing) == (0, 0, ["buffer"])


@pytest.mark.parametrize(
    ("reference", "drops", "reason", "raw"),
    [
        (LOADED, {}, "Nothing is required: the reference only loads and inspects.", None),
        (REFERENCE[:3], {"reproject": "x"}, "Nothing is required: the release drops every role of the reference.", 1),
    ],
)
def test_without_a_required_role_it_is_ungradeable(reference, drops, reason, raw):
    score = scored(*REFERENCE, reference=reference, rules=replace(RULES, drops=drops))
    assert (score.status, score.reason, score.raw) == ("ungradeable", reason, raw)
    assert figures(score) == (None, None, None, None)


def test_without_exports_there_is_no_figure_where_only_exports_are_required():
    only = (LOAD_RIVERS, step("export", layer="rivers", file="a.gpkg"))
    score = scored(*only, reference=only)
    assert (score.closeness, score.without_exports, score.argument_aware_without_exports) == (1, None, None)


def test_a_missing_operation_whose_layers_went_elsewhere_is_a_wrong_tool():
    agent = (
        *(*LOADED, RIVERS_M, TOWNS_M, BUFFER),
        step("select_by_location", "found", layer="towns_m", other_layer="near"),
        EXPORT,
    )
    (wrong,) = scored(*agent).wrong_tools
    assert (wrong.role, wrong.reference_call, wrong.call, wrong.call_api) == ("clip", 6, 6, "select_by_location")


@pytest.mark.parametrize(
    ("mask", "found"),
    [("simple", [("buffer", 5)]), ("rivers_m", [])],
    ids=["its result goes where that of the buffer should", "its result goes nowhere"],
)
def test_a_call_on_the_one_layer_of_a_missing_step_is_in_its_place_if_used_alike(mask, found):
    simplify = step("simplify", "simple", layer="rivers_m")
    agent = (*LOADED, RIVERS_M, TOWNS_M, simplify, step("clip", "found", layer="towns_m", mask_layer=mask), EXPORT)
    assert [(wrong.role, wrong.call) for wrong in scored(*agent).wrong_tools] == found


def test_no_tool_stands_in_the_place_of_an_export():
    agent = (*REFERENCE[:-1], step("dissolve", "one", layer="found"))
    assert scored(*agent).wrong_tools == []


def test_an_extra_call_on_other_layers_is_no_wrong_tool():
    agent = (*LOADED, RIVERS_M, TOWNS_M, BUFFER, step("select_by_location", "f", layer="towns", other_layer="near"))
    assert scored(*agent).wrong_tools == []
