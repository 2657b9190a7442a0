# SPDX-License-Identifier: GPL-2.0-or-later
"""Moran's I, its local kind and Gi*, against esda, closed forms, and all orders of few values."""

from __future__ import annotations

import itertools
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from gisagentbench.tests.tools.execution.quiet_run import QuietRun

RUN: Any = QuietRun()


def case(seed: int, kind: str) -> Any:
    """Values at 60 places with neighbours by one rule, and the same weights for libpysal; a place or two has none."""
    import libpysal.weights

    from gisagentbench.tools.execution.patterns.spatial_weights import distance_band, k_nearest

    random = np.random.RandomState(seed)
    places = random.random_sample((60, 2)) * 10
    values = np.exp(random.random_sample(60) * 3) + 4 * places[:, 0]
    ours = k_nearest(RUN, places, 5) if kind == "k_nearest" else distance_band(RUN, places, 1.1)
    neighbors = {row: ours.second[ours.first == row].tolist() for row in range(60)}
    return SimpleNamespace(values=values, ours=ours, peer=libpysal.weights.W(neighbors, silence_warnings=True))


KINDS = pytest.mark.parametrize("kind", ["k_nearest", "distance_band"])


@KINDS
@pytest.mark.parametrize("seed", range(3))
def test_the_global_statistic_and_its_moments_are_those_of_esda(seed: int, kind: str) -> None:
    import esda

    from gisagentbench.tools.execution.patterns.autocorrelation import global_moran

    given = case(seed, kind)
    found = global_moran(given.values, given.ours, 0, 1)
    peer = esda.Moran(given.values, given.peer, transformation="r", permutations=0)
    wanted = (peer.I, peer.EI, peer.VI_rand, peer.z_rand, peer.p_rand)
    assert found[:5] == pytest.approx(wanted, rel=1e-9) and found.p_permuted is None
    assert kind == "k_nearest" or len(given.peer.islands) > 0


def test_p_of_all_orders_of_five_values() -> None:
    """On paper there are 120 orders; the share of those at least as extreme is what permutation estimates."""
    from gisagentbench.tools.execution.patterns.autocorrelation import global_moran
    from gisagentbench.tools.execution.patterns.spatial_weights import distance_band

    chain = distance_band(RUN, np.array([[x, 0.0] for x in range(5)]), 1)
    values = np.array([1.0, 2, 4, 7, 11])
    found = global_moran(values, chain, 9999, 3)
    every = [global_moran(np.array(order), chain, 0, 1).i for order in itertools.permutations(values)]
    tails = np.mean(np.array(every) >= found.i - 1e-9), np.mean(np.array(every) <= found.i + 1e-9)
    assert np.mean(every) == pytest.approx(found.expected) and np.var(every) == pytest.approx(found.variance)
    assert found.p_permuted == pytest.approx(2 * min(tails), abs=0.01)


@KINDS
def test_local_statistics_add_up_and_are_those_of_esda(kind: str) -> None:
    import esda

    from gisagentbench.tools.execution.patterns.autocorrelation import global_moran, local_moran

    given = case(5, kind)
    found = local_moran(given.values, given.ours, 99, 1)
    peer = esda.Moran_Local(given.values, given.peer, transformation="r", permutations=0)
    has = given.ours.sizes > 0
    assert found.value[has] * 59 / 60 == pytest.approx(peer.Is[has])  # esda divides by n - 1, Anselin 1995 by n
    assert np.nansum(found.value) == pytest.approx(has.sum() * global_moran(given.values, given.ours, 0, 1).i)
    assert np.isnan(found.value[~has]).all() and np.isnan(found.p[~has]).all()


@KINDS
def test_local_p_values_are_those_of_drawing_neighbours_by_hand(kind: str) -> None:
    """Second way: for some features, 20,000 draws of k of all other values."""
    from gisagentbench.tools.execution.patterns.autocorrelation import local_moran

    given = case(2, kind)
    found = local_moran(given.values, given.ours, 19_999, 7)
    random, sizes = np.random.RandomState(1), given.ours.sizes
    lag = given.ours.sums(given.values) / np.maximum(sizes, 1)
    for row in np.flatnonzero(sizes)[:6]:
        others = np.delete(given.values, row)
        draws = np.array([random.permutation(others)[: sizes[row]].mean() for _ in range(20_000)])
        tail = min((draws >= lag[row]).mean(), (draws <= lag[row]).mean())
        assert found.p[row] == pytest.approx(2 * tail, abs=0.02)
        sign = np.sign(given.values[row] - given.values.mean())
        assert found.z[row] == pytest.approx(sign * (lag[row] - draws.mean()) / draws.std(), abs=0.05)


@KINDS
def test_gi_star_is_that_of_esda(kind: str) -> None:
    import esda

    from gisagentbench.tools.execution.patterns.autocorrelation import getis_ord

    given = case(8, kind)
    found = getis_ord(given.values, given.ours, 0, 1)
    peer = esda.G_Local(given.values, given.peer, transform="B", star=True, permutations=0)
    has = given.ours.sizes > 0
    assert found.z[has] == pytest.approx(np.asarray(peer.Zs)[has], rel=1e-9)
    assert found.p[has] == pytest.approx(2 * np.asarray(peer.p_norm)[has], rel=1e-9)  # esda's is one-sided


def test_permuted_gi_star_leaves_the_feature_itself_out_of_chance() -> None:
    """On paper: the highest value among the lowest; its neighbours' mean is the least that draws can give."""
    from gisagentbench.tools.execution.patterns.autocorrelation import getis_ord
    from gisagentbench.tools.execution.patterns.spatial_weights import distance_band

    values = np.array([1.0, 2, 100, 2, 1, 50, 51, 52, 53, 54, 55])
    chain = distance_band(RUN, np.array([[x, 0.0] for x in range(11)]), 2)
    plain, permuted = getis_ord(values, chain, 0, 1), getis_ord(values, chain, 999, 1)
    assert plain.z[2] < 0 and permuted.z[2] < plain.z[2]
    # 4 of the 10 others: one draw in 210 has the lowest sum, so p is about 2 / 210
    assert permuted.p[2] == pytest.approx(2 / 210, abs=0.008)


@pytest.mark.parametrize("permutations", [0, 199])
def test_gi_star_that_could_not_be_other_has_neither_z_nor_p(permutations: int) -> None:
    """On paper: all others are neighbours; or all others have one value, which says nothing only of their draws."""
    from gisagentbench.tools.execution.patterns.autocorrelation import getis_ord
    from gisagentbench.tools.execution.patterns.spatial_weights import distance_band

    places = np.array([[x, 0.0] for x in range(5)])
    all_near = getis_ord(np.array([1.0, 2, 4, 7, 11]), distance_band(RUN, places, 9), permutations, 1)
    assert np.isnan(all_near.z).all() and np.isnan(all_near.p).all()
    one_odd = getis_ord(np.array([3.0, 3, 8, 3, 3]), distance_band(RUN, places, 1), permutations, 1)
    wanted = [False, False, bool(permutations), False, False]
    assert np.isnan(one_odd.z).tolist() == wanted and np.isnan(one_odd.p).tolist() == wanted


@pytest.mark.parametrize("far", [1e2, 1e7, -1e9])
def test_one_far_value_takes_no_z_from_its_own_neighbourhood(far: float) -> None:
    """Closed form: mean and variance of means of k = 4 of the other 10 values, 24.1 and s2 / 4 * 6 / 9."""
    from gisagentbench.tools.execution.patterns.autocorrelation import getis_ord, local_moran
    from gisagentbench.tools.execution.patterns.spatial_weights import distance_band

    values = np.array([1.0, 2, far, 2, 1, 50, 31, 52, 23, 34, 45])
    chain = distance_band(RUN, np.array([[x, 0.0] for x in range(11)]), 2)
    others = np.delete(values, 2)
    wanted = (6 / 4 - others.mean()) / np.sqrt(others.var() / 4 * 6 / 9)
    assert getis_ord(values, chain, 199, 1).z[2] == pytest.approx(wanted, rel=1e-6)
    assert local_moran(values, chain, 19, 1).z[2] == pytest.approx(np.sign(far) * wanted, rel=1e-6)


def test_the_same_seed_gives_the_same_numbers_and_another_does_not() -> None:
    """Published: MT19937 of seed 1 puts 0 to 4 in the order 2, 1, 4, 0, 3 in every numpy."""
    from gisagentbench.tools.execution.patterns.autocorrelation import conditional_p

    assert np.random.RandomState(1).permutation(5).tolist() == [2, 1, 4, 0, 3]
    given = case(1, "k_nearest")
    sums = given.ours.sums(given.values)
    found = [conditional_p(given.values, given.ours.sizes, sums, 99, seed, lambda share: None) for seed in (4, 4, 5)]
    assert (found[0] == found[1]).all() and (found[0] != found[2]).any()


def test_corrected_levels_are_those_of_benjamini_and_hochberg() -> None:
    """Published: the fifteen p values of their paper of 1995; four are significant at 0.05."""
    from gisagentbench.tools.execution.patterns.autocorrelation import significant

    p = np.array([0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719,
                  0.6528, 0.7590, 1.0])  # fmt: skip
    assert significant(p[::-1], 0.05, "fdr").sum() == 4 and significant(p, 0.05, "none").sum() == 9
    assert not significant(np.append(p[9:], np.nan), 0.05, "fdr").any()
    assert significant(np.append(p, [np.nan] * 5), 0.05, "fdr").sum() == 4


def test_a_variance_of_nothing_is_not_below_it() -> None:
    """Law: where all are neighbours of all, every order has the same statistic; a far value leaves digits to round."""
    from gisagentbench.tools.execution.patterns.autocorrelation import global_moran
    from gisagentbench.tools.execution.patterns.spatial_weights import distance_band

    everybody = distance_band(RUN, np.arange(50.0).reshape(25, 2), 99)
    found = global_moran(np.array([1e30, *range(24)]), everybody, 99, 1)
    assert (found.variance, found.p_permuted) == (0, 1) and np.isnan([found.z, found.p]).all()
