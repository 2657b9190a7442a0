# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether two shapes, in metres, are the same thing: overlap of polygons, nearness of points and lines."""

from __future__ import annotations

from typing import Any, NamedTuple

from .layers import Keys
from .shapes import family, greatest_distance, is_missing


class Match(NamedTuple):
    """Pairs of places in two lists, and how good they are together: overlaps, or distances as minus."""

    pairs: list[tuple[int, int]]
    quality: float


def likeness(rule: Keys, first: Any, second: Any) -> float | None:
    """Returns how alike two shapes are, the more the better; None where they are not the same thing."""
    if is_missing(first) or is_missing(second) or family(first) != family(second) or family(first) is None:
        return None
    if family(first) == "Polygon":
        overlap = first.intersection(second).area / first.union(second).area
        return overlap if overlap >= rule.get("min_iou", 0.5) else None
    apart = greatest_distance(first, second)
    return -apart if apart <= rule.get("epsilon", 1.0) else None


def best_match(likenesses: list[list[float | None]]) -> Match:
    """Returns the most pairs, of those the most alike, by trying all."""
    return _best_from(likenesses, 0, frozenset())


def _best_from(likenesses: list[list[float | None]], row: int, taken: frozenset[int]) -> Match:
    if row == len(likenesses):
        return Match([], 0.0)
    best = _best_from(likenesses, row + 1, taken)
    for column, alike in enumerate(likenesses[row]):
        if alike is not None and column not in taken:
            rest = _best_from(likenesses, row + 1, taken | {column})
            tried = Match([(row, column), *rest.pairs], rest.quality + alike)
            if (len(tried.pairs), tried.quality) > (len(best.pairs), best.quality):
                best = tried
    return best
