# SPDX-License-Identifier: GPL-2.0-or-later
"""Steps that change nothing: layers that no later step uses, inputs that no step loads. They are warnings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from .argument_texts import texts_in
from .finding import UNUSED_INPUT, UNUSED_LAYER, Finding
from .walk import Walk


def idle_findings(steps: Sequence[tuple[str, Any]], walk: Walk, inputs: Collection[str] | None) -> list[Finding]:
    """Lists layers that nothing uses and inputs that are not loaded.

    Args:
        inputs: Files under inputs/; None where they are not known.
    """
    return [*_unused_layers(steps, walk), *_unused_inputs(steps, walk, inputs or ())]


def _unused_layers(steps: Sequence[tuple[str, Any]], walk: Walk) -> Iterator[Finding]:
    last_use: dict[str, int] = {}
    for number, (_, arguments) in enumerate(steps):
        last_use.update((text.partition("@")[0], number) for text in texts_in(arguments))
    for handle, made in walk.made.items():
        if last_use.get(handle, made) <= made:
            yield Finding(made, UNUSED_LAYER, f'no later step uses "{handle}"', severity="warning")


def _unused_inputs(steps: Sequence[tuple[str, Any]], walk: Walk, inputs: Collection[str]) -> Iterator[Finding]:
    for name in sorted(inputs):
        if name not in walk.loaded:
            yield Finding(len(steps), UNUSED_INPUT, f'no step loads the input "{name}"', severity="warning")
