# SPDX-License-Identifier: GPL-2.0-or-later
"""The algorithm `scoreoutput`: scores one file against its reference and lays the differences out as layers.

Nothing of the output is read in the QGIS process: scorer and layers run in children with limits. Standard output is
left alone, so the algorithm serves toolbox, model designer, batch mode and qgis_process alike.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from qgis.core import (
    NULL,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
    QgsProcessingOutputRasterLayer,
    QgsProcessingOutputString,
    QgsProcessingOutputVectorLayer,
    QgsProcessingParameterDefinition,
)

from ..headless.difference_layers.written_layers import LAYER_TITLES, DifferenceLayers, LayerKind
from .difference_loading import layer_source, load_layers, store_styles
from .harness_algorithm import HarnessAlgorithm
from .score_help import HELP
from .score_parameters import score_parameters

if TYPE_CHECKING:
    from ..headless.file_scoring import ScoredFile

LAYER_OUTPUTS: dict[LayerKind, str] = {
    "missing": "MISSING_ROWS",
    "extra": "EXTRA_ROWS",
    "wrong": "WRONG_VALUES",
    "moved": "MOVED_SHAPES",
    "before": "EXPECTED_SHAPES",
    "same": "SAME_ROWS",
    "cells": "CELL_DIFFERENCES",
    "gaps": "OUTPUT_MINUS_REFERENCE",
}
RASTERS = ("cells", "gaps")
SCORED, LAID_OUT = 60.0, 90.0  # percent of the way
CANCELLED = "CANCELLED: the scoring was cancelled; no record was written. Hint: run it again."


class ScoreOutputAlgorithm(HarnessAlgorithm):
    """A bad output is a record; contracts and references that cannot be used are errors."""

    ID = "scoreoutput"
    TITLE = "Score output"
    GROUP = "Scoring"
    HELP = HELP

    def declared_parameters(self) -> list[QgsProcessingParameterDefinition]:
        """Makes the parameters."""
        return score_parameters()

    def declare_outputs(self) -> None:
        """Adds the outputs that no parameter names."""
        self.addOutput(QgsProcessingOutputBoolean("STRICT", "All checks passed"))
        self.addOutput(QgsProcessingOutputNumber("QUANTITATIVE", "Quantitative closeness, 0 to 1"))
        self.addOutput(QgsProcessingOutputString("FIRST_FAILING_CHECK", "First failing check"))
        for kind, name in LAYER_OUTPUTS.items():
            made = QgsProcessingOutputRasterLayer if kind in RASTERS else QgsProcessingOutputVectorLayer
            self.addOutput(made(name, LAYER_TITLES[kind]))

    def work(
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        """Scores in a child, writes the record, has the differences laid out, and says what was found."""
        from ..headless.file_scoring import score_file
        from ..scoring.score import Cancelled
        from ..tools.execution.paths import write_atomically

        paths = [Path(self.parameterAsFile(parameters, name, context)) for name in ("CONTRACT", "REFERENCE", "OUTPUT")]
        inputs = self.parameterAsFile(parameters, "INPUTS", context)
        try:
            scored = score_file(*paths, Path(inputs) if inputs else None, feedback.isCanceled)
            feedback.setProgress(SCORED)
            results = self._said(scored, feedback)
            record_file = self.parameterAsFileOutput(parameters, "RECORD", context)
            if record_file:
                Path(record_file).parent.mkdir(parents=True, exist_ok=True)
                write_atomically(Path(record_file), scored.record.to_json())
                results["RECORD"] = record_file
            folder = self._folder(parameters, context)
            if folder:
                results["DIFFERENCES"] = folder
                results |= self._laid_out(scored, paths, Path(folder), parameters, context, feedback)
        except Cancelled:
            raise QgsProcessingException(CANCELLED) from None
        return results

    def _folder(self, parameters: dict[str, Any], context: QgsProcessingContext) -> str:
        """Gives the folder of the layers; "" where they are skipped, which is not the same as left out.

        A model leaves the folder out of the step's parameters, and may still use the layers.
        """
        if "DIFFERENCES" in parameters and parameters["DIFFERENCES"] in (None, NULL):
            return ""
        return self.parameterAsFileOutput(parameters, "DIFFERENCES", context)

    def _said(self, scored: ScoredFile, feedback: QgsProcessingFeedback) -> dict[str, Any]:
        from ..headless.command_line.score import record_text
        from .score_words import record_html

        record = scored.record
        feedback.pushFormattedMessage(record_html(record), record_text(record, "the score record"))
        return {
            "STRICT": record.strict,
            "QUANTITATIVE": record.as_dict()["closeness"]["quantitative"],
            "FIRST_FAILING_CHECK": record.first_failing_check or "",
        }

    def _laid_out(
        self,
        scored: ScoredFile,
        paths: list[Path],
        folder: Path,
        parameters: dict[str, Any],
        context: QgsProcessingContext,
        feedback: QgsProcessingFeedback,
    ) -> dict[str, Any]:
        from ..headless.difference_layers.difference_process import write_in_child

        folder.mkdir(parents=True, exist_ok=True)
        _, reference, output = paths
        written: DifferenceLayers = write_in_child(
            scored.contract, reference, output, folder, is_cancelled=feedback.isCanceled
        )
        feedback.setProgress(LAID_OUT)
        for line in [written.problem] if written.problem else written.notes:
            feedback.pushInfo(line)
        store_styles(written)
        if self.parameterAsBool(parameters, "LOAD_LAYERS", context):
            load_layers(written, f"Score of {output.name}", context)
        return {LAYER_OUTPUTS[layer.kind]: layer_source(layer) for layer in written.layers}
