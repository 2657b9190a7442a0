# SPDX-License-Identifier: GPL-2.0-or-later
"""How far a call of the agent is given the same as a call of the reference, layers by what they are."""

from __future__ import annotations

from typing import NamedTuple

from .data_flow import Flow, Layer

LAYERS = "layers"


class Agreement(NamedTuple):
    """Arguments compared, and those that differ."""

    compared: int
    differing: tuple[str, ...]
    agreed: int

    @property
    def share(self) -> float:
        """Gives the share that agrees; 1 where there was nothing to compare."""
        return self.agreed / self.compared if self.compared else 1.0


class Terms(NamedTuple):
    """Two calls of one API, as far as they can be compared without an alignment.

    Args:
        compared: How many arguments are.
        differing: Those that differ in any alignment.
        layers: Those of which the layers decide, with the layers side by side.
    """

    compared: int
    differing: tuple[str, ...]
    layers: tuple[tuple[str, tuple[tuple[Layer, Layer], ...]], ...]


class Comparison:
    """Compares calls of two flows under an alignment.

    Two layers are the same when the calls that made them compute the same (their digests are equal), or stand for one
    another in the alignment; and when output and band are the same. So one fault is counted once, where it was made,
    and not again in every call that builds on it.

    Args:
        free: Calls of the reference that are not required: what they make is compared with nothing.
    """

    def __init__(self, reference: Flow, agent: Flow, free: frozenset[int] = frozenset()) -> None:
        self.reference, self.agent, self.free = reference, agent, free
        self._alike: set[tuple[str, str]] = set()
        self._terms: dict[tuple[int, int], Terms] = {}

    def under(self, pairs: dict[int, int]) -> Comparison:
        """Returns the comparison under an alignment: calls of the reference to the calls that stand for them."""
        other = Comparison(self.reference, self.agent, self.free)
        other._alike = {(self.reference.digests[ours], self.agent.digests[theirs]) for ours, theirs in pairs.items()}
        other._terms = self._terms
        return other

    def same(self, ours: Layer, theirs: Layer) -> bool:
        """Tells whether a layer of the reference and one of the agent are the same."""
        if ours.maker is None or theirs.maker is None or ours[1:] != theirs[1:]:
            return False
        digests = self.reference.digests[ours.maker], self.agent.digests[theirs.maker]
        return digests[0] == digests[1] or digests in self._alike

    def of(self, ours: int, theirs: int) -> Agreement:
        """Compares two calls.

        Returns: Of one API: the arguments that either side gives, each whole. Of two APIs, whose arguments mean
            different things: the layers they take, whatever the arguments are called, of the larger number.
        """
        if self.reference.calls[ours].api != self.agent.calls[theirs].api:
            return self._of_layers(ours, theirs)
        terms = self._terms_of(ours, theirs)
        moved = [name for name, layers in terms.layers if not all(self.same(*pair) for pair in layers)]
        differing = tuple(sorted([*terms.differing, *moved])) if moved else terms.differing
        return Agreement(terms.compared, differing, terms.compared - len(differing))

    def takes_the_same(self, ours: int, theirs: int) -> bool:
        """Tells whether two calls take the very same layers, at least one."""
        agreement = self._of_layers(ours, theirs)
        return agreement.compared > 0 and not agreement.differing

    def _terms_of(self, ours: int, theirs: int) -> Terms:
        known = self._terms.get((ours, theirs))
        if known is None:
            known = self._terms[ours, theirs] = self._compared(ours, theirs)
        return known

    def _compared(self, ours: int, theirs: int) -> Terms:
        mine, other = self.reference.bindings[ours], self.agent.bindings[theirs]
        left_out = {name for name, value in mine.items() if any(layer.maker in self.free for layer in value.layers)}
        differing, layers = [], []
        for name in sorted((mine.keys() | other.keys()) - left_out):
            one, two = mine.get(name), other.get(name)
            if one is None or two is None or one.shape != two.shape or len(one.layers) != len(two.layers):
                differing.append(name)
            elif one.layers:
                layers.append((name, tuple(zip(one.layers, two.layers, strict=True))))
        return Terms(len((mine.keys() | other.keys()) - left_out), tuple(differing), tuple(layers))

    def _of_layers(self, ours: int, theirs: int) -> Agreement:
        """Compares the layers of two calls; a free one of the reference stands for any one of the agent's."""
        layers, left = self.reference.layers(ours), self.agent.layers(theirs)
        mine = [layer for layer in layers if layer.maker not in self.free]
        compared, agreed = max(len(mine), len(left) - len(layers) + len(mine)), 0
        for layer in mine:
            twin = next((place for place, other in enumerate(left) if self.same(layer, other)), None)
            if twin is not None:
                left.pop(twin)
                agreed += 1
        return Agreement(compared, () if agreed == compared else (LAYERS,), agreed)
