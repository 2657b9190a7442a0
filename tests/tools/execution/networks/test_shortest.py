# SPDX-License-Identifier: GPL-2.0-or-later
"""Costs from many starts are those of each alone, and found without a look at the whole graph for each."""

from __future__ import annotations

from typing import Any

import numpy as np

from gisagentbench.tools.execution.networks.graph import Graph
from gisagentbench.tools.execution.networks.shortest import SOURCES, costs_from_each

NODES, LIMIT, JOINTS = 5_000, 3.0, (999, 2_499)


class QuietRun:
    progress = staticmethod(lambda _: None)


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
