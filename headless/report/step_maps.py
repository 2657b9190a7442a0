# SPDX-License-Identifier: GPL-2.0-or-later
"""A small map of the layer that each step made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ...tools.declaration.records import HandleRecord, read_workspace_file
from ..map_drawing.map_job import DrawnMap, LayerSource, MapJob
from .picture import Picture, picture_of
from .run_reading import EpisodeContent, Step, wrong_first

MOST_PICTURES = 400
MOST_BYTES = 100_000_000
WIDTH = 240
WORKSPACE = "workspace.json"


class StepPlace(NamedTuple):
    """Where a map belongs: episode, and number of the call."""

    episode: int
    call: int


def step_jobs(episodes: list[EpisodeContent], folder: Path) -> dict[StepPlace, MapJob]:
    """Says which maps of steps to draw: those of layers and rasters that are still in the workspace.

    Args:
        folder: Takes the picture files.
    Returns: Jobs by place. Where there are too many, episodes that are not strictly right come first.
    """
    jobs = ((place, job) for index in wrong_first(episodes) for place, job in _jobs(index, episodes[index], folder))
    return dict(islice(jobs, MOST_PICTURES))


def step_maps_left_out(episodes: list[EpisodeContent]) -> str:
    """Says that there are more layers than maps of them; "" where there are not."""
    jobs = (job for index in wrong_first(episodes) for job in _jobs(index, episodes[index], Path()))
    if next(islice(jobs, MOST_PICTURES, None), None) is None:
        return ""
    return f"To keep this page small, {MOST_PICTURES} layers of steps have a map; those of wrong answers come first."


def step_pictures(episodes: list[EpisodeContent], drawn: dict[StepPlace, DrawnMap]) -> dict[StepPlace, Picture]:
    """Makes pictures of what was drawn; a layer without a map, such as one without rows, has none."""
    pictures = {}
    for place, result in drawn.items():
        step = next(step for step in episodes[place.episode].steps if step.number == place.call)
        handle = _made(step)
        pictures[place] = picture_of(result, handle, f"Map of {handle}, made by step {step.number}, {step.api}.")
    return pictures


def workspace_handles(folder: Path) -> dict[str, HandleRecord]:
    """Reads the layers of a workspace; none where its file is not there or broken."""
    try:
        return read_workspace_file(json.loads((folder / WORKSPACE).read_text(encoding="utf-8"))).handles
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def new_column(step: Step, seen: set[str]) -> str:
    """Returns the first number column that no earlier step had, which is what the step computed; "" for none.

    Args:
        seen: Columns of the steps before; those of this one are added.
    """
    fields = ((step.record or {}).get("observation") or {}).get("fields") or {}
    fresh = [name for name, kind in fields.items() if name not in seen and kind in ("integer", "real")]
    is_first = step.api == "load_layer"
    seen.update(fields)
    return "" if is_first or not fresh else fresh[0]


def _jobs(index: int, episode: EpisodeContent, folder: Path) -> Iterator[tuple[StepPlace, MapJob]]:
    if episode.folder is None:
        return
    handles = workspace_handles(episode.folder)
    seen: set[str] = set()
    for step in episode.steps:
        column = new_column(step, seen)
        handle = handles.get(_made(step))
        source = _source(episode.folder, handle) if handle else None
        if source is not None:
            picture, caption = str(folder / f"step_{index}_{step.number}.png"), "" if column else _made(step)
            yield StepPlace(index, step.number), MapJob(picture, source, column=column, caption=caption, width=WIDTH)


def _made(step: Step) -> str:
    return str((step.record or {}).get("output") or "")


def _source(folder: Path, handle: HandleRecord) -> LayerSource | None:
    path = (folder / handle.path).resolve()
    if handle.kind not in ("vector", "raster") or not path.is_relative_to(folder.resolve()) or not path.is_file():
        return None
    if path.stat().st_size > MOST_BYTES:
        return None
    return LayerSource(str(path), "raster" if handle.kind == "raster" else "vector", handle.sublayer)
