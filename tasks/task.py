# SPDX-License-Identifier: GPL-2.0-or-later
"""A task: a practitioner's question, its inputs, and the contract of its outputs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from .contract import OutputContract, RasterOutput
from .document import StrictModel, read_model
from .output_format import holds_layers

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,62}$")]
Family = Literal["joining", "overlay", "terrain", "pattern", "remote_sensing"]
Caveat = Literal["crs_misalignment", "boundary_ambiguity", "geometry_topology", "nodata", "unit_mismatch"]
ParameterValue = bool | int | float | str | list[bool | int | float | str]
PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class Prompt(StrictModel):
    """What the practitioner asks, in four parts; {name} stands for a parameter."""

    objective: str = Field(min_length=1)
    inputs: str = Field(min_length=1)
    outputs: str = Field(min_length=1)
    constraints: list[str] = []

    def texts(self) -> list[str]:
        """Returns all texts of the prompt."""
        return [self.objective, self.inputs, self.outputs, *self.constraints]

    def filled(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the four parts with the parameters filled in."""
        return {
            "objective": fill(self.objective, parameters),
            "inputs": fill(self.inputs, parameters),
            "outputs": fill(self.outputs, parameters),
            "constraints": [fill(text, parameters) for text in self.constraints],
        }


class TaskInput(StrictModel):
    """One input file.

    Args:
        dataset: Id in the data register of the pack.
        layer: The sublayer to load, where the file has several.
    """

    dataset: str = Field(min_length=1)
    layer: str | None = None
    kind: Literal["vector", "raster", "table"]
    description: str = Field(min_length=1)


class CaveatNote(StrictModel):
    """What the naive way meets: a wrong answer, or a refused call."""

    bites: Literal["wrong", "refused"]


class Source(StrictModel):
    """Where the question comes from."""

    kind: Literal["forum_thread", "case_study", "question", "own"]
    reference: str


class Task(StrictModel):
    """One task of a pack, as task.yaml holds it."""

    schema_version: Literal[1]
    id: Name
    family: Family
    aoi: Name
    title: str = Field(min_length=1)
    prompt: Prompt
    inputs: dict[Name, TaskInput] = Field(min_length=1)
    parameters: dict[Name, ParameterValue] = {}
    outputs: list[OutputContract] = Field(min_length=1)
    caveats: dict[Caveat, CaveatNote] = {}
    source: Source

    @model_validator(mode="after")
    def _outputs_are_apart(self) -> Task:
        files = [(output.file, getattr(output, "layer", None)) for output in self.outputs]
        spelled: dict[str, str] = {}
        for file in sorted({file for file, _ in files}):
            layers = [layer for name, layer in files if name == file]
            if len(layers) > 1 and (None in layers or len(set(layers)) < len(layers)):
                raise ValueError(f'two outputs are "{file}"; name a different layer for each')
            if len(layers) > 1 and not holds_layers(file):
                raise ValueError(f'"{file}" holds one layer, not {len(layers)}; write them to different files')
            other = spelled.setdefault(file.casefold(), file)
            if other != file:
                raise ValueError(f'the outputs "{other}" and "{file}" are one file where names ignore case')
        return self

    @model_validator(mode="after")
    def _placeholders_are_parameters(self) -> Task:
        for name in (name for text in self.prompt.texts() for name in PLACEHOLDER.findall(text)):
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "there are none"
                raise ValueError(f"the prompt uses {{{name}}}, which is no parameter ({known})")
        return self

    @model_validator(mode="after")
    def _predicates_use_inputs(self) -> Task:
        for output in self.outputs:
            for predicate in getattr(output, "predicates", []):
                if predicate.input is not None and predicate.input not in self.inputs:
                    what = f'the predicate {predicate.name} of "{output.file}"'
                    known = ", ".join(self.inputs)
                    raise ValueError(f'{what} uses the input "{predicate.input}", which is not among {known}')
                kind = self.inputs[predicate.input].kind if predicate.input else "vector"
                if kind == "raster" or (kind == "table" and predicate.needs_geometry):
                    raise ValueError(f'the predicate {predicate.name} cannot use "{predicate.input}": it is a {kind}')
        return self

    def agent_view(self, input_files: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Returns what an agent sees of the task.

        Args:
            input_files: File name by input, such as {"parks": "parks.gpkg"}; names alone where left out.
        Returns: Plain values. Never tolerances, rationale, predicates or anything else the scorer judges by.
        """
        files = input_files or {}
        return {
            "task": self.id,
            "title": self.title,
            "prompt": self.prompt.filled(self.parameters),
            "parameters": dict(self.parameters),
            "inputs": {name: _input_view(given, files.get(name)) for name, given in self.inputs.items()},
            "outputs": [_output_view(output) for output in self.outputs],
        }


def read_task(path: Path) -> Task:
    """Reads a task.yaml, or the one in a task folder.

    Raises: DocumentError with every fault.
    """
    path = Path(path)
    return read_model(path / "task.yaml" if path.is_dir() else path, Task)


def fill(text: str, parameters: Mapping[str, Any]) -> str:
    """Puts parameters into the {name} places of a text.

    >>> fill("within {distance_m} m", {"distance_m": 500})
    'within 500 m'
    """
    return PLACEHOLDER.sub(lambda match: _written(parameters[match[1]]), text)


def _written(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_written(part) for part in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.15g}" if isinstance(value, float) else str(value)


def _input_view(given: TaskInput, file: str | None) -> dict[str, Any]:
    view = {"file": file} | given.model_dump(include={"layer", "kind", "description"})
    return {key: value for key, value in view.items() if value is not None}


def _output_view(output: Any) -> dict[str, Any]:
    view: dict[str, Any] = {"kind": output.kind, "file": output.file}
    if isinstance(output, RasterOutput):
        grid = ("crs", "width", "height", "transform", "bands", "dtype", "nodata")
        return view | {key: getattr(output, key) for key in grid}
    for key in ("layer", "crs", "geometry_type"):
        if getattr(output, key, None) is not None:
            view[key] = getattr(output, key)
    return view | {"columns": {name: column.type for name, column in output.columns.items()}}
