# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws calls at random that are valid by specification and by the layers there are: the floor under every agent.

It loads every input, draws calls, and writes of the layers it then has one that looks most like the contract's to the
contract's file. It knows what any agent sees, and reads of the prompt nothing but file names.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...tools.declaration.facts import LayerFacts
from ...tools.declaration.registry import all_tools
from ...tools.declaration.validator import check_call
from ..drawn_calls.valid_calls import ValidCalls, facts_of_step
from ..episode_score import EpisodeKey
from ..events import ProposedCall
from .agent import FINISHED, Turn

CALLS = (3, 12)
FORMATS = {
    ".gpkg": "gpkg", ".geojson": "geojson", ".json": "geojson", ".shp": "shapefile", ".fgb": "flatgeobuf",
    ".kml": "kml", ".csv": "csv", ".xlsx": "xlsx", ".tif": "geotiff", ".tiff": "geotiff", ".asc": "ascii_grid",
}  # fmt: skip
WITHOUT_SUBLAYER = (".shp", ".csv")


class RandomCalls:
    """An agent that draws.

    Args:
        view: What an agent sees of the task.
        seed: The same seed draws the same calls from the same answers.
        tools: Names a call may use; None for all.
    """

    def __init__(self, view: Mapping[str, Any], seed: int, tools: Sequence[str] | None = None) -> None:
        self._view, self._tools, self._seed = view, tools, seed
        self._handles: dict[str, LayerFacts] = {}
        self._made: list[str] = []
        files = [given["file"] for given in view["inputs"].values()]
        specs = [spec for name, spec in all_tools().items() if tools is None or name in tools]
        self._maker = ValidCalls(seed, files, specs)
        self._plan = self._turns()

    def next(self, steps: Sequence[dict[str, Any]]) -> Turn:
        """Draws the next call; failed ones make no layer and do not stop it."""
        for step in steps:
            facts = facts_of_step(step, self._handles)
            self._handles |= facts
            self._made += [] if step["api"] == "load_layer" else facts
        return next(self._plan, FINISHED)

    def _turns(self) -> Iterator[Turn]:
        said = f"drawn with seed {self._seed}"
        for name, given in self._view["inputs"].items():
            sublayer = {"sublayer": given["layer"]} if "layer" in given else {}
            arguments = {"file": given["file"], "name": name, **sublayer}
            yield Turn((ProposedCall(api="load_layer", arguments=arguments),), text=said)
            said = ""
        for _ in range(self._maker.random.randint(*CALLS)):
            drawn = self._maker.drawn(self._handles)
            if drawn is not None:
                yield Turn((ProposedCall(api=drawn[0], arguments=drawn[1]),))
        for output in self._view["outputs"]:
            export = self._export(output)
            if export is not None:
                yield Turn((export,))

    def _export(self, output: Mapping[str, Any]) -> ProposedCall | None:
        """Returns the call that writes an output; None where no layer is of its kind."""
        likeness = {name: _likeness(facts, output) for name, facts in self._handles.items()}
        fit = [name for name, like in likeness.items() if like is not None]
        own = [name for name in fit if name in self._made] or fit
        most = max((likeness[name] or 0 for name in own), default=0)
        best = [name for name in own if likeness[name] == most]
        if not best:
            return None
        file = str(output["file"])
        ending = Path(file).suffix.lower()
        api, layer = ("export_raster", "raster") if output["kind"] == "raster" else ("export_layer", "layer")
        arguments = {layer: self._maker.random.choice(best), "file": file, "format": FORMATS.get(ending, "")}
        if "layer" in output and ending not in WITHOUT_SUBLAYER:
            arguments["sublayer"] = output["layer"]
        checked = check_call(api, arguments, self._handles, self._tools)
        return None if checked.faults else ProposedCall(api=api, arguments=arguments)


def seed_of(key: EpisodeKey) -> int:
    """Returns the seed of an episode: of its task, the name of its agent, and its repeat."""
    text = f"{key.task}\n{key.agent}\n{key.repeat}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def _likeness(facts: LayerFacts, output: Mapping[str, Any]) -> int | None:
    """Returns how much of an output a layer has; None where it is of another kind."""
    wanted = output["kind"]
    if facts.kind != wanted and not (wanted == "table" and facts.kind == "vector"):
        return None
    same = facts.geometry_type == output.get("geometry_type") if wanted == "vector" else True
    columns = set(output.get("columns", ())) & set(facts.field_names or ())
    return len(columns) + 2 * same + (facts.crs is not None and facts.crs == output.get("crs"))
