# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads the skeletons of the catalogue's questions, and finds what is wrong with one from the facts alone."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyproj
import yaml

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.declaration.expression_list import FUNCTIONS
from gisagentbench.tools.declaration.facts import Band, Field, Grid, LayerFacts
from gisagentbench.tools.declaration.validator import CheckedCall, Handles, check_call, effect_of
from gisagentbench.tools.declaration.value_types import ExpressionType

FOLDER = Path(__file__).parent / "skeletons"
EXPORTS = ("export_layer", "export_raster")
# Tools that transform by themselves, and those that leave the geometry of a layer unread
SEVERAL_CRS = frozenset(
    {"merge_layers", "describe_raster", "align_rasters", "join_by_field", "place_events_along_lines"}
)
_PART = re.compile(
    r"""'(?:[^'\\]|''|\\.)*' | "(?P<field>[^"]*)" | (?<![\w$@"])(?P<function>[A-Za-z_]\w*)\s*\(""", re.VERBOSE
)
_WORDS_BEFORE_BRACKETS = frozenset({"and", "or", "not", "in", "is", "like", "between", "when", "then", "else"})


@dataclass(frozen=True)
class Skeleton:
    """A question with the calls that answer it.

    Args:
        number: Its number in the catalogue.
        question: In full.
        fits: Whether the APIs answer it: yes, partial or no.
        reason: Why not in full; "" where they do.
        inputs: File under inputs/ to its facts.
        steps: API and arguments of each call.
    """

    number: int
    question: str
    fits: str
    reason: str = ""
    inputs: dict[str, LayerFacts] = field(default_factory=dict)
    steps: list[tuple[str, dict[str, Any]]] = field(default_factory=list)


@functools.cache
def read(path: Path) -> Skeleton:
    """Reads the file of one skeleton."""
    return from_record(yaml.safe_load(path.read_text(encoding="utf-8")))


def from_record(record: dict[str, Any]) -> Skeleton:
    """Makes a skeleton of what its file holds."""
    inputs = {name: facts_of(entry) for name, entry in record.pop("inputs", {}).items()}
    steps = [(step["api"], step["arguments"]) for step in record.pop("steps", [])]
    # YAML 1.1 reads a bare yes and no as truth values
    fits = {True: "yes", False: "no"}.get(record["fits"], record["fits"])
    return Skeleton(**(record | {"fits": fits}), inputs=inputs, steps=steps)


def facts_of(entry: dict[str, Any]) -> LayerFacts:
    """Makes facts of an input's entry; a word that is none of theirs is refused."""
    facts = dict(entry)
    if "fields" in facts:
        facts["fields"] = tuple(Field(name, type_) for name, type_ in facts["fields"].items())
    if facts["kind"] == "raster":
        a, b, c, d, e, f = facts.pop("transform")
        facts["grid"] = Grid(facts.pop("width"), facts.pop("height"), (a, b, c, d, e, f))
        facts["bands"] = tuple(Band(**band) for band in facts["bands"])
    return LayerFacts(**facts)


def faults_of(skeleton: Skeleton) -> list[str]:
    """Finds everything that is wrong with a skeleton, a sentence each."""
    faults = [] if skeleton.question.endswith("?") else ["the question does not end as one"]
    if skeleton.fits not in ("yes", "partial", "no"):
        faults.append(f"fits is {skeleton.fits}")
    if (skeleton.fits == "yes") == bool(skeleton.reason):
        faults.append("a reason stands where all fits, or none where not all does")
    if skeleton.fits == "no":
        return faults + (["what is out of scope has inputs or steps"] if skeleton.inputs or skeleton.steps else [])
    return faults + _call_faults(skeleton)


def _call_faults(skeleton: Skeleton) -> list[str]:
    faults = [
        f"step {index}: {fault.text}"
        for index, (checked, _) in enumerate(traced(skeleton), 1)
        for fault in checked.faults
    ]
    loaded = {arguments.get("file") for api, arguments in skeleton.steps if api == "load_layer"}
    faults += [f"{name} is not loaded" for name in skeleton.inputs if name not in loaded]
    if not skeleton.steps or skeleton.steps[-1][0] not in EXPORTS:
        faults.append("the last step exports nothing")
    return faults or [*_unread_handles(skeleton), *_unfit_facts(skeleton)]


def _unread_handles(skeleton: Skeleton) -> Iterator[str]:
    """Tells which results no later step takes."""
    for index, (_, handles) in enumerate(traced(skeleton), start=1):
        later = {text.partition("@")[0] for _, arguments in skeleton.steps[index:] for text in _texts(arguments)}
        yield from (f"step {index}: nothing reads {handle}" for handle in handles if handle not in later)


def _unfit_facts(skeleton: Skeleton) -> Iterator[str]:
    """Tells what the calls alone do not show: expressions that cannot be read, CRSs that differ, names taken twice."""
    for index, (checked, made) in enumerate(traced(skeleton), start=1):
        assert checked.spec is not None
        yield from (f"step {index}: {fault}" for fault in _expression_faults(checked))
        systems = {facts.crs for facts in _layers(checked) if facts.crs is not None and facts.kind != "table"}
        if len(systems) > 1 and checked.spec.name not in SEVERAL_CRS:
            yield f"step {index}: layers in {' and '.join(sorted(systems))}"
        if _measures_plane(*skeleton.steps[index - 1]) and any(is_in_degrees(system) for system in systems):
            yield f"step {index}: {checked.spec.name} measures degrees as a plane"
        for handle, facts in made.items():
            names = facts.field_names or []
            yield from (f"step {index}: {handle} has {name} twice" for name in {*names} if names.count(name) > 1)


def traced(skeleton: Skeleton) -> Iterator[tuple[CheckedCall, Handles]]:
    """Follows the steps, and gives each call with the layers it makes by handle."""
    handles: dict[str, LayerFacts] = {}
    for api, arguments in skeleton.steps:
        checked = check_call(api, arguments, handles)
        file = arguments.get("file")
        if api == "load_layer" and file not in skeleton.inputs:
            checked.faults.append(ToolError("FILE_NOT_FOUND", f'there is no file "{file}" under inputs'))
        made: dict[str, LayerFacts] = {}
        if checked.spec is not None:
            effects = {} if checked.faults else effect_of(checked.spec, checked.call)
            for output in checked.spec.outputs:
                handle = checked.call.arguments.get(checked.spec.output_argument(output)) if output.is_layer else None
                if handle:
                    made[handle] = effects.get(output.name, LayerFacts())
            if api == "load_layer":
                made = dict.fromkeys(made, skeleton.inputs.get(str(file), LayerFacts()))
        handles |= made
        yield checked, made


def _expression_faults(checked: CheckedCall) -> Iterator[str]:
    """Tells which fields and functions the expressions of a call name that there are not."""
    assert checked.spec is not None
    for argument in checked.spec.arguments:
        text = checked.call.arguments.get(argument.name)
        if isinstance(argument.type, ExpressionType) and isinstance(text, str):
            known = checked.call.facts(argument.type.layer).field_names
            for part in _PART.finditer(text):
                name, function = part["field"], (part["function"] or "").lower()
                if name is not None and known is not None and name not in known:
                    yield f'an expression reads the field "{name}", there are {", ".join(known)}'
                if function and function not in FUNCTIONS | _WORDS_BEFORE_BRACKETS:
                    yield f"an expression calls {function}"


def _measures_plane(api: str, arguments: dict[str, Any]) -> bool:
    """Tells whether a call measures its layers in a unit of length or area, and not on the ellipsoid."""
    if api == "warp_raster" or arguments.get("method") == "ellipsoidal":
        return False
    return any(unit != "deg" for name, unit in arguments.items() if name == "unit" or name.endswith("_unit"))


@functools.cache
def is_in_degrees(system: str) -> bool:
    """Tells whether a CRS is geographic; none is not."""
    return system != "" and pyproj.CRS(system).is_geographic


def _layers(checked: CheckedCall) -> Iterator[LayerFacts]:
    for facts in checked.call.layers.values():
        several = facts.values() if isinstance(facts, dict) else facts if isinstance(facts, list) else [facts]
        yield from (one for one in several if one is not None)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)
