# SPDX-License-Identifier: GPL-2.0-or-later
"""Where layers stand among the parameters of a run of one of our tools, and how their handles come in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ...tools.declaration.spec import ToolSpec
from ...tools.declaration.structured_types import ListType, MappingType
from ...tools.declaration.value_types import BandType, LayerType

Place = tuple[str, int | str | None]


class LayerUse(NamedTuple):
    """One layer of a run.

    Args:
        place: The argument it stands in; with the index in a list, or the key in an object.
        value: As the run has it.
        band: Number of the band that is meant, where one is.
    """

    place: Place
    value: Any
    band: int | None = None


def layer_uses(spec: ToolSpec, inputs: Mapping[str, Any]) -> list[LayerUse]:
    """Lists the layers of a run, in the order of the arguments.

    Args:
        spec: The tool.
        inputs: Processing name to value.
    """
    uses: list[LayerUse] = []
    for argument in spec.arguments:
        value = inputs.get(argument.name.upper())
        if value in (None, "", []):
            continue
        if isinstance(argument.type, LayerType):
            uses.append(LayerUse((argument.name, None), value))
        elif isinstance(argument.type, ListType) and isinstance(argument.type.item, LayerType):
            values = value if isinstance(value, list) else str(value).split(";")
            uses += [LayerUse((argument.name, index), item) for index, item in enumerate(values)]
        elif isinstance(argument.type, MappingType) and isinstance(argument.type.value, BandType):
            uses += [_band_use(argument.name, key, text) for key, text in _pairs(value)]
    return uses


def with_handles(arguments: dict[str, Any], uses: list[LayerUse], handles: Mapping[Place, str]) -> dict[str, Any]:
    """Puts handles where the layers stood.

    Args:
        arguments: As `argument_values` reads them.
        uses: What `layer_uses` listed.
        handles: Place to handle, for each use.
    """
    made = dict(arguments)
    for argument in {use.place[0] for use in uses}:
        own = [use for use in uses if use.place[0] == argument]
        texts = [handles[use.place] if use.band is None else f"{handles[use.place]}@{use.band}" for use in own]
        where = own[0].place[1]
        if where is None:
            made[argument] = texts[0]
        elif isinstance(where, int):
            made[argument] = texts
        else:
            made[argument] = {str(use.place[1]): text for use, text in zip(own, texts, strict=True)}
    return made


def _pairs(value: Any) -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [(str(key), str(item)) for key, item in value.items()]
    cells = [cell for row in value for cell in row] if value and isinstance(value[0], list) else list(value)
    return [(str(key), str(item)) for key, item in zip(cells[::2], cells[1::2], strict=False)]


def _band_use(argument: str, key: str, text: str) -> LayerUse:
    """Cuts "source@4"; a source without a number stands for its band 1."""
    source, at, number = text.rpartition("@")
    is_numbered = bool(at) and number.isdigit()
    return LayerUse((argument, key), source if is_numbered else text, int(number) if is_numbered else 1)
