# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes arguments agree that go together in the tools on networks: a cost with its unit, a hull with polygons."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from ...tools.declaration.spec import Argument, ToolSpec

LENGTHS, TIMES = ("m", "km", "ft", "mi"), ("s", "min", "h")
OF_COSTS = ("cost_unit", "limit_unit", "cost_field", "speed_field", "speed_unit", "speed_for_null")
MAKERS = {
    "oneway_values": {"park": "forward", "x": "closed"},
    "speed_for_null": 30,
    "must_pass_order": '"size"',  # nosec B105
}


def agreeing(
    spec: ToolSpec, made: dict[str, Any], value: Callable[[Argument], Any], chance: random.Random
) -> dict[str, Any]:
    """Gives the arguments of a call without those that do not go together, and with those that are missing.

    Args:
        value: Makes the value of an argument.
    """
    names = {argument.name for argument in spec.arguments}
    wanted: dict[str, Any] = {}
    unwanted: set[str] = set()
    if "cost" in names:
        unit = "limit_unit" if "limit_unit" in names else "cost_unit"
        unwanted |= set(OF_COSTS)
        cost = made.get("cost", "length")
        if cost == "length":
            wanted[unit] = chance.choice(LENGTHS)
        elif cost == "field":
            wanted["cost_field"] = None
        elif cost == "travel_time":
            fields = dict.fromkeys(("speed_field", "speed_unit", "speed_for_null"))
            wanted |= {unit: chance.choice(TIMES), **fields}
    for needs, word, needed in (
        ("oneway_field", None, "oneway_values"),
        ("must_pass", None, "must_pass_order"),
        ("result", "polygons", "hull_ratio"),
        ("pairs", "same_id", "origin_id"),
        ("pairs", "same_id", "destination_id"),
        ("measure_source", "length", "measure_unit"),
    ):
        if {needs, needed} <= names:
            is_needed = needs in made if word is None else made.get(needs) == word
            wanted |= {needed: made.get(needed)} if is_needed else {}
            unwanted |= set() if is_needed or needed.endswith("_id") else {needed}
    kept = {name: item for name, item in made.items() if name not in unwanted | set(wanted)}
    for name, item in wanted.items():
        argument = spec.argument(name)
        assert argument is not None
        kept[name] = MAKERS.get(name, item) if item is None or name in MAKERS else item
        kept[name] = value(argument) if kept[name] is None else kept[name]
    return kept
