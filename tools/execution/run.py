# SPDX-License-Identifier: GPL-2.0-or-later
"""What a tool body sees of its run: engines, destinations, counts, warnings. The same for both modes."""

from __future__ import annotations

import contextlib
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication, QgsProcessingContext, QgsProcessingFeedback

from ..declaration.errors import ErrorCode, ToolError
from ..declaration.facts import LayerFacts
from ..declaration.host_job import GuardLevel
from ..declaration.layers import Layer, Rows, Vector
from ..declaration.spec import ToolSpec
from .expressions.row_expression import RowExpression, prepared
from .guards import Guards, conflict_of_rings
from .layers.geom_column import column_in_the_way, copy_renamed, names_of, rename_back, stand_in


class Run(ABC):
    """One running call.

    Args:
        context: From make_context, or the toolbox's own.
        feedback: Collects what engines say, carries progress and cancel.
        guard: What guards do: refuse, warn or silent.
    """

    spec: ToolSpec

    def __init__(self, context: QgsProcessingContext, feedback: QgsProcessingFeedback, guard: GuardLevel) -> None:
        self.context = context
        self.feedback = feedback
        self.guard: GuardLevel = guard
        self.warnings: list[str] = []
        self.counts: dict[str, float] = {}
        self.report: dict[str, Any] = {}
        self.operations: list[str] = []
        self.engine_seconds = 0.0
        self.count_before: int | None = None
        self.empty_advice = "check the order of the layers, their CRS and extents"  # where the result has no rows
        self.corners: dict[str, tuple[float, ...]] = {}  # of files written, where they are known

    def takes(self, argument: str) -> bool:
        """Tells whether the tool has an argument of that name, which a hint may speak of."""
        return self.spec.argument(argument) is not None

    @property
    def require(self) -> Guards:
        """Gives the guards of this run."""
        return Guards(self)

    def native(self, algorithm: str, *, output: str = "output", **parameters: Any) -> Any:
        """Runs a QGIS algorithm whose OUTPUT becomes the named output of the tool.

        Args:
            algorithm: Its id, such as native:clip.
            output: Name of the tool's output; "" for an algorithm whose OUTPUT is only a step between, then a file.
            parameters: As the algorithm takes them; Layer objects are passed as the engine wants them, a layer with a
                column called geom as a copy, since QGIS cannot write that column.
        Returns: What the body puts into its result for that output.
        Raises: ToolError ENGINE_FAILED, CANCELLED.
        """
        moved: dict[str, str] = {}
        parameters = {key: self._without_geom(value, moved) for key, value in parameters.items()}
        if output:
            destination = self.destination_path(output) if moved else self.destination(output)
        else:
            destination = self.intermediate(".gpkg")
        written = self.engine(algorithm, OUTPUT=destination, **parameters)["OUTPUT"]
        for name, original in moved.items():
            with self.timed():
                rename_back(written, name, original)
        return written

    def _without_geom(self, value: Any, moved: dict[str, str]) -> Any:
        """Gives a copy of a layer whose column geom stands under another name, which `moved` then holds."""
        if isinstance(value, Rows):
            facts, names = value.facts, value.facts.field_names or []
        elif isinstance(value, str) and value.startswith(self.own_folder):
            facts, names = LayerFacts(), names_of(value)
        else:
            return value
        original = column_in_the_way(names)
        if original is None:
            return value
        copy, name = self.intermediate(".gpkg"), stand_in(names)
        path, sublayer = self.file_of(value) if isinstance(value, Rows) else (value, "")
        with self.timed():
            copy_renamed(path, sublayer, copy, {original: name})
        moved[name] = original
        return Vector(copy, facts, path=copy, sublayer=Path(copy).stem)

    def engine(self, algorithm: str, **parameters: Any) -> dict[str, Any]:
        """Runs any Processing algorithm in this run's context and gives all of its results."""
        instance = QgsApplication.processingRegistry().createAlgorithmById(algorithm)
        if instance is None:
            raise ToolError("DEPENDENCY_MISSING", f"this QGIS has no algorithm {algorithm}",
                            "enable the provider it belongs to")  # fmt: skip
        values = {name: self.as_parameter(value) for name, value in parameters.items()}
        with self.timed():
            results, is_done = instance.run(values, self.context, self.feedback)
        self.raise_if_cancelled()
        if not is_done:
            words = self._engine_words()
            conflict = conflict_of_rings(algorithm, words, self.guard)
            raise conflict or ToolError("ENGINE_FAILED", f"{algorithm} stopped: {words}")
        return dict(results)

    def as_parameter(self, value: Any) -> Any:
        """Turns a layer, or a list of layers, into what Processing takes."""
        if isinstance(value, Layer):
            return self.parameter_of(value)
        if isinstance(value, list):
            return [self.as_parameter(item) for item in value]
        return value

    def expression(self, text: str, layer: Rows, argument: str = "expression") -> RowExpression:
        """Readies an agent's expression for the rows of a layer; the one way a tool evaluates one.

        Raises:
            ToolError EXPRESSION_INVALID, EXPRESSION_NOT_ALLOWED, UNKNOWN_FIELD, WRONG_GEOMETRY_TYPE, LIMIT_EXCEEDED.
        """
        return prepared(self, layer, text, argument)

    @contextlib.contextmanager
    def timed(self) -> Iterator[None]:
        """Counts the time spent inside as engine time."""
        start = time.perf_counter()
        try:
            yield
        finally:
            self.engine_seconds += time.perf_counter() - start

    def warn(self, code: ErrorCode, sentence: str) -> None:
        """Tells the agent of something that did not stop the call."""
        text = f"{code}: {sentence.rstrip('.')}."
        if text not in self.warnings:
            self.warnings.append(text)
            self.feedback.pushWarning(text)

    def note(self, sentence: str) -> None:
        """Tells the agent a fact that is no defect but changes what the result means."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def tell_empty(self, count: int | None) -> None:
        """Tells loudly of a result without rows, with what the tool advises.

        Args:
            count: Rows of the result; None where it has none to count.
        """
        if count == 0:
            self.note(f"EMPTY: the result has no rows; {self.empty_advice}.")

    def progress(self, share: float) -> None:
        """Reports progress from 0 to 1 and stops where the person has cancelled."""
        self.feedback.setProgress(100 * share)
        self.raise_if_cancelled()

    def raise_if_cancelled(self) -> None:
        """Stops the call where cancel was pressed.

        Raises:
            ToolError CANCELLED.
        """
        if self.feedback.isCanceled():
            raise ToolError("CANCELLED", "the call was cancelled; nothing was written")

    def _engine_words(self) -> str:
        messages = getattr(self.feedback, "messages", [])
        words = " ".join(str(messages[-1]).split()) if messages else "the engine gave no reason"
        return re.sub(r"(?<![\w])/[^\s'\"]+", "(path)", words)[:300]

    @property
    @abstractmethod
    def own_folder(self) -> str:
        """Gives the folder of the files of this call."""

    @abstractmethod
    def destination(self, output: str = "output", suffix: str = "") -> Any:
        """Gives what an engine takes as the place to write the named output to."""

    @abstractmethod
    def destination_path(self, output: str = "output", suffix: str = "") -> str:
        """Gives a file path to write the named output to, for engines that only know files."""

    @abstractmethod
    def intermediate(self, suffix: str) -> str:
        """Gives the path of a file that is removed after the call."""

    @abstractmethod
    def wants(self, output: str) -> bool:
        """Tells whether a secondary output was asked for."""

    @abstractmethod
    def parameter_of(self, layer: Layer) -> Any:
        """Gives what a Processing algorithm takes as this layer."""

    @abstractmethod
    def file_of(self, layer: Layer) -> tuple[str, str]:
        """Gives the layer as a file (path, sublayer) for engines that only know files."""

    @abstractmethod
    def keep_validity(self, layer: Vector, invalid_count: int) -> None:
        """Remembers how many geometries are invalid, so that it is found out once."""

    @abstractmethod
    def input_path(self, name: str) -> str:
        """Resolves a file to read."""

    @abstractmethod
    def output_path(self, name: str, suffixes: tuple[str, ...]) -> str:
        """Resolves a file to write."""

    @abstractmethod
    def listing(self, include_files: bool) -> dict[str, list[dict[str, Any]]]:
        """Lists what there is to work with: layers, and files that can be loaded where that is asked for."""
