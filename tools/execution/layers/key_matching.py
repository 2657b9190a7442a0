# SPDX-License-Identifier: GPL-2.0-or-later
"""Finds which rows of two layers have the same key: exactly, normalized, or by similarity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...declaration.errors import ToolError
from .keys import as_integers, common_codes, normalized
from .rows import Column

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

CHUNK = 4_000_000  # similarities held in memory at a time
NUMBERS = ("integer", "real")


@dataclass
class Keys:
    """The key columns of a layer and of the layer joined to it, in pairs.

    Args:
        layer, join_layer: Their names, for sentences.
        pairs: Columns of the layer and of the join layer.
    """

    layer: str
    join_layer: str
    pairs: list[tuple[Column, Column]]

    def shown(self, row: int) -> str:
        """Writes the key of one row of the layer."""
        parts = [f"{first.field.name} = {_shown(first, row)}" for first, _ in self.pairs]
        return ", ".join(parts)

    def examples(self) -> str:
        """Writes a key of either side, where both have one."""
        first, second = self.pairs[0]
        rows = [column for column in (first, second) if len(column.values) and not column.is_null.all()]
        if len(rows) < 2:
            return ""
        left, right = (_shown(column, int(column.is_null.argmin())) for column in rows)
        return f'; "{first.field.name}" holds such as {left}, "{second.field.name}" such as {right}'


@dataclass
class Matches:
    """Pairs of rows that match, ordered by row of the layer, then of the join layer.

    Args:
        left, right: Row of the layer and of the join layer.
        similarity: Of each pair, 100 for equal.
        candidates: Number of matches of each row of the layer.
    """

    left: np.ndarray
    right: np.ndarray
    similarity: np.ndarray
    candidates: np.ndarray

    def best(self) -> Matches:
        """Keeps the most similar matches of each row."""
        import numpy as np

        highest = np.zeros(len(self.candidates))
        np.maximum.at(highest, self.left, self.similarity)
        return self._kept(self.similarity == highest[self.left])

    def first(self) -> Matches:
        """Keeps the first match of each row."""
        import numpy as np

        is_first = np.ones(len(self.left), bool)
        is_first[1:] = self.left[1:] != self.left[:-1]
        return self._kept(is_first)

    def _kept(self, keep: np.ndarray) -> Matches:
        return matches_of(self.left[keep], self.right[keep], self.similarity[keep], len(self.candidates))


def matches_of(left: np.ndarray, right: np.ndarray, similarity: np.ndarray, count: int) -> Matches:
    """Makes matches of pairs that stand in order; `count` is the number of rows of the layer."""
    import numpy as np

    return Matches(left, right, similarity, np.bincount(left, minlength=count))


def find_matches(run: Run, keys: Keys, rule: str, min_similarity: float) -> Matches:
    """Finds the matches of every row of the layer.

    Args:
        rule: exact, normalized or fuzzy; other types than text are compared exactly.
        min_similarity: For fuzzy, from 0 to 100.
    Raises:
        ToolError KEY_MISMATCH, DEPENDENCY_MISSING.
    """
    pairs = [_comparable(keys, first, second) for first, second in keys.pairs]
    if rule != "exact":
        pairs = [
            (normalized(first), normalized(second)) if first.field.type == "text" else (first, second)
            for first, second in pairs
        ]
    if rule != "fuzzy":
        return _equal(run, pairs)
    texts = [pair for pair in pairs if pair[0].field.type == "text"]
    if not texts:
        raise ToolError("KEY_MISMATCH", 'match "fuzzy" compares texts, but no key is text', "use exact",
                        argument="match")  # fmt: skip
    return _similar(run, texts, [pair for pair in pairs if pair[0].field.type != "text"], min_similarity)


def _equal(run: Run, pairs: list[tuple[Column, Column]]) -> Matches:
    import numpy as np

    left, right = common_codes(pairs)
    rows, others = equal_pairs(run, left, right, "the join", "more fields in keys, or keys made unique by "
                               "summarize_by_group", "keys")  # fmt: skip
    return matches_of(rows, others, np.full(len(rows), 100.0), len(left))


def equal_pairs(
    run: Run, left: np.ndarray, right: np.ndarray, what: str, hint: str, argument: str = ""
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs the rows of two sets that have the same number, in order; numbers below 0 have no partner.

    Args:
        what, hint, argument: For the sentence where there would be too many pairs.
    Raises:
        ToolError LIMIT_EXCEEDED.
    """
    import numpy as np

    order = np.argsort(right, kind="stable")
    in_order = right[order]
    starts = np.searchsorted(in_order, left, "left")
    sizes = np.where(left < 0, 0, np.searchsorted(in_order, left, "right") - starts)
    run.require.size("pairs", int(sizes.sum()), what, hint, argument)
    rows = np.repeat(np.arange(len(left)), sizes)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return rows, order[np.repeat(starts, sizes) + within]


def _similar(
    run: Run, texts: list[tuple[Column, Column]], others: list[tuple[Column, Column]], min_similarity: float
) -> Matches:
    """Compares every text with every other, a chunk of distinct keys of the layer at a time."""
    import numpy as np

    process, ratio = similarity_engine('match "fuzzy"', "match", "normalized")
    left, right = common_codes(texts + others)
    first_left, place = np.unique(left, return_index=True)[1], np.unique(left, return_inverse=True)[1]
    exact = common_codes(others) if others else None
    kept = np.flatnonzero(right >= 0)
    chunk = max(1, CHUNK // max(1, len(kept)))
    found: list[tuple[Any, Any]] = []
    for start in range(0, len(first_left), chunk):
        run.progress(start / len(first_left))
        rows = first_left[start : start + chunk]
        least = np.full((len(rows), len(kept)), 100.0)
        for one, other in texts:
            queries = ["" if null else text for text, null in zip(one.values[rows], one.is_null[rows], strict=True)]
            scores = process.cdist(queries, list(other.values[kept]), scorer=ratio, dtype=np.float64)
            np.minimum(least, scores, out=least)
        least[left[rows] < 0] = -1
        if exact is not None:
            least[exact[0][rows][:, None] != exact[1][kept][None, :]] = -1
        for scores in least:
            hits = np.flatnonzero(scores >= min_similarity)
            found.append((kept[hits], scores[hits]))
    sizes = np.array([len(hits) for hits, _ in found], np.int64)[place] if len(place) else np.zeros(0, np.int64)
    joined = [np.concatenate([found[number][part] for number in place] or [np.zeros(0)]) for part in (0, 1)]
    return matches_of(np.repeat(np.arange(len(left)), sizes), joined[0].astype(np.int64), joined[1], len(left))


def similarity_engine(what: str, argument: str, instead: str) -> Any:
    """Gives the process module and the ratio of rapidfuzz.

    Args:
        what, argument, instead: What needs it, by which argument, and what does without; for the sentence.
    Raises:
        ToolError DEPENDENCY_MISSING.
    """
    try:
        from rapidfuzz import fuzz, process
    except ImportError as missing:
        raise ToolError("DEPENDENCY_MISSING", f"{what} needs the Python package rapidfuzz",
                        f"install it where the other packages stand, or use {instead}",
                        argument=argument) from missing  # fmt: skip
    return process, fuzz.ratio


def _comparable(keys: Keys, first: Column, second: Column) -> tuple[Column, Column]:
    """Brings two key columns to one kind.

    Raises:
        ToolError KEY_MISMATCH where their types cannot be equal.
    """
    kinds = first.field.type, second.field.type
    if set(kinds) == {"integer", "real"}:
        return as_integers(first), as_integers(second)
    if kinds[0] == kinds[1]:
        return first, second
    advice = "both keys need one type"
    if "text" in kinds and set(kinds) & set(NUMBERS):
        name = keys.layer if kinds[0] != "text" else keys.join_layer
        field = first.field.name if kinds[0] != "text" else second.field.name
        advice = (
            f'load_layer with types {{"{field}": "text"}} reads the key of "{name}" as text and keeps leading zeros; '
            "a text key never equals a number"
        )
    raise ToolError("KEY_MISMATCH", f'key "{first.field.name}" of "{keys.layer}" is {kinds[0]}, key '
                    f'"{second.field.name}" of "{keys.join_layer}" is {kinds[1]}; nothing was joined', advice,
                    argument="keys")  # fmt: skip


def _shown(column: Column, row: int) -> str:
    if column.is_null[row]:
        return "NULL"
    value = column.values[row]
    return f'"{value}"' if isinstance(value, str) else str(value)
