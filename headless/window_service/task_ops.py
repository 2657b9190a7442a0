# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops on tasks: what they ask, their inputs as layers, and the agents that can play them."""

from __future__ import annotations

from typing import Any, cast

from ..refusal import CommandRefused
from .op import Op, Service
from .service import error_record
from .shapes import (
    AgentShape,
    CaveatShape,
    ColumnShape,
    InputLayer,
    InputShape,
    OutputShape,
    PromptShape,
    TaskFault,
    TaskShape,
    Term,
)


def tasks(service: Service, *, pack: str) -> dict[str, Any]:
    """Lists the tasks of a pack.

    Returns: `tasks`, each a TaskShape, and `faults`, each a TaskFault.
    """
    found = service.packs.find(pack)
    shapes: list[TaskShape] = []
    faults: list[TaskFault] = []
    for task_id in found.task_ids():
        try:
            shapes.append(_task_shape(found, task_id))
        except Exception as error:
            faults.append(TaskFault(task=task_id, **error_record(error)))
    return {"tasks": shapes, "faults": faults}


def input_layers(service: Service, *, pack: str, task: str) -> dict[str, Any]:
    """Copies the inputs of a task to where a window may open them.

    Returns: `layers`, each an InputLayer; the files are read-only copies, never those of the pack.
    Raises: DatasetUnavailable where bytes cannot be had here.
    """
    from .input_copies import copied_inputs

    found = service.packs.find(pack)
    read = found.task(known_task(found, task))
    copies = copied_inputs(found, read)
    layers = [
        InputLayer(name=name, path=str(copies[name]), sublayer=given.layer or "", kind=given.kind)
        for name, given in read.inputs.items()
    ]
    return {"layers": layers}


def agents(service: Service, *, pack: str, task: str) -> dict[str, Any]:
    """Lists the agents that can play a task. Returns: `agents`, each an AgentShape."""
    from ..agents.naive import NAIVE, naive_ways

    found = service.packs.find(pack)
    known_task(found, task)
    shapes = [AgentShape(name="openai", title="Language model", needs_model=True)]
    shapes.append(AgentShape(name="reference", title="Reference trajectory", needs_model=False))
    for caveat in naive_ways(found, task):
        title = f"Naive way: {caveat.replace('_', ' ')}"
        shapes.append(AgentShape(name=f"{NAIVE}:{caveat}", title=title, needs_model=False))
    shapes.append(AgentShape(name="random", title="Random calls", needs_model=False))
    return {"agents": shapes}


def known_task(pack: Any, task: str) -> str:
    """Returns the id of a task that is there. Raises: CommandRefused BAD_VALUE."""
    if task not in pack.task_ids():
        raise CommandRefused("BAD_VALUE", f'The pack "{pack.pack.name}" has no task {ascii(task[:80])}.')
    return task


def _task_shape(pack: Any, task_id: str) -> TaskShape:
    from ..agents.task_text import task_text

    task = pack.task(task_id)
    view = pack.agent_view(task)
    return TaskShape(
        id=task.id,
        title=task.title,
        family=task.family,
        area=task.aoi,
        area_title=pack.pack.areas.get(task.aoi, task.aoi),
        caveats=[CaveatShape(name=name, bites=note.bites) for name, note in task.caveats.items()],
        prompt=cast(PromptShape, task.prompt.filled(task.parameters)),
        prompt_text=task_text(view),
        parameters=dict(task.parameters),
        inputs=[_input_shape(pack, name, given, view["inputs"][name]) for name, given in task.inputs.items()],
        outputs=[_output_shape(output) for output in task.outputs],
        contract=[output.model_dump(mode="json") for output in task.outputs],
        reference_calls=len(pack.trajectory(task_id).steps),
        source=task.source.reference,
    )


def _input_shape(pack: Any, name: str, given: Any, view: dict[str, Any]) -> InputShape:
    dataset = pack.pack.datasets[given.dataset]
    return InputShape(
        name=name,
        file=str(view["file"]),
        kind=given.kind,
        description=given.description,
        sublayer=given.layer or "",
        title=dataset.name,
        publisher=dataset.publisher,
        licence=dataset.licence,
        date=dataset.date,
    )


def _output_shape(output: Any) -> OutputShape:
    from ...scoring.score import output_name
    from ..report.contract_words import contract_columns, contract_terms

    layer = getattr(output, "layer", None) or ""
    return OutputShape(
        label=output_name(output),
        file=output.file,
        layer=layer,
        kind=output.kind,
        terms=[Term(name=one.name, words=one.words) for one in contract_terms(output)],
        columns=[
            ColumnShape(name=one.name, type=one.type, role=one.role, compared=one.compared)
            for one in contract_columns(output)
        ],
    )


OPS = {"tasks": Op(tasks), "input_layers": Op(input_layers), "agents": Op(agents)}
