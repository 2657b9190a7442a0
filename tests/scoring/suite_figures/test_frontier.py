# SPDX-License-Identifier: GPL-2.0-or-later
"""What nobody beats; the published scatter of another benchmark has the frontier that its authors name."""

from hypothesis import given
from hypothesis import strategies as st

from gisagentbench.scoring.suite_figures.frontier import Position, frontier


def test_a_dearer_and_worse_one_is_left_out_and_equals_stay():
    positions = {"a": Position(2, 0.5), "b": Position(2, 0.5), "dear": Position(3, 0.5), "worse": Position(2, 0.4)}
    assert frontier(positions) == ["a", "b"]


def test_the_frontier_of_six_published_models():
    # Cost of a case in dollars and accuracy in per cent, tables 6 and 7 of the GeoNatureAgent paper. It names
    # Qwen3-235B, DeepSeek V3.2 and Claude Sonnet 4 behind a model whose figures it does not print.
    models = {
        "Claude Sonnet 4": Position(0.127, 60.8),
        "DeepSeek V3.2": Position(0.011, 56.3),
        "GLM-5": Position(0.038, 50.2),
        "Gemini 2.5 Pro": Position(0.052, 48.0),
        "Qwen3-235B": Position(0.010, 41.2),
        "GPT-4o": Position(0.070, 41.6),
    }
    assert frontier(models) == ["Qwen3-235B", "DeepSeek V3.2", "Claude Sonnet 4"]


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=12))
def test_along_the_frontier_more_cost_is_more_accuracy(places):
    positions = {str(number): Position(*place) for number, place in enumerate(places)}
    kept = [positions[name] for name in frontier(positions)]
    assert kept == sorted(kept) and [one.rate for one in kept] == sorted(one.rate for one in kept)
    for one in positions.values():
        assert any(best.cost <= one.cost and best.rate >= one.rate for best in kept)
