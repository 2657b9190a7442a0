# SPDX-License-Identifier: GPL-2.0-or-later
"""Builds a tool specification from one typed function."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from . import docstring, markers
from .annotation_types import unwrapped, value_type_of
from .facts import LayerFacts
from .layers import Layer
from .value_types import (
    NewHandleType,
    ValueType,
)

ToolKind = Literal["inspect", "convert", "vector", "raster", "table", "composite", "network"]
REQUIRED = inspect.Parameter.empty


@dataclass(frozen=True)
class Argument:
    """One argument of a tool.

    Args:
        name: As in JSON.
        type: Form of its value.
        help: What it is, from the docstring.
        default: Decoded default; REQUIRED where there is none.
        left_out: A word that means the same as leaving it out ("" for none).
        is_output: Whether it names a new layer.
    """

    name: str
    type: ValueType
    help: str
    default: Any = REQUIRED
    left_out: str = ""
    is_output: bool = False

    @property
    def required(self) -> bool:
        """Tells whether the argument has no default."""
        return self.default is REQUIRED


@dataclass(frozen=True)
class Output:
    """One output: a layer (`accepts` is a layer class), or a plain value such as a count or a file name."""

    name: str
    accepts: type
    help: str

    @property
    def is_layer(self) -> bool:
        """Tells whether the output is a layer and so a handle."""
        return issubclass(self.accepts, Layer)


@dataclass(frozen=True)
class Call:
    """A call as effects and roles see it: decoded arguments and the facts of its layers.

    Args:
        arguments: Decoded, defaults filled in.
        layers: Argument name to facts; for a list argument to a list of facts.
    """

    arguments: dict[str, Any]
    layers: dict[str, Any]

    def facts(self, argument: str) -> LayerFacts:
        """Gives the facts of the one layer in `argument`."""
        return self.layers.get(argument) or LayerFacts()


Effect = Callable[[Call], Mapping[str, LayerFacts]]


@dataclass(frozen=True)
class ToolSpec:
    """Everything that can be said of a tool without running it."""

    name: str
    title: str
    group: str
    kind: ToolKind
    engine: str
    arguments: tuple[Argument, ...]
    outputs: tuple[Output, ...]
    help: docstring.Help
    body: Callable[..., Any]
    effect: Effect
    tags: tuple[str, ...] = ()

    @property
    def algorithm_id(self) -> str:
        """Gives the Processing id, the name without underscores."""
        return self.name.replace("_", "")

    @property
    def read_only(self) -> bool:
        """Tells whether the tool only inspects."""
        return self.kind == "inspect"

    @property
    def main_output(self) -> Output | None:
        """Gives the first output, where it is a layer."""
        return self.outputs[0] if self.outputs and self.outputs[0].is_layer else None

    def argument(self, name: str) -> Argument | None:
        """Finds an argument by name."""
        return next((argument for argument in self.arguments if argument.name == name), None)

    def output_argument(self, output: Output) -> str:
        """Names the argument that takes the handle of a layer output."""
        taken = next((argument for argument in self.arguments if isinstance(argument.type, NewHandleType)), None)
        is_main = output is self.outputs[0]
        if is_main and taken is not None:
            return taken.name
        return "output" if is_main else f"{output.name}_output"


def build(
    body: Callable[..., Any],
    *,
    group: str,
    kind: ToolKind,
    engine: str,
    effect: Effect,
    title: str = "",
    tags: tuple[str, ...] = (),
) -> ToolSpec:
    """Builds the specification of a tool from its function.

    Raises:
        TypeError where an annotation has no value type, an argument or output no help.
    """
    help_ = docstring.parse(body.__doc__ or "")
    hints = typing.get_type_hints(body, localns={"Run": object}, include_extras=True)
    parameters = list(inspect.signature(body).parameters.values())[1:]
    arguments = [_argument(body.__name__, parameter, hints[parameter.name], help_) for parameter in parameters]
    outputs = _outputs(body.__name__, hints.get("return"), help_)
    arguments += _output_arguments(arguments, outputs)
    unknown = set(help_.arguments) - {argument.name for argument in arguments} - {""}
    if unknown:
        raise TypeError(f"{body.__name__}: help for arguments it does not have: {', '.join(sorted(unknown))}")
    return ToolSpec(
        name=body.__name__,
        title=title or body.__name__.replace("_", " ").capitalize(),
        group=group,
        kind=kind,
        engine=engine,
        arguments=tuple(arguments),
        outputs=tuple(outputs),
        help=help_,
        body=body,
        effect=effect,
        tags=tags,
    )


def _argument(tool: str, parameter: inspect.Parameter, hint: Any, help_: docstring.Help) -> Argument:
    plain, marks = unwrapped(hint)
    left_out = next((mark.word for mark in marks if isinstance(mark, markers.LeftOut)), "")
    typed = [mark for mark in marks if not isinstance(mark, (markers.LeftOut, markers.HelpText))]
    value_type = value_type_of(f"{tool}.{parameter.name}", plain, typed)
    texts = [mark.text for mark in marks if isinstance(mark, markers.HelpText)]
    texts += [text for name, text in help_.arguments.items() if name == parameter.name]
    if len(texts) != 1:
        raise TypeError(f"{tool}: argument {parameter.name} has {'help twice' if texts else 'no help'}")
    return Argument(parameter.name, value_type, texts[0], parameter.default, left_out)


def _output_arguments(arguments: list[Argument], outputs: list[Output]) -> list[Argument]:
    named = any(isinstance(argument.type, NewHandleType) for argument in arguments)
    added = []
    for index, output in enumerate(outputs):
        if not output.is_layer or index == 0 and named:
            continue
        name = "output" if index == 0 else f"{output.name}_output"
        default = REQUIRED if index == 0 else None
        text = f"Handle of the new layer: {output.help[0].lower()}{output.help[1:]}"
        added.append(Argument(name, NewHandleType(), text, default, is_output=True))
    return added


def _outputs(tool: str, result: Any, help_: docstring.Help) -> list[Output]:
    if not (isinstance(result, type) and issubclass(result, tuple) and hasattr(result, "_fields")):
        raise TypeError(f"{tool}: the result is not a NamedTuple")
    outputs: list[Output] = []
    for name, hint in typing.get_type_hints(result).items():
        plain, _ = unwrapped(hint)
        text = help_.returns.get(name) or (help_.returns.get("", "") if not outputs else "")
        if not text:
            raise TypeError(f"{tool}: output {name} has no help under Returns")
        outputs.append(Output(name, plain, text))
    return outputs
