# SPDX-License-Identifier: GPL-2.0-or-later
"""A chart of cost against strict rate, with the line of what nobody beats: as SVG, and in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10
from typing import NamedTuple

from ...scoring.suite_figures.frontier import Position, frontier
from .agent_figures import AgentFigures
from .step_words import spaced_words

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 52, 250, 14, 46  # right of the points stand their names
MOST_NAME = 32  # characters of a name that fit there
LINE_HEIGHT = 15.0
WIDE_RANGE = 20.0  # beyond this ratio of costs the axis is logarithmic


class Mark(NamedTuple):
    """One agent; `label_y` is where its name stands, away from those of others."""

    name: str
    x: float
    y: float
    label_y: float
    is_best: bool


class Tick(NamedTuple):
    """One mark of an axis."""

    at: float
    words: str


class CostChart(NamedTuple):
    """The chart.

    Args:
        axis: What the horizontal axis tells.
        line: Points of the line of what nobody beats.
        told: The chart in a sentence.
        left_out: Agents that do not tell what they cost.
    """

    axis: str
    marks: list[Mark]
    line: list[tuple[float, float]]
    x_ticks: list[Tick]
    y_ticks: list[Tick]
    told: str
    left_out: list[str]


def cost_chart(figures: Sequence[AgentFigures]) -> CostChart | None:
    """Makes the chart: by money where two agents or more tell of it, else by tokens, else none."""
    for axis, unit, cost_of in (
        ("US dollars an episode", "$", lambda one: one.spent.cost_per_episode),
        ("Tokens an episode", "tokens", lambda one: one.spent.tokens_per_episode),
    ):
        found = {
            one.entrant.label: Position(cost, one.whole.rate)
            for one in figures
            if (cost := cost_of(one)) is not None and one.whole.rate is not None
        }
        if len(found) > 1:
            left_out = [one.entrant.label for one in figures if one.entrant.label not in found]
            return _chart(axis, unit, found, left_out)
    return None


def _chart(axis: str, unit: str, found: dict[str, Position], left_out: list[str]) -> CostChart:
    best = frontier(found)
    costs = [one.cost for one in found.values()]
    scale = _Scale(min(costs), max(costs))
    points = {name: (scale.x(one.cost), _y(one.rate)) for name, one in found.items()}
    names_at = _spread_labels({name: y for name, (_, y) in points.items()})
    told = "; ".join(f"{name}: {cost_words(found[name].cost, unit)}, {100 * found[name].rate:.0f} %" for name in best)
    return CostChart(
        axis=axis + (", logarithmic" if scale.is_log else ""),
        marks=[Mark(short_name(name), x, y, names_at[name], name in best) for name, (x, y) in points.items()],
        line=[points[name] for name in best],
        x_ticks=[Tick(scale.x(value), cost_words(value, unit)) for value in scale.ticks()],
        y_ticks=[Tick(_y(share), f"{100 * share:.0f} %") for share in (0, 0.25, 0.5, 0.75, 1)],
        told=f"Not beaten in cost and strict rate, the cheapest first: {told}.",
        left_out=left_out,
    )


def short_name(name: str) -> str:
    """Cuts the middle out of a name that does not fit, since names of models differ at both ends.

    >>> short_name("a" * 20 + "b" * 20)
    'aaaaaaaaaaaaaaaa…bbbbbbbbbbbbbbb'
    """
    if len(name) <= MOST_NAME:
        return name
    half = MOST_NAME // 2
    return f"{name[:half]}…{name[len(name) - half + 1 :]}"


def cost_words(value: float, unit: str) -> str:
    """Writes a cost.

    >>> cost_words(0.0123, "$"), cost_words(275000, "tokens")
    ('$0.0123', '275 000 tokens')
    """
    return f"${value:.3g}" if unit == "$" else f"{spaced_words(round(value))} {unit}"


class _Scale:
    """Costs to places on the axis: from 0, or by powers of ten where they are far apart."""

    def __init__(self, least: float, most: float) -> None:
        self.is_log = least > 0 and most / least > WIDE_RANGE
        self._low = 10 ** int(log10(least) // 1) if self.is_log else 0.0
        self._high = most if most > 0 else 1.0

    def x(self, cost: float) -> float:
        if self.is_log:
            share = (log10(cost) - log10(self._low)) / (log10(self._high) - log10(self._low))
        else:
            share = cost / self._high
        return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)

    def ticks(self) -> list[float]:
        if not self.is_log:
            return [0.0, self._high / 2, self._high]
        powers = [self._low * 10**step for step in range(12)]
        return [value for value in powers if value <= self._high]


def _y(rate: float) -> float:
    return round(HEIGHT - BOTTOM - rate * (HEIGHT - TOP - BOTTOM), 1)


def _spread_labels(at: dict[str, float]) -> dict[str, float]:
    """Moves names down as far as they would lie on one another, and all of them up where the last falls off."""
    placed: dict[str, float] = {}
    last = float("-inf")
    for name in sorted(at, key=lambda name: at[name]):
        last = max(at[name], last + LINE_HEIGHT)
        placed[name] = last
    below = max(0.0, last - (HEIGHT - BOTTOM))
    return {name: round(place - below, 1) for name, place in placed.items()}
