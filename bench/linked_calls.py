# SPDX-License-Identifier: GPL-2.0-or-later
"""Chains of calls, planned by the effects of tools: the next call takes a layer that earlier ones will have made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ..tools.declaration import structured_types as structured
from ..tools.declaration import value_types as values
from ..tools.declaration.facts import LayerFacts
from ..tools.declaration.spec import Call, ToolSpec
from ..tools.declaration.validator import check_call, effect_of
from .made_calls import NUMBERS, CallMaker

TRIES = 60
LENGTHS = (3, 8)
MOST = 1000  # of what a call makes, for the next one to take
OWN_LAYER_SHARE = 0.8  # of layers of a chain among those that would do
REMADE = (values.LayerType, values.FieldType, values.ExpressionType, values.BandType, values.FileType,
          values.NewHandleType, values.FormulaType)  # fmt: skip


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
    learnt_share = 1.0
    _own: tuple[str, ...] = ()

    @property
    def is_taught(self) -> bool:
        """Whether any call has been learnt."""
        return bool(self._done)

    def chain(self, handles: Mapping[str, LayerFacts]) -> list[Planned]:
        """Plans a chain on layers that are there: once it has made a layer, each call takes one that it has made."""
        length, chain = self.random.randint(*LENGTHS), []
        known = dict(handles)
        self._own = ()
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
        checked = check_call(api, arguments, known)
        if checked.faults or checked.spec is None:
            return None
        is_linked = any(handle in named_in(arguments) for handle in self._own)
        made = made_by(checked.spec, checked.call)
        return None if self._own and not is_linked else Planned(api, arguments, made)

    def _stays(self, kind: values.ValueType) -> bool:
        if isinstance(kind, structured.ListType):
            return self._stays(kind.item)
        if isinstance(kind, structured.MappingType):
            return self._stays(kind.key) and self._stays(kind.value)
        return not isinstance(kind, (*REMADE, structured.ExtentType))

    def _preferred(self, names: list[str]) -> list[str]:
        own = [name for name in names if name in self._own]
        return own if own and self.random.random() < OWN_LAYER_SHARE else names


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
