# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls that the validator finds no fault with, drawn one at a time on the layers that are really there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ...tools.declaration.facts import Extent, Field, LayerFacts
from ...tools.declaration.registry import all_tools
from ...tools.declaration.spec import ToolSpec
from ...tools.declaration.validator import check_call
from ...tools.declaration.value_types import ChoiceType, FileType, ValueType
from .linked_calls import closed, made_by, names_known_fields
from .made_calls import NUMBERS, CallMaker

TRIES = 60
CODE = re.compile(r"[A-Z]+:[0-9]+")
LEAST, MOST = 0.5, 100  # of numbers that are no nought: cells of 1e-9 m and searches over 1,000 km take minutes
FAR = ("km", "mi", "nmi")


class ValidCalls(CallMaker):
    """Draws calls whose numbers are of a moderate size.

    Args:
        seed: The same seed and the same layers give the same calls.
        files: Files under inputs/.
        specs: Tools to draw from; those that read or write files are left out, since they make no analysis.
    """

    numbers = tuple(number for number in NUMBERS if number == 0 or LEAST <= abs(number) <= MOST)
    wrong_share = 0.0

    def __init__(self, seed: int, files: Sequence[str], specs: Sequence[ToolSpec]) -> None:
        analyses = [spec for spec in specs if not any(isinstance(item.type, FileType) for item in spec.arguments)]
        super().__init__(seed, files, analyses)
        self.specs = analyses

    def drawn(self, handles: Mapping[str, LayerFacts]) -> tuple[str, dict[str, Any]] | None:
        """Draws a call; None where no tool could be fitted to the layers."""
        for _ in range(TRIES if self.specs and handles else 0):
            api, arguments = self.call(handles)
            checked = check_call(api, arguments, handles)
            if checked.faults or checked.spec is None or check_call(api, arguments, closed(handles)).faults:
                continue
            if names_known_fields(checked.spec, arguments, dict(handles)):
                return api, arguments
        return None

    def _word(self, kind: ValueType, made: dict[str, Any]) -> Any:
        near = [word for word in getattr(kind, "choices", ()) if word not in FAR]
        if isinstance(kind, ChoiceType) and len(near) < len(kind.choices):
            return self.random.choice(near)
        return super()._word(kind, made)


def facts_of_step(step: Mapping[str, Any], handles: Mapping[str, LayerFacts]) -> dict[str, LayerFacts]:
    """Returns what a step record tells of the layers that its call made, by handle; nothing for a failed call.

    Args:
        step: Its effect says something of every layer, its observation more of the main one.
        handles: The layers there were before.
    """
    spec = all_tools().get(step["api"])
    if spec is None or not step["ok"]:
        return {}
    made = made_by(spec, check_call(step["api"], step["arguments"], handles).call)
    main = step.get("output")
    if main in made:
        made[main] = _observed(made[main], step.get("observation") or {})
    return made


def _observed(facts: LayerFacts, observation: Mapping[str, Any]) -> LayerFacts:
    told: dict[str, Any] = {
        key: observation[key] for key in ("kind", "geometry_type") if observation.get(key) is not None
    }
    if facts.crs is None and CODE.fullmatch(str(observation.get("crs"))):
        told["crs"] = observation["crs"]
    if "fields" in observation:
        told["fields"] = tuple(Field(name, kind) for name, kind in observation["fields"].items())
    if "extent" in observation:
        told["extent"] = Extent(*observation["extent"])
    if observation.get("kind") != "raster" and "count" in observation:
        told["count"] = observation["count"]
    return facts.with_(**told)
