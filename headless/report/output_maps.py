# SPDX-License-Identifier: GPL-2.0-or-later
"""Maps of the outputs of a run: reference, output and difference side by side, as pictures inside the page."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Literal, NamedTuple

from ...tasks.contract import RasterOutput, TableOutput, VectorOutput
from ...tasks.output_format import ROW_FORMATS, extension
from ...tasks.pack import PackFolder
from ...tasks.task import Task
from ..map_drawing.map_job import CellValues, DrawnMap, LayerSource, MapJob
from .contract_words import Contract
from .picture import Picture, picture_of
from .run_reading import EpisodeContent, wrong_first

MOST_PICTURES = 240
MOST_COMPARED_BYTES = 200_000_000
WORDS = {
    "same": "the same",
    "wrong": "with a wrong value",
    "moved": "moved or reshaped",
    "missing": "missing",
    "extra": "extra",
    "too_high": "too high",
    "too_low": "too low",
}
Side = Literal["reference", "output", "difference"]


class Place(NamedTuple):
    """Where a map belongs: episode, output (its place in the task), side."""

    episode: int
    output: int
    side: Side


def output_jobs(episodes: list[EpisodeContent], folder: Path) -> dict[Place, MapJob]:
    """Says which maps of outputs to draw.

    Args:
        folder: Takes the picture files.
    Returns: Jobs by place. Where there are too many, episodes that are not strictly right come first.
    """
    jobs: dict[Place, MapJob] = {}
    for index in wrong_first(episodes):
        episode = episodes[index]
        if episode.pack is None or episode.task is None or episode.folder is None:
            continue
        for number, contract in enumerate(episode.task.outputs):
            if len(jobs) + 3 > MOST_PICTURES or not _has_map(contract):
                continue
            stem = folder / f"{index}_{number}"
            for side, job in _jobs(episode, contract, episode.task, episode.pack, stem).items():
                jobs[Place(index, number, side)] = job
    return jobs


def output_pictures(episodes: list[EpisodeContent], drawn: dict[Place, DrawnMap]) -> dict[Place, Picture]:
    """Makes pictures of what was drawn; where nothing was written, that is said in the place of the map."""
    pictures = {place: _picture(place.side, _contract(episodes, place), result) for place, result in drawn.items()}
    for place in [place for place in pictures if place.side == "reference"]:
        missing = Picture("Output", "", notes=["Nothing was written, so there is nothing to draw."])
        pictures.setdefault(place._replace(side="output"), missing)
    return pictures


def maps_left_out(episodes: list[EpisodeContent], pictures: dict[Place, Picture]) -> str:
    """Says how many outputs have no maps because there would be too many; "" for none."""
    drawn = {(place.episode, place.output) for place in pictures}
    left_out = sum(
        (index, number) not in drawn
        for index, episode in enumerate(episodes)
        if episode.pack is not None and episode.task is not None and episode.folder is not None
        for number, contract in enumerate(episode.task.outputs)
        if _has_map(contract)
    )
    if not left_out:
        return ""
    what = "one output has" if left_out == 1 else f"{left_out} outputs have"
    return f"To keep this page small, {what} no maps; those of wrong answers come first."


def theme_column(contract: Contract) -> str:
    """Returns the column that colours a map: the first measure or count, else the first class, else none."""
    if isinstance(contract, RasterOutput):
        return ""
    columns = {name: contract.columns[name] for name in contract.compared_columns}
    numbers = [
        name
        for name, column in columns.items()
        if column.is_number and column.effective_role in ("measure", "count", None)
    ]
    classes = [name for name, column in columns.items() if column.role == "label" or column.type in ("text", "boolean")]
    return next(iter(numbers + classes), "")


def _has_map(contract: Contract) -> bool:
    return isinstance(contract, RasterOutput) or (isinstance(contract, VectorOutput) and contract.has_geometry)


def _jobs(episode: EpisodeContent, contract: Contract, task: Task, pack: PackFolder, stem: Path) -> dict[Side, MapJob]:
    assert episode.folder is not None and not isinstance(contract, TableOutput)
    sublayer = "" if isinstance(contract, RasterOutput) else contract.layer_name
    reference, output = (
        LayerSource(str(path / contract.file), contract.kind, sublayer)
        for path in (pack.reference_folder(task.id), episode.folder / "output")
    )
    there = Path(output.path).is_file()
    base = MapJob(
        f"{stem}_reference.png",
        reference,
        beside=output if there else None,
        context=() if isinstance(contract, RasterOutput) else _context(episode.folder / "inputs", task),
        column=theme_column(contract),
        caption=Path(contract.file).stem if isinstance(contract, RasterOutput) else "",
        values=contract.values if isinstance(contract, RasterOutput) else _column_kind(contract),
    )
    jobs: dict[Side, MapJob] = {"reference": base}
    if there:
        jobs["output"] = replace(base, picture=f"{stem}_output.png", layer=output, against=reference)
    if there and Path(output.path).stat().st_size <= MOST_COMPARED_BYTES:
        document = contract.model_dump(mode="json", exclude_unset=True)
        jobs["difference"] = replace(jobs["output"], picture=f"{stem}_difference.png", contract=document)
    return jobs


def _column_kind(contract: VectorOutput) -> CellValues:
    column = contract.columns.get(theme_column(contract))
    if column is not None and column.role == "label":
        return "label"
    return "continuous" if column is None or column.is_number else "categorical"


def _context(inputs: Path, task: Task) -> tuple[LayerSource, ...]:
    """Returns the vector inputs of a task, as ground under its outputs."""
    sources = []
    for name, given in task.inputs.items():
        files = [path for path in inputs.glob(f"{name}.*") if extension(path.name) in ROW_FORMATS]
        if given.kind == "vector" and files:
            sources.append(LayerSource(str(files[0]), "vector", given.layer or name))
    return tuple(sources)


def _contract(episodes: list[EpisodeContent], place: Place) -> Contract:
    task = episodes[place.episode].task
    assert task is not None
    return task.outputs[place.output]


def _picture(side: Side, contract: Contract, drawn: DrawnMap) -> Picture:
    titles = {"reference": "Reference", "output": "Output", "difference": "Difference"}
    alts = {
        "reference": f"Map of the reference of {contract.file}.",
        "output": f"Map of the output {contract.file}, with the colours and the frame of the reference.",
        "difference": f"Map of the differences of {contract.file}; {_counted(contract, drawn.counts)}.",
    }
    return picture_of(drawn, titles[side], alts[side])


def _counted(contract: Contract, counts: dict[str, int]) -> str:
    noun = "cells" if isinstance(contract, RasterOutput) else "rows"
    shown = {**WORDS, "wrong": "of a wrong class"} if noun == "cells" else WORDS
    parts = [f"{count} {shown[kind]}" for kind, count in counts.items() if count and kind in shown]
    return f"{noun}: {', '.join(parts)}" if parts else "nothing could be compared"
