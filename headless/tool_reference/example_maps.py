# SPDX-License-Identifier: GPL-2.0-or-later
"""What the picture of a worked example shows: at the left what was given, at the right what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from ...tools.declaration.examples import Example
from ...tools.declaration.records import HandleRecord
from ...tools.declaration.spec import ToolSpec
from ...tools.declaration.structured_types import ListType, MappingType
from ...tools.declaration.value_types import BAND, BandType, LayerType, ValueType
from ..map_drawing.map_job import LayerSource, Panel, PanelLayer, PanelsJob

WIDTH = 250
MOST_BYTES = 40_000
Handles = Mapping[str, HandleRecord]
# What lies lowest is the subject, so that nothing is hidden.
_LOWEST_FIRST = ("raster", "Polygon", "LineString", "Point")


def example_picture(spec: ToolSpec, example: Example, handles: Handles, workspace: Path, picture: Path) -> PanelsJob:
    """Says what to draw of an example that has run.

    Args:
        handles: The layers of the workspace, what the example made among them.
        workspace: Folder that their paths are relative to.
        picture: The PNG file to write.
    """
    output = spec.output_argument(spec.outputs[0])
    made = str(example.call.arguments[output])
    given = [name for name in given_layers(spec, example) if handles[name].kind != "table"]
    chosen = example.picture
    subject = {"column": _new_number(made, handles, given), **chosen.get("made", {}), "layer": made}
    sides = {
        "Given": chosen["before"] if "before" in chosen else _by_height(given, handles),
        "Made": [subject, *chosen.get("beside", _ground(given, made, handles))],
    }
    panels = [Panel(title, _layers(items, handles, workspace)) for title, items in sides.items() if items]
    return PanelsJob(str(picture), tuple(panels), chosen.get("frame", "both"), WIDTH, MOST_BYTES)


def given_layers(spec: ToolSpec, example: Example) -> list[str]:
    """Lists the handles that a call takes, each once."""
    found: list[str] = []
    for argument in spec.arguments:
        value = example.call.arguments.get(argument.name)
        found += [name for name in _handles_in(argument.type, value) if name not in found]
    return found


def _handles_in(value_type: ValueType, value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value_type, LayerType):
        return [value]
    if isinstance(value_type, BandType):
        match = BAND.fullmatch(value)
        return [match[1]] if match else []
    if isinstance(value_type, ListType):
        return [name for item in value for name in _handles_in(value_type.item, item)]
    if isinstance(value_type, MappingType):
        return [
            name for item in value.values() if isinstance(item, str) for name in _handles_in(value_type.value, item)
        ]
    return []


def _is_raster(handles: Handles, name: str) -> bool:
    return handles[name].kind == "raster"


def _height(handles: Handles, name: str) -> int:
    kind = "raster" if _is_raster(handles, name) else handles[name].facts.geometry_type
    return _LOWEST_FIRST.index(kind) if kind in _LOWEST_FIRST else 1


def _by_height(given: list[str], handles: Handles) -> list[str]:
    """Sorts layers from the lowest to the highest; of rasters the first one is shown."""
    rasters = [name for name in given if _is_raster(handles, name)]
    vectors = [name for name in given if not _is_raster(handles, name)]
    return rasters[:1] + sorted(vectors, key=lambda name: _height(handles, name))


def _ground(given: list[str], made: str, handles: Handles) -> list[dict[str, str]]:
    """Puts what was given under what was made, where that leaves room to see it."""
    if _is_raster(handles, made):
        return []
    crs = handles[made].facts.crs
    under = [name for name in given if not _is_raster(handles, name) and handles[name].facts.crs == crs]
    return [{"layer": name, "look": "under"} for name in sorted(under, key=lambda name: -_height(handles, name))]


def _layers(items: list[Any], handles: Handles, workspace: Path) -> tuple[PanelLayer, ...]:
    """Makes the layers of a panel; an item is a handle, or an object with it and what is not as usual."""
    layers = []
    for index, item in enumerate(items):
        chosen = {"look": "over" if index else "subject", **(item if isinstance(item, dict) else {"layer": item})}
        name = chosen.pop("layer")
        handle = handles[name]
        kind: Literal["vector", "raster"] = "raster" if handle.kind == "raster" else "vector"
        source = LayerSource(str(workspace / handle.path), kind, handle.sublayer, chosen.pop("band", 1))
        layers.append(PanelLayer(source, name, **chosen))
    return tuple(layers)


def _new_number(made: str, handles: Handles, given: list[str]) -> str:
    """Returns the first number column that nothing given has, which is what the tool computed; "" for none."""
    old = {field.name for name in given for field in handles[name].facts.fields or ()}
    fields = handles[made].facts.fields or ()
    return next((one.name for one in fields if one.name not in old and one.type in ("integer", "real")), "")
