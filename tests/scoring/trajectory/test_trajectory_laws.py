# SPDX-License-Identifier: GPL-2.0-or-later
"""Laws of the figures, held on made-up trajectories: a few inputs, and steps that build on whatever was made before."""

import itertools
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gisagentbench.scoring.trajectory.agreement import Comparison
from gisagentbench.scoring.trajectory.alignment import align
from gisagentbench.scoring.trajectory.calls import Call, Handle, Rules
from gisagentbench.scoring.trajectory.closeness import score_trajectory
from gisagentbench.scoring.trajectory.data_flow import flow_of
from gisagentbench.scoring.trajectory.mechanisms import failure_note
from gisagentbench.tests.scoring.trajectory.made_calls import RULES

few = settings(max_examples=40)
APIS = ("reproject", "buffer", "clip", "dissolve", "export")
ROLES = {"export": "export_data"}


@st.composite
def trajectories(draw, most=7):
    """Draws calls; each step takes one or two layers made before it, inputs among them."""
    sources = draw(st.integers(1, 3))
    made = [
        Call(n, "load", frozenset({"load_data"}), source=f"{n}.gpkg", outputs={"": f"h{n}"})
        for n in range(1, sources + 1)
    ]
    for number in range(sources + 1, sources + 1 + draw(st.integers(1, most))):
        api = draw(st.sampled_from(APIS))
        handles = draw(st.lists(st.integers(1, number - 1), min_size=1, max_size=2))
        layers = {f"layer_{place}": Handle(f"h{handle}") for place, handle in enumerate(handles)}
        roles, value = frozenset({ROLES.get(api, api)}), draw(st.integers(0, 2))
        made.append(Call(number, api, roles, arguments={**layers, "value": value}, outputs={"": f"h{number}"}))
    return made


def figures(score):
    return (
        *(score.closeness, score.without_exports, score.raw, score.multiplicity),
        *(score.argument_aware, score.argument_aware_without_exports),
        *(tuple(score.missing), tuple(score.extra), tuple(one.agreement for one in score.calls)),
        tuple((one.first, one.then) for one in score.order_violations),
    )


def renamed(calls, name_of):
    def value(one):
        return Handle(name_of(one.name), one.part) if isinstance(one, Handle) else one

    return [
        replace(
            call,
            arguments={name: value(one) for name, one in call.arguments.items()},
            outputs={output: name_of(handle) for output, handle in call.outputs.items()},
        )
        for call in calls
    ]


def reordered(calls, chance):
    """Gives the calls in another order in which each still stands behind those whose layers it takes."""
    left, made, order = list(calls), set(), []
    while left:
        ready = [
            call for call in left if {one.name for one in call.arguments.values() if isinstance(one, Handle)} <= made
        ]
        call = chance.choice(ready)
        left.remove(call)
        made |= set(call.outputs.values())
        order.append(call)
    return [replace(call, number=number) for number, call in enumerate(order, start=1)]


@few
@given(trajectories())
def test_the_reference_itself_has_1_everywhere(reference):
    score = score_trajectory(reference, reference, RULES)
    assert score.closeness == score.multiplicity == score.argument_aware == score.raw == 1
    assert (score.missing, score.extra, score.order_violations) == ([], [], [])


@few
@given(trajectories(), trajectories())
def test_names_of_handles_change_nothing(reference, agent):
    other = renamed(agent, lambda name: f"layer_{name[::-1]}_x")
    assert figures(score_trajectory(reference, other, RULES)) == figures(score_trajectory(reference, agent, RULES))


@few
@given(trajectories(), trajectories(), st.randoms(use_true_random=False))
def test_the_order_of_calls_that_do_not_build_on_one_another_changes_nothing(reference, agent, chance):
    other = reordered(agent, chance)
    assert figures(score_trajectory(reference, other, RULES)) == figures(score_trajectory(reference, agent, RULES))


@few
@given(trajectories(), trajectories(), st.randoms(use_true_random=False))
def test_read_only_and_failed_calls_change_nothing(reference, agent, chance):
    more = list(agent)
    for _ in range(3):
        failed = replace(chance.choice(agent), ok=False, error="TIMEOUT")
        looked = Call(0, "look", frozenset({"inspect_data"}), read_only=True, arguments={"layer": Handle("h1")})
        more.insert(chance.randrange(len(more) + 1), chance.choice([failed, looked]))
    assert figures(score_trajectory(reference, more, RULES)) == figures(score_trajectory(reference, agent, RULES))


@few
@given(trajectories(), trajectories())
def test_figures_lie_between_0_and_1(reference, agent):
    score = score_trajectory(reference, agent, RULES)
    shares = (score.closeness, score.without_exports, score.multiplicity, score.argument_aware)
    assert all(share is None or 0 <= share <= 1 for share in shares)
    assert all(0 <= one.agreement <= 1 for one in score.calls)
    assert (score.closeness == 1) == (score.missing == [])


@few
@given(trajectories(), st.data())
def test_without_one_role_the_figure_is_lower_by_1_over_the_number_of_roles(reference, data):
    roles = sorted({role for call in reference for role in RULES.counted(call)})
    role = data.draw(st.sampled_from(roles))
    agent = [call for call in reference if role not in call.roles]
    score = score_trajectory(reference, agent, RULES)
    assert score.closeness == pytest.approx(1 - 1 / len(roles), abs=1e-12)
    assert score.missing == [role]


@few
@given(trajectories(), trajectories())
def test_calls_beyond_those_made_raise_a_figure_or_leave_it(reference, agent):
    more = [*agent, *renamed(reference, lambda name: f"more_{name}")]
    assert score_trajectory(reference, more, RULES).closeness == 1
    assert score_trajectory(reference, more, RULES).multiplicity == 1


@few
@given(st.integers(1, 6), st.integers(0, 8))
def test_multiplicity_counts_calls_of_one_role(asked, done):
    load = Call(1, "load", frozenset({"load_data"}), source="a.gpkg", outputs={"": "a"})

    def buffers(count):
        return [load] + [
            Call(n, "buffer", frozenset({"buffer"}), arguments={"layer": Handle("a"), "distance": n})
            for n in range(2, count + 2)
        ]

    score = score_trajectory(buffers(asked), buffers(done), RULES)
    assert score.multiplicity == score.argument_aware == pytest.approx(min(asked, done) / asked, abs=1e-12)
    assert score.closeness == (1 if done else 0)


def best_of_all(reference, agent, rules):
    """The best sum of agreements over every one-to-one assignment, tried one by one."""
    ours, theirs = flow_of(reference), flow_of(agent)
    rows = [place for place, call in enumerate(ours.calls) if rules.counted(call)]
    columns = [place for place, call in enumerate(theirs.calls) if rules.counted(call)]
    best = 0.0
    for chosen in itertools.permutations([*columns, *[None] * len(rows)], len(rows)):
        pairs = {row: column for row, column in zip(rows, chosen, strict=True) if column is not None}
        if all(ours.calls[row].roles & theirs.calls[column].roles for row, column in pairs.items()):
            comparison = Comparison(ours, theirs).under(pairs)
            best = max(best, sum(comparison.of(row, column).share for row, column in pairs.items()))
    return best


@few
@given(trajectories(most=3), trajectories(most=3))
def test_of_few_calls_the_best_of_all_assignments_is_found(reference, agent):
    found = align(flow_of(reference), flow_of(agent), RULES)
    assert found.total == pytest.approx(best_of_all(reference, agent, RULES), abs=1e-12)


def test_thousands_of_hostile_calls_are_scored_within_bounds():
    chance = random.Random(4)
    reference = [Call(1, "load", frozenset({"load_data"}), source="a.gpkg", outputs={"": "a"})] + [
        Call(n, "buffer", frozenset({"buffer"}), arguments={"layer": Handle("a"), "distance": n}, outputs={"": f"b{n}"})
        for n in range(2, 42)
    ]
    deep: list = []
    for _ in range(500):
        deep = [deep]
    agent = []
    for number in range(1, 1001):
        handle = f"b{chance.randrange(20)}"  # taken and made by many calls, some of them this very call
        arguments = {"layer": Handle(handle), "distance": number, "deep": deep, "": "\ud800"}
        roles = frozenset({"buffer"}) if number % 2 else frozenset()
        agent.append(Call(number, "buffer" if number % 2 else "no_such_tool", roles, arguments=arguments,
                          ok=bool(number % 3), outputs={"": handle}))  # fmt: skip
    score = score_trajectory(reference, agent, RULES)
    assert (score.closeness, score.multiplicity, score.missing) == (1, 1, [])
    # layers of the agent's calls are made by nobody known or by calls on such layers; of 4 arguments none agrees
    assert score.argument_aware is not None and 0 <= score.argument_aware < 1 / 2


def test_beyond_the_bound_arguments_are_not_compared_and_the_note_says_so():
    reference = [Call(1, "buffer", frozenset({"buffer"}))]
    many = [Call(n, "buffer", frozenset({"buffer"}), arguments={"n": n}) for n in range(1, 5001)]
    score = score_trajectory(reference, many, RULES)
    assert (score.closeness, score.argument_aware, score.calls) == (1, None, [])
    assert score.note == "Arguments were not compared: too many calls could stand for one another."


def test_ten_thousand_calls_are_scored_and_one_more_is_ungradeable():
    """Two roles that feed one another all along, the worst case of the order."""
    agent = [Call(1, "load", frozenset({"load_data"}), source="a.gpkg", outputs={"": "h1"})] + [
        Call(n, api, frozenset({api}), arguments={"layer": Handle(f"h{n - 1}")}, outputs={"": f"h{n}"})
        for n in range(2, 10_001)
        for api in [("buffer", "clip", "resample_raster")[n % 3]]
    ]
    reference = agent[:4]
    score = score_trajectory(reference, agent, RULES, False)
    assert (score.closeness, score.multiplicity, score.argument_aware) == (1, 1, None)
    more = [*agent, Call(10_001, "buffer", frozenset({"buffer"}))]
    score = score_trajectory(reference, more, RULES, False)
    assert (score.status, score.reason) == ("ungradeable", "More than 10000 calls cannot be compared.")
    assert failure_note(score, reference, more, RULES, []).labels == ["unassigned"]


def test_handles_that_failed_calls_should_have_made_are_nobodys():
    """Two failed calls that take each other's layers make no cycle: neither made anything."""
    first = Call(1, "buffer", frozenset({"buffer"}), ok=False, arguments={"layer": Handle("b")}, outputs={"": "a"})
    second = Call(2, "buffer", frozenset({"buffer"}), ok=False, arguments={"layer": Handle("a")}, outputs={"": "b"})
    third = Call(3, "clip", frozenset({"clip"}), arguments={"layer": Handle("a"), "mask": Handle("b")})
    assert [layer.maker for layer in flow_of([first, second, third]).layers(0)] == [None, None]
    assert score_trajectory([third], [first, second, third], Rules()).argument_aware == 0
