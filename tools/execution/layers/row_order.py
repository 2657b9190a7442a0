# SPDX-License-Identifier: GPL-2.0-or-later
"""The order of rows by an expression, and their ranks in it."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...declaration.errors import ToolError
from ...declaration.layers import Rows
from ..run import Run
from .keys import ranked
from .rows import read_rows

if TYPE_CHECKING:
    import numpy as np

PLAIN_NAME = re.compile(r"[A-Za-z_]\w*")
KINDS = {bool: "numbers", int: "numbers", float: "numbers", str: "text", datetime.date: "dates",
         datetime.datetime: "times", datetime.time: "times of day"}  # fmt: skip


def order_codes(run: Run, layer: Rows, expression: str, argument: str) -> np.ndarray:
    """Numbers rows by the order of what an expression gives: equal numbers for equal values, -1 for NULL.

    Raises:
        ToolError BAD_VALUE where values have no common order, and what an expression raises.
    """
    field = _field_alone(layer, expression)
    if field is not None:
        return ranked(read_rows(run, layer, [field], geometry=False).column(field))[0]
    return _codes(run.expression(expression, layer, argument).values(), argument)


def _field_alone(layer: Rows, expression: str) -> str | None:
    """Finds the field that an expression consists of, whose values need no evaluation."""
    text = expression.strip()
    name = text[1:-1] if text[:1] == '"' == text[-1:] else text if PLAIN_NAME.fullmatch(text) else ""
    return name if name in (layer.facts.field_names or []) and name.lower() not in ("null", "true", "false") else None


def _codes(values: list[Any], argument: str) -> np.ndarray:
    import numpy as np

    kinds = {KINDS.get(type(value), "shapes or lists") for value in values if value is not None}
    if len(kinds) > 1 or kinds == {"shapes or lists"}:
        raise ToolError("BAD_VALUE", f"{argument} gives {' and '.join(sorted(kinds))}, which have no order",
                        "numbers, text, dates and times have one each", argument=argument)  # fmt: skip
    places = {value: place for place, value in enumerate(sorted({value for value in values if value is not None}))}
    return np.array([-1 if value is None else places[value] for value in values], np.int64)


@dataclass
class Ranking:
    """Rows in their order, group by group.

    Args:
        order: Row numbers: by group, then by value, rows without one last.
        codes: Number of the value of each, -1 for NULL.
        groups: Number of the group of each.
    """

    order: np.ndarray
    codes: np.ndarray
    groups: np.ndarray

    def __post_init__(self) -> None:
        import numpy as np

        is_start = np.ones(len(self.order), bool)
        is_start[1:] = self.groups[1:] != self.groups[:-1]
        is_new = is_start.copy()
        is_new[1:] |= self.codes[1:] != self.codes[:-1]
        starts = np.flatnonzero(is_start)
        self._group = np.cumsum(is_start) - 1
        self.place = np.arange(len(self.order)) - starts[self._group] if len(starts) else np.zeros(0, np.int64)
        self._firsts = np.flatnonzero(is_new)
        self._run = np.cumsum(is_new) - 1
        self.is_null = self.codes < 0
        self._sizes = np.bincount(self._group[~self.is_null], minlength=len(starts))
        self._first_run = self._run[starts] if len(starts) else starts

    @property
    def tied(self) -> np.ndarray:
        """Tells which rows share their value with another row of the group."""
        import numpy as np

        return (np.bincount(self._run, minlength=1)[self._run] > 1) & ~self.is_null

    def ranks(self, method: str, classes: int = 1) -> np.ndarray:
        """Gives the rank of each row in its group; anything where there is no value."""
        if method == "row_number":
            return self.place + 1
        if method == "dense":
            return self._run - self._first_run[self._group] + 1
        before = self.place[self._firsts][self._run] if len(self._firsts) else self.place
        if method == "competition":
            return before + 1
        sizes = self._sizes[self._group]
        if method == "percentile":
            return 100.0 * before / (sizes - 1).clip(1)
        least, larger = sizes // classes, sizes % classes
        in_larger = larger * (least + 1)
        in_first = self.place // (least + 1)
        in_rest = larger + (self.place - in_larger) // least.clip(1)
        import numpy as np

        return np.where(self.place < in_larger, in_first, in_rest) + 1

    def same_value_as(self, kept: np.ndarray) -> np.ndarray:
        """Tells which rows have the value of a kept row of their group."""
        import numpy as np

        has_kept = np.bincount(self._run[kept], minlength=int(self._run[-1]) + 1 if len(self._run) else 0) > 0
        return has_kept[self._run] & ~self.is_null


def ranking(codes: np.ndarray, groups: np.ndarray, *, descending: bool) -> Ranking:
    """Orders rows by group and value; equal values keep the order of their rows."""
    import numpy as np

    order = np.lexsort((-codes if descending else codes, codes < 0, groups))
    return Ranking(order, codes[order], groups[order])
