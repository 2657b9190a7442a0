# SPDX-License-Identifier: GPL-2.0-or-later
"""Costs and ways of many pairs are those of each alone, and found without a look at the whole graph for each."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gisagentbench.tools.execution.networks import shortest
from gisagentbench.tools.execution.networks.graph import Graph
from gisagentbench.tools.execution.networks.shortest import SOURCES, Ways, costs_from_each, ways_between

NODES, LIMIT, JOINTS = 5_000, 3.0, (999, 2_499)


class QuietRun:
    progress = staticmethod(lambda _: None)
    require = SimpleNamespace(size=lambda *_: None)


def street() -> Graph:
    """Nodes in a row, both ways, 1 apart but for two joints that cost nothing."""
    step = np.ones(NODES - 1)
    step[list(JOINTS)] = 0.0
    tail = np.concatenate([np.arange(NODES - 1), np.arange(1, NODES)])
    head = np.concatenate([np.arange(1, NODES), np.arange(NODES - 1)])
    order = np.lexsort((head, tail))
    piece = np.concatenate([np.arange(NODES - 1)] * 2)
    forward = np.arange(len(tail)) < NODES - 1
    return Graph(NODES, tail[order], head[order], np.concatenate([step, step])[order], piece[order], forward[order])


def test_costs_from_each_start_are_those_along_the_street() -> None:
    """Closed form: the steps between two nodes less the joints between them; each batch holds no more than it needs."""
    place = np.arange(NODES) - np.searchsorted(JOINTS, np.arange(NODES))
    start = np.random.default_rng(3).permutation(np.append(np.arange(0, NODES, 7), [-1, 14, 14]))
    seen: list[Any] = []
    for near in costs_from_each(QuietRun, street(), start, LIMIT):  # type: ignore[arg-type]
        assert len(near.start) <= SOURCES and len(near.node) <= len(near.start) * (2 * LIMIT + 1 + len(JOINTS))
        away = np.abs(place[start[near.start]][:, None] - place[near.node][None]).astype(float)
        np.testing.assert_array_equal(near.cost, np.where(away <= LIMIT, away, np.inf))
        reached = [np.abs(place - place[node]) <= LIMIT for node in start[near.start]]
        assert near.node.tolist() == np.flatnonzero(np.any(reached, axis=0)).tolist()
        seen.extend(near.start.tolist())
    assert sorted(seen) == np.flatnonzero(start >= 0).tolist()


def test_no_start_reaches_nothing() -> None:
    nothing = np.zeros(0, int)
    empty = Graph(0, nothing, nothing, np.zeros(0), nothing, nothing > 0)
    assert not list(costs_from_each(QuietRun, empty, np.array([-1, -1]), LIMIT))  # type: ignore[arg-type]


SIDE = 12
FREE, SMALL, ODD = (0, 1), (1, 3), None


def city(seed: int, costs: tuple[int, int] | None) -> Graph:
    """Crossings in a square, a quarter of the arcs missing: costs are whole numbers, so many ways tie, or odd ones."""
    random = np.random.default_rng(seed)
    node = np.arange(SIDE * SIDE).reshape(SIDE, SIDE)
    edges = np.concatenate([np.stack([node[:, :-1], node[:, 1:]], -1).reshape(-1, 2),
                            np.stack([node[:-1], node[1:]], -1).reshape(-1, 2)])  # fmt: skip
    cost = random.random(len(edges)) if costs is None else random.integers(*costs, len(edges), endpoint=True)
    arcs, piece = np.concatenate([edges, edges[:, ::-1]]), np.tile(np.arange(len(edges)), 2)
    order = np.lexsort((arcs[:, 1], arcs[:, 0]))
    order = order[random.random(len(order)) > 0.25]
    return Graph(SIDE * SIDE, *arcs[order].T, cost[piece[order]].astype(float), piece[order], order < len(edges))


def alone(graph: Graph, start: np.ndarray, end: np.ndarray, limit: float) -> Ways:
    """Finds the way of each pair by itself."""
    ways = [ways_between(QuietRun, graph, start[[row]], end[[row]], limit) for row in range(len(start))]  # type: ignore[arg-type]
    pair = np.repeat(np.arange(len(ways)), [len(way.arc) for way in ways])
    return Ways(np.concatenate([way.cost for way in ways]), pair, np.concatenate([way.arc for way in ways]))


@pytest.mark.parametrize("costs", (FREE, SMALL, ODD))
@pytest.mark.parametrize("limit", (np.inf, 7.0))
def test_a_way_is_the_same_whatever_else_is_asked(costs: tuple[int, int] | None, limit: float) -> None:
    for seed in range(5):
        graph = city(seed, costs)
        start = np.append(np.arange(0, SIDE * SIDE, 3), -1)
        end = np.where(np.arange(len(start)) % 5, 40, 121)
        end[7] = -1
        asked, one_by_one = ways_between(QuietRun, graph, start, end, limit), alone(graph, start, end, limit)  # type: ignore[arg-type]
        for found, expected in zip(asked, one_by_one, strict=True):
            np.testing.assert_array_equal(found, expected)
        # each way is one: from its start to its end, arc after arc, at its cost
        for row in range(len(start)):
            arc = asked.arc[asked.pair == row]
            stops = np.append(graph.tail[arc], graph.head[arc][-1:])
            if np.isfinite(asked.cost[row]):
                assert graph.cost[arc].sum() == pytest.approx(asked.cost[row], abs=1e-12)
                assert not len(arc) and start[row] == end[row] or (stops[0], stops[-1]) == (start[row], end[row])
                assert (graph.head[arc][:-1] == graph.tail[arc][1:]).all()
            else:
                assert not len(arc)


def test_few_ends_are_searched_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no two ways tie, one search from the only end does for all starts."""
    sources: list[int] = []
    searched = shortest._searches

    def counted(run: Any, graph: Graph, found: np.ndarray, limit: float, **options: bool) -> Any:
        sources.append(len(found))
        return searched(run, graph, found, limit, **options)

    monkeypatch.setattr(shortest, "_searches", counted)
    start = np.arange(SIDE * SIDE)
    ways_between(QuietRun, city(1, ODD), start, np.full(len(start), 40))  # type: ignore[arg-type]
    assert sources == [1]
