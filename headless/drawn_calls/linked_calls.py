# SPDX-License-Identifier: GPL-2.0-or-later
"""Chains of calls, planned by the effects of tools: the next call takes a layer that earlier ones will have made."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ...tools.declaration import value_types as values
from ...tools.declaration.facts import LayerFacts
from ...tools.declaration.spec import Call, ToolSpec
from ...tools.declaration.validator import check_call, effect_of
from .made_calls import NUMBERS, CallMaker

TRIES = 60
LENGTHS = (3, 8)
MOST = 1000  # of what a call makes, for the next one to take
NAMED = re.compile('"([^"]+)"')
OWN_LAYER_SHARE = 0.8  # of layers of a chain among those that would do


class Planned(NamedTuple):
    """A call that the validator finds no fault with.

    Args:
        made: What its effect says of each layer it makes, by handle.
    """

    api: str
    arguments: dict[str, Any]
    made: dict[str, LayerFacts]


class ChainMaker(CallMaker):
    """Makes chains; calls that were done before are models of all but their layers and fields."""

    numbers = tuple(number for number in NUMBERS if number <= MOST)
    wrong_share = 0.0
    _own: tuple[str, ...] = ()
    _given: Mapping[str, LayerFacts] = MappingProxyType({})

    @property
    def is_taught(self) -> bool:
        """Whether any call has been learnt."""
        return bool(self._done)

    def chain(self, handles: Mapping[str, LayerFacts]) -> list[Planned]:
        """Plans a chain on layers that are there: once it has made a layer, each call takes one that it has made."""
        length, chain = self.random.randint(*LENGTHS), []
        known = dict(handles)
        self._own, self._given = (), handles
        for _ in range(TRIES * length):
            planned = self._next(known)
            if planned is None:
                continue
            chain.append(planned)
            known |= planned.made
            self._own += tuple(name for name, facts in planned.made.items() if facts.kind is not None)
            if len(chain) == length:
                break
        return chain if len(chain) >= LENGTHS[0] else self.chain(handles)

    def _next(self, known: dict[str, LayerFacts]) -> Planned | None:
        api, arguments = self.call(known)
        if self.is_taught and not self.knows(api):
            return None
        checked = check_call(api, arguments, known)
        if checked.faults or checked.spec is None or check_call(api, arguments, closed(known)).faults:
            return None
        if not names_known_fields(checked.spec, arguments, known):
            return None
        is_linked = any(handle in named_in(arguments) for handle in self._own)
        made = made_by(checked.spec, checked.call)
        return None if self._own and not is_linked else Planned(api, arguments, made)

    def _arguments(self, spec: ToolSpec) -> dict[str, Any]:
        """Takes a learnt call with other layers that are like its own; where none is learnt, makes one."""
        if not self.knows(spec.name):
            return super()._arguments(spec)
        self._number += 1
        model = self.random.choice(self._done[spec.name])
        makes = {item.name: item for item in spec.arguments if item.is_output or isinstance(item.type, values.FileType)}
        return {
            name: self._text(makes[name].type, model) if name in makes else self._renewed(value)
            for name, value in model.items()
        }

    def _renewed(self, value: Any) -> Any:
        """Replaces the layers in a value by others of their kind, geometry type, CRS and bands."""
        if isinstance(value, dict):
            return {name: self._renewed(each) for name, each in value.items()}
        if isinstance(value, list):
            return [self._renewed(each) for each in value]
        handle, at, band = str(value).partition("@")
        if not isinstance(value, str) or handle not in self._given:
            return value
        wanted = likeness(self._given[handle])
        alike = [name for name, facts in self.handles.items() if likeness(facts) == wanted]
        return f"{self.random.choice(self._preferred(alike))}{at}{band}"

    def _preferred(self, names: list[str]) -> list[str]:
        own = [name for name in names if name in self._own]
        return own if own and self.random.random() < OWN_LAYER_SHARE else names


def closed(known: Mapping[str, LayerFacts]) -> dict[str, LayerFacts]:
    """Gives no field to rasters and to layers whose fields an effect left open, where a name would be a guess."""
    return {name: facts.with_(fields=facts.fields or ()) for name, facts in known.items()}


def names_known_fields(spec: ToolSpec, arguments: dict[str, Any], known: Mapping[str, LayerFacts]) -> bool:
    """Tells whether expressions name fields of their layer alone, which the validator leaves to QGIS."""
    for item in spec.arguments:
        text = arguments.get(item.name)
        if isinstance(item.type, values.ExpressionType) and text is not None:
            facts = known.get(arguments.get(item.type.layer, ""))
            if facts is not None and not set(NAMED.findall(text)) <= set(facts.field_names or ()):
                return False
    return True


def likeness(facts: LayerFacts) -> tuple[Any, ...]:
    """Gives what a layer must have in common with another to stand in for it."""
    bands = None if facts.bands is None else len(facts.bands)
    return facts.kind, facts.geometry_type, facts.is_multi, facts.crs, facts.grid, bands


def made_by(spec: ToolSpec, call: Call) -> dict[str, LayerFacts]:
    """Gives what the effect of a call says of each layer it makes, by handle."""
    effects = effect_of(spec, call)
    handles = {
        output.name: call.arguments.get(spec.output_argument(output)) for output in spec.outputs if output.is_layer
    }
    return {handle: effects.get(name, LayerFacts()) for name, handle in handles.items() if handle}


def named_in(arguments: Any) -> set[str]:
    """Lists the words in the values of a call, of bands without their number."""
    if isinstance(arguments, str):
        return {arguments.partition("@")[0]}
    parts = arguments.values() if isinstance(arguments, dict) else arguments if isinstance(arguments, list) else ()
    return set().union(*map(named_in, parts))
