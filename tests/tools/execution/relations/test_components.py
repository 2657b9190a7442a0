# SPDX-License-Identifier: GPL-2.0-or-later
"""Connected components against NetworkX."""

import networkx
import numpy as np
import pytest

from gisagentbench.tools.execution.relations.components import by_appearance, connected


@pytest.mark.parametrize("count", [1, 40, 400])
def test_components_are_those_of_networkx_in_the_order_of_their_first_member(count):
    random = np.random.default_rng(count)
    first, second = random.integers(0, count, (2, count // 2))
    graph = networkx.Graph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(zip(first.tolist(), second.tolist(), strict=True))
    wanted = np.empty(count, int)
    for number, members in enumerate(sorted(networkx.connected_components(graph), key=min)):
        wanted[list(members)] = number
    assert connected(count, first, second).tolist() == wanted.tolist()


def test_labels_are_numbered_as_they_appear():
    assert by_appearance(np.array([2, 0, 2, 1, 0])).tolist() == [0, 1, 0, 2, 1]
    assert by_appearance(np.zeros(0, int)).tolist() == []
    assert connected(0, np.zeros(0, int), np.zeros(0, int)).tolist() == []
