# SPDX-License-Identifier: GPL-2.0-or-later
"""Spoils right plans in the ways agents do, one fault at a time, always the same ones for a seed."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.value_types import (
    BandType,
    ChoiceType,
    CrsType,
    FieldType,
    LayerType,
    NewHandleType,
    ValueType,
)

Steps = list[tuple[str, dict[str, Any]]]
OTHER_CRS = ("EPSG:4326", "EPSG:3857", "EPSG:32601")


def mutated(steps: Steps, seed: int, each: int) -> Iterator[tuple[str, Steps]]:
    """Gives up to `each` spoilt plans of every kind, with the name of the kind."""
    for kind, spoil in KINDS.items():
        made = list(spoil(copy.deepcopy(steps)))
        random.Random(f"{seed} {kind}").shuffle(made)
        yield from ((kind, one) for one in made[:each])


def _changed(steps: Steps, number: int, api: str | None = None, **arguments: Any) -> Steps:
    made = copy.deepcopy(steps)
    made[number] = (api or made[number][0], {**made[number][1], **arguments})
    return made


def _without(steps: Steps, number: int, *names: str) -> Steps:
    made = copy.deepcopy(steps)
    made[number] = (made[number][0], {name: value for name, value in made[number][1].items() if name not in names})
    return made


def _places(steps: Steps, *types: type[ValueType]) -> Iterator[tuple[int, str, Any]]:
    """Finds the arguments whose values, or parts of them, are of a type."""
    for number, (api, arguments) in enumerate(steps):
        for name, value in arguments.items():
            found = all_tools()[api].argument(name)
            kinds = (found.type, getattr(found.type, "item", None), getattr(found.type, "key", None)) if found else ()
            if any(isinstance(kind, types) for kind in kinds):
                yield number, name, value


def _misspelt(value: Any) -> Any:
    """Changes the first name in a value."""
    if isinstance(value, list):
        return [_misspelt(value[0]), *value[1:]]
    if isinstance(value, dict):
        first, *others = value.items()
        return dict([(_misspelt(first[0]), first[1]), *others])
    return f"{value}x"


def unknown_tool(steps: Steps) -> Iterator[Steps]:
    for number, (api, _) in enumerate(steps):
        yield _changed(steps, number, api=f"{api}s")


def unknown_argument(steps: Steps) -> Iterator[Steps]:
    for number, (_, arguments) in enumerate(steps):
        for name in arguments:
            yield _changed(_without(steps, number, name), number, **{f"{name}_": arguments[name]})


def argument_left_out(steps: Steps) -> Iterator[Steps]:
    for number, (_, arguments) in enumerate(steps):
        for name in arguments:
            yield _without(steps, number, name)


def renamed_handle(steps: Steps) -> Iterator[Steps]:
    for number, name, value in _places(steps, LayerType):
        yield _changed(steps, number, **{name: _misspelt(value)})


def other_handle(steps: Steps) -> Iterator[Steps]:
    """Takes another layer that is there, as one does who mixes up names."""
    for number, name, value in _places(steps, LayerType):
        earlier = [text for at, _, text in _places(steps, NewHandleType) if at < number and text != value]
        if isinstance(value, str):
            yield from (_changed(steps, number, **{name: text}) for text in earlier)


def handle_used_twice(steps: Steps) -> Iterator[Steps]:
    for number, name, value in _places(steps, NewHandleType):
        earlier = [text for at, _, text in _places(steps, NewHandleType) if at < number]
        yield from (_changed(steps, number, **{name: text}) for text in earlier[-1:] if text != value)


def load_left_out(steps: Steps) -> Iterator[Steps]:
    for number, (api, _) in enumerate(steps):
        if api == "load_layer":
            yield steps[:number] + steps[number + 1 :]


def other_file(steps: Steps) -> Iterator[Steps]:
    for number, (api, arguments) in enumerate(steps):
        if api == "load_layer":
            yield _changed(steps, number, file=f"my_{arguments['file']}")


def renamed_field(steps: Steps) -> Iterator[Steps]:
    for number, name, value in _places(steps, FieldType):
        if value:
            yield _changed(steps, number, **{name: _misspelt(value)})


def renamed_field_in_expression(steps: Steps) -> Iterator[Steps]:
    for number, (_, arguments) in enumerate(steps):
        text = arguments.get("expression")
        if isinstance(text, str) and text.count('"') > 1:
            yield _changed(steps, number, expression=text.replace('"', '"my_', 1))


def other_word(steps: Steps) -> Iterator[Steps]:
    """Takes every other word of a closed list: units, methods, rules."""
    for number, name, value in _places(steps, ChoiceType):
        kind = all_tools()[steps[number][0]].argument(name)
        choices = getattr(kind.type, "choices", ()) if kind else ()
        yield from (_changed(steps, number, **{name: word}) for word in choices if word != value)


def other_crs(steps: Steps) -> Iterator[Steps]:
    for number, name, value in _places(steps, CrsType):
        yield from (_changed(steps, number, **{name: crs}) for crs in OTHER_CRS if crs != value)


def _skipped(steps: Steps, skips: Callable[[str], bool]) -> Iterator[Steps]:
    """Leaves out a step and hands on the layer that it was given."""
    for number, (api, _) in enumerate(steps):
        taken = [value for at, _, value in _places(steps, LayerType) if at == number and isinstance(value, str)]
        given = taken[0] if taken else ""
        made = next((value for at, _, value in _places(steps, NewHandleType) if at == number), "")
        if skips(api) and given and made:
            later = copy.deepcopy(steps[number + 1 :])
            yield steps[:number] + [(one, _replaced(values, made, given)) for one, values in later]


def _replaced(value: Any, old: str, new: str) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(item, old, new) for key, item in value.items()}
    if isinstance(value, list):
        return [_replaced(item, old, new) for item in value]
    return new + value[len(old) :] if isinstance(value, str) and value.partition("@")[0] == old else value


def reprojection_left_out(steps: Steps) -> Iterator[Steps]:
    return _skipped(steps, lambda api: api in ("reproject_layer", "warp_raster", "align_rasters"))


def repair_left_out(steps: Steps) -> Iterator[Steps]:
    return _skipped(steps, lambda api: api == "fix_geometries")


def step_left_out(steps: Steps) -> Iterator[Steps]:
    return _skipped(steps, lambda api: api not in ("reproject_layer", "warp_raster", "align_rasters", "fix_geometries"))


def column_left_out(steps: Steps) -> Iterator[Steps]:
    for number, (api, arguments) in enumerate(steps):
        names = arguments.get("fields") if api == "export_layer" else None
        if names and len(names) > 1:
            yield from (_changed(steps, number, fields=[one for one in names if one != name]) for name in names)


def column_not_renamed(steps: Steps) -> Iterator[Steps]:
    for number, (api, arguments) in enumerate(steps):
        renamed = arguments.get("rename") if api == "refactor_fields" else None
        for name in renamed or ():
            left = {old: new for old, new in renamed.items() if old != name}
            yield _changed(steps, number, rename=left) if left else _without(steps, number, "rename")


def export_left_out(steps: Steps) -> Iterator[Steps]:
    for number, (api, _) in enumerate(steps):
        if api.startswith("export_"):
            yield steps[:number] + steps[number + 1 :]


def other_output(steps: Steps) -> Iterator[Steps]:
    for number, (api, arguments) in enumerate(steps):
        if api.startswith("export_"):
            yield _changed(steps, number, file=f"my_{arguments['file']}")


def raster_for_rows(steps: Steps) -> Iterator[Steps]:
    """Takes a band where a layer is meant, and a layer where a band is."""
    for number, name, value in _places(steps, BandType):
        rows = [text for at, _, text in _places(steps, NewHandleType) if at < number]
        if isinstance(value, str):
            yield from (_changed(steps, number, **{name: text}) for text in rows[:3])


def swapped_steps(steps: Steps) -> Iterator[Steps]:
    for number in range(len(steps) - 1):
        made = copy.deepcopy(steps)
        made[number], made[number + 1] = made[number + 1], made[number]
        yield made


KINDS: dict[str, Callable[[Steps], Iterator[Steps]]] = {
    spoil.__name__.replace("_", " "): spoil
    for spoil in (
        unknown_tool, unknown_argument, argument_left_out, renamed_handle, other_handle, handle_used_twice,
        load_left_out, other_file, renamed_field, renamed_field_in_expression, other_word, other_crs,
        reprojection_left_out, repair_left_out, step_left_out, column_left_out, column_not_renamed, export_left_out,
        other_output, raster_for_rows, swapped_steps,
    )
}  # fmt: skip
