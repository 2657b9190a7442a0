# SPDX-License-Identifier: GPL-2.0-or-later
"""The steps of a trace as a model of the model designer.

Files that steps load are parameters of the model, files that they write and layers that no step takes are its outputs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from qgis.core import (
    Qgis,
    QgsExpression,
    QgsProcessingModelAlgorithm,
    QgsProcessingModelChildAlgorithm,
    QgsProcessingModelChildParameterSource,
    QgsProcessingModelOutput,
    QgsProcessingModelParameter,
    QgsProcessingParameterFile,
)
from qgis.PyQt.QtCore import QPointF

from ...tools.declaration.parameter_values import Places, processing_parameters
from ...tools.declaration.registry import all_tools
from ...tools.declaration.spec import ToolSpec
from ..i18n import plural, tr
from .trace_step import TraceStep

GROUP = "GISAgentBench"
ROW_HEIGHT, COLUMN_WIDTH = 110.0, 300.0
MARK = "\x00"  # no text of a call may hold it


class NoModel(Exception):
    """Steps of which no model can be made; the text says why."""


@dataclass(frozen=True)
class Made:
    """A layer that a step of the model makes.

    Args:
        child: The step in the model.
        output: Name of its output.
        variable: Name by which expressions speak of it.
    """

    child: str
    output: str
    variable: str

    def __str__(self) -> str:
        """Gives the layer inside a text such as `photo@4`, from which `_cell` takes it again."""
        return f"{MARK}{self.variable}{MARK}"


@dataclass
class TraceModel:
    """A model, and what is good to know of it.

    Args:
        notes: Sentences on what it leaves out.
    """

    model: QgsProcessingModelAlgorithm
    notes: list[str] = field(default_factory=list)


def trace_model(title: str, steps: Sequence[TraceStep], input_path: Callable[[str], str]) -> TraceModel:
    """Makes the model of a trace.

    Args:
        title: What it is called.
        steps: All steps; those that only look at layers, or were not done, are left out.
        input_path: Gives the path of a file under inputs/, which the parameter offers.
    Raises: NoModel.
    """
    tools = all_tools()
    unknown = [step.api for step in steps if step.api not in tools]
    if unknown:
        raise NoModel(tr("There is no tool {tool}.").format(tool=unknown[0]))
    kept = [step for step in steps if not tools[step.api].read_only and step.state != "failed"]
    if not kept:
        raise NoModel(tr("The trace has no step that makes anything."))
    made = TraceModel(QgsProcessingModelAlgorithm(title, GROUP))
    builder = _Builder(made.model, input_path)
    for step in kept:
        builder.add(tools[step.api], step)
    builder.finish()
    if len(kept) < len(steps):
        made.notes.append(
            plural(
                "{n} step that only looks at layers, or was not done, is not in the model.",
                "{n} steps that only look at layers, or were not done, are not in the model.",
                len(steps) - len(kept),
            )
        )
    return made


class _Builder:
    """Adds steps to a model, from top to bottom."""

    def __init__(self, model: QgsProcessingModelAlgorithm, input_path: Callable[[str], str]) -> None:
        self._model = model
        self._input_path = input_path
        self._made: dict[str, Made] = {}
        self._used: set[str] = set()
        self._files: dict[str, str] = {}
        self._children: list[tuple[QgsProcessingModelChildAlgorithm, dict[str, str]]] = []

    def add(self, spec: ToolSpec, step: TraceStep) -> None:
        """Adds one step."""
        number = len(self._children) + 1
        child = QgsProcessingModelChildAlgorithm(f"gisagentbench:{spec.algorithm_id}")
        child.setChildId(f"step_{number}")
        child.setDescription(f"{spec.title} {number}")
        child.setPosition(QPointF(2 * COLUMN_WIDTH, number * ROW_HEIGHT))
        if step.note:
            comment = child.comment()
            comment.setDescription(step.note)
            child.setComment(comment)
        new: dict[str, str] = {}
        written: dict[str, str] = {}
        places = Places(self._layer, lambda handle: f"{MARK}{handle}", lambda name, writes: self._file(name, writes))
        values = processing_parameters(spec, step.arguments, places)
        for name, value in values.items():
            if isinstance(value, str) and value.startswith(MARK):
                new[value.removeprefix(MARK)] = name
            elif isinstance(value, _Written):
                written[value.name] = name
            else:
                child.addParameterSources(name, self._sources(value))
        for handle, output in new.items():
            variable = f"{spec.title} {number}_{output}".replace(" ", "_")
            self._made[handle] = Made(child.childId(), output, variable)
        self._children.append((child, written))

    def finish(self) -> None:
        """Makes outputs of what no step takes, and puts all steps into the model."""
        for child, written in self._children:
            last = {
                handle: made.output
                for handle, made in self._made.items()
                if made.child == child.childId() and handle not in self._used
            }
            outputs = {}
            for place, (name, output) in enumerate({**last, **written}.items()):
                outputs[name] = _output(name, child.childId(), output, child.position(), place)
            child.setModelOutputs(outputs)
            self._model.addChildAlgorithm(child)
        self._model.updateDestinationParameters()

    def _layer(self, handle: str) -> Made:
        if handle not in self._made:
            raise NoModel(tr('No step of the model makes the layer "{layer}".').format(layer=handle))
        self._used.add(handle)
        return self._made[handle]

    def _file(self, name: str, writes: bool) -> Any:
        if writes:
            return _Written(name)
        if name not in self._files:
            parameter = f"INPUT_{len(self._files) + 1}"
            self._files[name] = parameter
            label, path = tr("Input {file}").format(file=name), self._input_path(name)
            kind = Qgis.ProcessingFileParameterBehavior.File
            definition = QgsProcessingParameterFile(parameter, label, kind, "", path)
            component = QgsProcessingModelParameter(parameter)
            component.setDescription(label)
            component.setPosition(QPointF(COLUMN_WIDTH / 2, len(self._files) * ROW_HEIGHT))
            self._model.addModelParameter(definition, component)
        return QgsProcessingModelChildParameterSource.fromModelParameter(self._files[name])

    def _sources(self, value: Any) -> list[QgsProcessingModelChildParameterSource]:
        source = QgsProcessingModelChildParameterSource
        if isinstance(value, source):
            return [value]
        if isinstance(value, Made):
            return [source.fromChildOutput(value.child, value.output)]
        if isinstance(value, list) and value and all(isinstance(item, Made) for item in value):
            return [source.fromChildOutput(item.child, item.output) for item in value]
        if isinstance(value, list) and any(MARK in str(item) for item in value):
            return [source.fromExpression(f"array({', '.join(map(_cell, value))})")]
        return [source.fromStaticValue(value)]


def _cell(value: Any) -> str:
    """Writes a cell of a table as an expression; a band is the source of its layer and a number."""
    _, mark, rest = str(value).partition(MARK)
    if not mark:
        return QgsExpression.quotedValue(value)
    variable, _, band = rest.partition(MARK)
    return f"concat(layer_property(@{variable}, 'source'), {QgsExpression.quotedValue(band)})"


@dataclass(frozen=True)
class _Written:
    """A file that a step writes."""

    name: str


def _output(name: str, child: str, output: str, place: QPointF, row: int) -> QgsProcessingModelOutput:
    made = QgsProcessingModelOutput(name, name)
    made.setChildId(child)
    made.setChildOutputName(output)
    made.setMandatory(True)
    made.setPosition(QPointF(place.x() + COLUMN_WIDTH, place.y() + row * ROW_HEIGHT / 3))
    return made
