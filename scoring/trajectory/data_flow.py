# SPDX-License-Identifier: GPL-2.0-or-later
"""Which call builds on which. Handles are followed to the calls that made them; what they are called is forgotten.

A digest stands for what a call computes: its API, its arguments, and the digests of the calls whose layers it takes.
Two calls with one digest make the same layer, in one trajectory or in two.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from .calls import Call, Handle

MOST_CALLS = 10_000  # beyond them, what builds on what would fill the memory
MAX_DEPTH = 40  # of an argument; deeper ones cannot be told apart


class Layer(NamedTuple):
    """A layer as a call takes it.

    Args:
        maker: Place in the flow of the call that made it; None where no earlier call did.
        output: Which output of that call.
        part: Band, "" for the whole.
    """

    maker: int | None
    output: str
    part: str


class Binding(NamedTuple):
    """The value of an argument: its text without layers, and the layers in their order."""

    shape: str
    layers: tuple[Layer, ...]


class Flow(NamedTuple):
    """The calls of a trajectory that changed something, in order; the lists run beside one another.

    Args:
        bindings: Argument to value.
        digests: What each call computes.
        upstream: Bits of the calls that each builds on, near and far.
    """

    calls: tuple[Call, ...]
    bindings: tuple[dict[str, Binding], ...]
    digests: tuple[str, ...]
    upstream: tuple[int, ...]

    def layers(self, index: int) -> list[Layer]:
        """Returns every layer that a call takes, in the order of its arguments' names."""
        return [layer for _, binding in sorted(self.bindings[index].items()) for layer in binding.layers]

    def first_path(self, makers: Sequence[int], takers: Sequence[int]) -> tuple[int, int] | None:
        """Finds a call that takes, over whatever steps, what another made: the first taker, and its first maker."""
        mask = sum(1 << maker for maker in makers)
        taker = next((taker for taker in takers if self.upstream[taker] & mask), None)
        if taker is None:
            return None
        found = self.upstream[taker] & mask
        return (found & -found).bit_length() - 1, taker

    def first_fed(self, takers: Sequence[int]) -> dict[int, int]:
        """Returns, for each call whose layer went into these, over whatever steps, the first that it went into."""
        fed, seen = {}, 0
        for taker in takers:
            new = self.upstream[taker] & ~seen
            seen |= new
            while new:
                fed[(new & -new).bit_length() - 1] = taker
                new &= new - 1
        return fed


def flow_of(calls: Iterable[Call]) -> Flow:
    """Follows the handles of a trajectory.

    Edges: Failed and read-only calls make no layer and are left out. A handle that two calls made is the later one's.
        A handle that no earlier call made is a layer that equals no other. So there are no cycles.
    """
    kept = tuple(call for call in calls if call.ok and not call.read_only)
    makers: dict[str, tuple[int, str]] = {}
    bindings: list[dict[str, Binding]] = []
    digests: list[str] = []
    upstream: list[int] = []
    for index, call in enumerate(kept):
        bound = {name: _binding(value, makers) for name, value in call.arguments.items()}
        found = {layer.maker for binding in bound.values() for layer in binding.layers if layer.maker is not None}
        before = 0
        for maker in found:
            before |= upstream[maker] | 1 << maker
        bindings.append(bound)
        digests.append(_digest(call, bound, digests))
        upstream.append(before)
        makers |= {handle: (index, output) for output, handle in call.outputs.items()}
    return Flow(kept, tuple(bindings), tuple(digests), tuple(upstream))


def argument_text(value: Any) -> str:
    """Returns a text that two values have in common where they are the same but for the handles inside."""
    return _binding(value, {}).shape


def _binding(value: Any, makers: dict[str, tuple[int, str]]) -> Binding:
    layers: list[Layer] = []
    shape = json.dumps(_shape(value, makers, layers, 0), sort_keys=True)
    return Binding(shape, tuple(layers))


def _shape(value: Any, makers: dict[str, tuple[int, str]], layers: list[Layer], depth: int) -> Any:
    """Returns the value with a mark for each layer, which is added to `layers`; 15.0 is 15, true is not 1."""
    if isinstance(value, Handle):
        maker, output = makers.get(value.name, (None, ""))
        layers.append(Layer(maker, output, value.part))
        return {"layer": len(layers)}
    if depth > MAX_DEPTH:
        return "…"
    if isinstance(value, dict):
        return {str(key): _shape(value[key], makers, layers, depth + 1) for key in sorted(value, key=str)}
    if isinstance(value, list | tuple):
        return [_shape(part, makers, layers, depth + 1) for part in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _digest(call: Call, bound: dict[str, Binding], digests: list[str]) -> str:
    if call.source is not None:
        told: Any = ["input", call.source]
    else:
        told = [call.api, {name: [value.shape, _makers(value, digests)] for name, value in bound.items()}]
    return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def _makers(binding: Binding, digests: list[str]) -> list[list[str | None]]:
    return [[None if maker is None else digests[maker], output, part] for maker, output, part in binding.layers]
