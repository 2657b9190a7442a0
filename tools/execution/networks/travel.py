# SPDX-License-Identifier: GPL-2.0-or-later
"""What edges cost and which way they are open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ....tasks.units import METRES
from ...declaration.errors import ToolError
from ...declaration.wording import counted
from ..layers.keys import ranked
from ..layers.typed_values import retyped_column

if TYPE_CHECKING:
    import numpy as np

    from ..layers.rows import Column, RowSet
    from ..run import Run

SECONDS = {"s": 1.0, "min": 60.0, "h": 3600.0}
METRES_PER_SECOND = {"km_h": 1000 / 3600, "mph": METRES["mi"] / 3600}
WAYS = ("forward", "backward", "both", "closed")


@dataclass(frozen=True)
class CostRule:
    """What a call says of costs and directions, as its arguments give it.

    Args:
        unit_argument: Name of the argument that gives `unit`, for sentences.
    """

    cost: str
    unit: str | None
    cost_field: str | None
    speed_field: str | None
    speed_unit: str | None
    speed_for_null: float | None
    oneway_field: str | None
    oneway_values: dict[str, str] | None
    unit_argument: str = "cost_unit"

    @property
    def fields(self) -> list[str]:
        """Names the fields of the network that are needed."""
        return [name for name in (self.cost_field, self.speed_field, self.oneway_field) if name]


class Ways(NamedTuple):
    """Whether each edge is open along and against it."""

    forward: np.ndarray
    backward: np.ndarray


class Travel(NamedTuple):
    """Of each edge: its cost from end to end in the unit of the call, and whether it is open along and against it."""

    cost: np.ndarray
    forward: np.ndarray
    backward: np.ndarray


def demand_rule(rule: CostRule) -> None:
    """Refuses arguments that do not go together.

    Raises:
        ToolError MISSING_ARGUMENT, BAD_VALUE.
    """
    given = {rule.unit_argument: rule.unit, "cost_field": rule.cost_field, "speed_field": rule.speed_field,
             "speed_unit": rule.speed_unit, "speed_for_null": rule.speed_for_null}  # fmt: skip
    needed = {"length": [rule.unit_argument], "travel_time": [rule.unit_argument, "speed_field", "speed_unit"],
              "field": ["cost_field"]}[rule.cost]  # fmt: skip
    allowed = [*needed, "speed_for_null"] if rule.cost == "travel_time" else needed
    for name, value in given.items():
        if value is None and name in needed:
            raise ToolError("MISSING_ARGUMENT", f'cost "{rule.cost}" needs {name}', argument=name)
        if value is not None and name not in allowed:
            hint = "costs are in the unit of the field" if name == rule.unit_argument else "leave it out"
            raise ToolError("BAD_VALUE", f'{name} has no meaning for cost "{rule.cost}"', hint, argument=name)
    units = {"length": METRES, "travel_time": SECONDS}.get(rule.cost, {})
    if rule.unit is not None and rule.unit not in units:
        raise ToolError("BAD_VALUE", f'{rule.unit_argument}: "{rule.unit}" is no unit of cost "{rule.cost}"',
                        f"units of it are {', '.join(units)}", argument=rule.unit_argument)  # fmt: skip
    if (rule.oneway_field is None) != (rule.oneway_values is None):
        missing = "oneway_values" if rule.oneway_values is None else "oneway_field"
        raise ToolError("MISSING_ARGUMENT", "oneway_field and oneway_values say together which way edges are open; "
                        f"{missing} is missing", argument=missing)  # fmt: skip


def open_ways(run: Run, rule: CostRule, rows: RowSet, row: np.ndarray) -> Ways:
    """Finds which way edges are open.

    Args:
        rows: Of the network, with the fields of the rule.
        row: Row of each edge.
    Raises:
        ToolError BAD_VALUE for one-way values that are not listed.
    """
    import numpy as np

    if not rule.oneway_field:
        return Ways(np.ones(len(row), bool), np.ones(len(row), bool))
    way = _ways(run, rule, rows.column(rule.oneway_field))[row]
    both = way == WAYS.index("both")
    return Ways(both | (way == WAYS.index("forward")), both | (way == WAYS.index("backward")))


def costs_of(rule: CostRule, rows: RowSet, row: np.ndarray, length_m: np.ndarray) -> np.ndarray:
    """Gives what edges cost from end to end in the unit of the call.

    Args:
        rows: Of the network, with the fields of the rule; those without an edge may hold anything.
        row: Row of each edge.
        length_m: Length of each edge in metres.
    Raises:
        ToolError BAD_VALUE for costs and speeds that are missing or out of range.
    """
    import numpy as np

    cost = length_m / METRES.get(rule.unit or "", 1.0)
    if rule.cost == "travel_time":
        speed = _speeds(rule, rows.column(rule.speed_field or ""), row) * METRES_PER_SECOND[rule.speed_unit or ""]
        cost = length_m / speed / SECONDS[rule.unit or ""]
    elif rule.cost == "field":
        cost = _costs(rule, rows.column(rule.cost_field or ""), row)
    with np.errstate(over="ignore"):
        total = cost.sum()
    if not np.isfinite(total):
        raise ToolError("BAD_VALUE", "the costs of the edges are too large to be added up")
    return cost


def _speeds(rule: CostRule, column: Column, row: np.ndarray) -> np.ndarray:
    """Gives each edge the speed of its row."""
    import numpy as np

    values = np.where(column.is_null, np.nan, column.values).astype(float)[row]
    missing = np.isnan(values)
    if rule.speed_for_null is None:
        _refuse(row[missing], rule.speed_field, "speed_field", "no speed", "speed_for_null gives them one")
    odd = ~missing & ~((values > 0) & np.isfinite(values))
    _refuse(row[odd], rule.speed_field, "speed_field", "a speed that is not above 0",
            'a one-way value of "closed" takes edges out; calculate_field mends speeds')  # fmt: skip
    return np.where(missing, rule.speed_for_null or np.nan, values)


def _costs(rule: CostRule, column: Column, row: np.ndarray) -> np.ndarray:
    """Gives each edge the cost of its row."""
    import numpy as np

    values = np.where(column.is_null, np.nan, column.values).astype(float)[row]
    odd = row[~(np.isfinite(values) & (values >= 0))]
    _refuse(odd, rule.cost_field, "cost_field", "a cost that is missing or below 0",
            "calculate_field mends them, extract_by_expression leaves them out")  # fmt: skip
    several = int((np.bincount(row) > 1).sum())
    if several:
        raise ToolError("WRONG_GEOMETRY_TYPE", f"{counted(several, 'line')} of the network have several parts, and "
                        f'"{rule.cost_field}" does not say what each costs',
                        "multipart_to_singlepart, and a cost for each part", argument="cost_field")  # fmt: skip
    return values


def _refuse(wrong: np.ndarray, field: str | None, argument: str, what: str, hint: str) -> None:
    """Refuses the rows of edges, in their order."""
    import numpy as np

    if len(wrong):
        count = counted(len(np.unique(wrong)), "row")
        raise ToolError("BAD_VALUE", f'{count} of the network have {what} in "{field}", the first of them row '
                        f"{int(wrong[0]) + 1:,}", hint, argument=argument)  # fmt: skip


def _ways(run: Run, rule: CostRule, column: Column) -> np.ndarray:
    """Gives each row the number of its word in WAYS."""
    import numpy as np

    listed = rule.oneway_values or {}
    texts = retyped_column(column, "text").column
    blank = texts.is_null | (texts.values == "")
    codes, _ = ranked(texts)
    way = np.full(len(codes), -1)
    for first in np.unique(codes, return_index=True)[1].tolist():
        if not blank[first] and texts.values[first] in listed:
            way[codes == codes[first]] = WAYS.index(listed[texts.values[first]])
    way[blank] = WAYS.index(listed.get("", "both"))
    unlisted = way < 0
    if unlisted.any():
        words = sorted(set(texts.values[unlisted].tolist()))
        shown = ", ".join(f'"{word}"' for word in words[:8]) + (" …" if len(words) > 8 else "")
        raise ToolError("BAD_VALUE", f'oneway_values does not list {shown} of "{rule.oneway_field}"',
                        f"give each of them one of {', '.join(WAYS)}", argument="oneway_values")  # fmt: skip
    if blank.any() and "" not in listed:
        lines = counted(int(blank.sum()), "line")
        run.note(f'open both ways, since "{rule.oneway_field}" is NULL or empty: {lines} of the network; "" in '
                 "oneway_values would say otherwise.")  # fmt: skip
    return way
