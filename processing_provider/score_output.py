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
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
    QgsProcessingOutputRasterLayer,
    QgsProcessingOutputString,
    QgsProcessingOutputVectorLayer,
)
from qgis.PyQt.QtGui import QIcon

from ..headless.difference_layers.written_layers import LAYER_TITLES, DifferenceLayers, LayerKind
from .difference_loading import layer_source, load_layers, store_styles
from .score_help import SUMMARY, TAGS, help_text
from .score_parameters import score_parameters
from .unknown_parameters import unknown_parameters

if TYPE_CHECKING:
    from ..headless.file_scoring import ScoredFile

ICONS = Path(__file__).parent / "icons"
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


class ScoreOutputAlgorithm(QgsProcessingAlgorithm):
    """A bad output is a record; contracts and references that cannot be used are errors."""

    def createInstance(self) -> ScoreOutputAlgorithm:  # noqa: N802 (name of QGIS)
        """Makes another one for a run."""
        return ScoreOutputAlgorithm()

    def name(self) -> str:
        """Gives the id without the provider."""
        return "scoreoutput"

    def displayName(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the title."""
        return "Score output"

    def group(self) -> str:
        """Gives the title of the group."""
        return "Scoring"

    def groupId(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the id of the group."""
        return "scoring"

    def tags(self) -> list[str]:
        """Gives words the toolbox search finds it by."""
        return list(TAGS)

    def icon(self) -> QIcon:
        """Gives the icon."""
        return QIcon(self.svgIconPath())

    def svgIconPath(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the path of the icon."""
        return str(ICONS / "scoring.svg")

    def shortDescription(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the first sentence of the help."""
        return SUMMARY

    def shortHelpString(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the help shown beside the dialog."""
        return help_text([(one.description(), one.help()) for one in score_parameters()])

    def initAlgorithm(self, configuration: dict[str, Any] | None = None) -> None:  # noqa: N802 (name of QGIS)
        """Declares parameters and outputs."""
        for parameter in score_parameters():
            self.addParameter(parameter)
        self.addOutput(QgsProcessingOutputBoolean("STRICT", "All checks passed"))
        self.addOutput(QgsProcessingOutputNumber("QUANTITATIVE", "Quantitative closeness, 0 to 1"))
        self.addOutput(QgsProcessingOutputString("FIRST_FAILING_CHECK", "First failing check"))
        for kind, name in LAYER_OUTPUTS.items():
            made = QgsProcessingOutputRasterLayer if kind in RASTERS else QgsProcessingOutputVectorLayer
            self.addOutput(made(name, LAYER_TITLES[kind]))

    def checkParameterValues(  # noqa: N802 (name of QGIS)
        self, parameters: dict[str, Any], context: QgsProcessingContext
    ) -> tuple[bool, str]:
        """Checks what Processing checks, and that no parameter is unknown."""
        is_right, message = super().checkParameterValues(parameters, context)
        faults = unknown_parameters(self, parameters) if is_right else []
        return (False, "\n".join(fault.text for fault in faults)) if faults else (is_right, message)

    def processAlgorithm(  # noqa: N802 (name of QGIS)
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        """Scores in a child, writes the record, has the differences laid out, and says what was found."""
        from ..headless.command_line.failures import failure_of

        try:
            return self._scored(parameters, context, feedback)
        except QgsProcessingException:
            raise
        except Exception as error:
            raise QgsProcessingException(failure_of(error).text()) from error

    def _scored(
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
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
