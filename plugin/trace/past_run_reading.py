# SPDX-License-Identifier: GPL-2.0-or-later
"""What a run of earlier would be as a step, and what it would need."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from qgis.core import QgsApplication, QgsProcessingAlgorithm, QgsProcessingUtils, QgsProject

from ..i18n import tr
from .layer_book import place_of, project_layer, source_of
from .past_runs import PastRun, file_of
from .run_reading import NotRecorded, ReadRun, read_run

LONGEST_PARAMETERS = 200


class PastReading(NamedTuple):
    """A run as people read it.

    Args:
        title: Of its algorithm.
        parameters: On one line.
        why_not: Why it can be no step; "" where it can.
        needs: Places of layers that are there no more, and that runs before it have made.
    """

    title: str
    parameters: str
    why_not: str = ""
    needs: frozenset[str] = frozenset()


def read_past(past: PastRun, made: Container[str], names: Mapping[str, str]) -> PastReading:
    """Reads a run.

    Args:
        made: Places of what runs before it have made.
        names: Of layers, as `layer_names` gives them.
    """
    run = past.run
    algorithm = QgsApplication.processingRegistry().algorithmById(run.algorithm_id)
    title = algorithm.displayName() if algorithm is not None else run.algorithm_id
    inputs = _telling(algorithm, run.inputs) if algorithm is not None else run.inputs
    words = PastReading(title, parameter_words(inputs, names))
    try:
        read = read_run(run)
    except NotRecorded as why:
        return words._replace(why_not=why.why)
    except Exception as fault:  # a parameter of a form nobody foresaw must not hide the other runs
        return words._replace(why_not=f"{type(fault).__name__}: {fault}")
    if read is None:
        return words._replace(why_not=tr("It is no tool, and makes no step."))
    if not run.results:
        return words._replace(why_not=tr("It failed, or was not run to its end."))
    return _with_needs(words, read, past, made)


def results_of(past: PastRun) -> set[str]:
    """Lists the places of what a run made."""
    return {place_of(value) for value in past.run.results.values() if isinstance(value, str) and value}


def layer_names() -> dict[str, str]:
    """Gives the names of the layers of the project, by all that Processing calls them."""
    identifier = QgsProcessingUtils.layerToStringIdentifier
    layers = list(QgsProject.instance().mapLayers().values())
    return {key: layer.name() for layer in layers for key in (layer.id(), layer.source(), identifier(layer))}


def parameter_words(inputs: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """Writes parameters on one line: layers by their names, files without their folders."""
    parts = [f"{name}: {_word(value, names)}" for name, value in inputs.items() if not _is_empty(value)]
    text = ", ".join(parts)
    return text if len(text) <= LONGEST_PARAMETERS else f"{text[: LONGEST_PARAMETERS - 1]}…"


def _telling(algorithm: QgsProcessingAlgorithm, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Gives the parameters in the order of their dialog, without those that are what it begins with."""
    known = algorithm.parameterDefinitions()
    usual = {one.name(): one.defaultValue() for one in known if not one.isDestination()}
    return {name: inputs[name] for name, value in usual.items() if name in inputs and inputs[name] != value}


def _with_needs(words: PastReading, read: ReadRun, past: PastRun, made: Container[str]) -> PastReading:
    needs = set()
    for use in read.uses:
        source = source_of(use.value)
        text = source.source.staticValue()
        if source.selectedFeaturesOnly:
            why = tr("It took the selected rows of a layer, and which these were is not known any more.")
            return words._replace(why_not=why)
        if project_layer(source) is not None or file_of(text) in past.there:
            continue
        if place_of(text) not in made:
            why = tr('"{layer}" is neither in the project nor a file that is there.')
            return words._replace(why_not=why.format(layer=_word(text, {})))
        needs.add(place_of(text))
    gone = next((path for path in read.files.values() if path not in past.there), None)
    if gone is not None:
        return words._replace(why_not=tr('The file "{file}" is no longer there.').format(file=Path(gone).name))
    return words._replace(needs=frozenset(needs))


def _is_empty(value: Any) -> bool:
    return all(map(_is_empty, value)) if isinstance(value, list) else value in (None, "")


def _word(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, dict) and "source" in value:
        return _word(source_of(value).source.staticValue(), names)
    if isinstance(value, list):
        return "[" + ", ".join(_word(item, names) for item in value) + "]"
    if isinstance(value, str) and value in names:
        return names[value]
    is_path = isinstance(value, str) and Path(file_of(value)).is_absolute()
    return Path(file_of(value)).name if is_path else str(value)
