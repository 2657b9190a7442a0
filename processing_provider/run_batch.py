# SPDX-License-Identifier: GPL-2.0-or-later
"""The algorithm `runbatch`: runs a batch of episodes as the command `run` does, for those who script qgis_process.

The runner is a child without a QGIS of its own, and its tool hosts are processes of their own, so this QGIS process
has no part in their answers. Standard output is left alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from qgis.core import (
    NULL,
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingOutputFile,
    QgsProcessingOutputNumber,
)
from qgis.PyQt.QtGui import QIcon

from .batch_help import SUMMARY, TAGS, help_text
from .batch_parameters import batch_parameters
from .unknown_parameters import unknown_parameters

ICONS = Path(__file__).parent / "icons"


class RunBatchAlgorithm(QgsProcessingAlgorithm):
    """An episode that goes wrong is a record; what cannot be run at all is an error."""

    def createInstance(self) -> RunBatchAlgorithm:  # noqa: N802 (name of QGIS)
        """Makes another one for a run."""
        return RunBatchAlgorithm()

    def name(self) -> str:
        """Gives the id without the provider."""
        return "runbatch"

    def displayName(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the title."""
        return "Run batch"

    def group(self) -> str:
        """Gives the title of the group."""
        return "Runs"

    def groupId(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the id of the group."""
        return "runs"

    def tags(self) -> list[str]:
        """Gives words the toolbox search finds it by."""
        return list(TAGS)

    def icon(self) -> QIcon:
        """Gives the icon."""
        return QIcon(self.svgIconPath())

    def svgIconPath(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the path of the icon."""
        return str(ICONS / "runs.svg")

    def shortDescription(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the first sentence of the help."""
        return SUMMARY

    def shortHelpString(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the help shown beside the dialog."""
        return help_text([(one.description(), one.help()) for one in batch_parameters()])

    def initAlgorithm(self, configuration: dict[str, Any] | None = None) -> None:  # noqa: N802 (name of QGIS)
        """Declares parameters and outputs."""
        for parameter in batch_parameters():
            self.addParameter(parameter)
        self.addOutput(QgsProcessingOutputNumber("STRICT_RATE", "Strict rate, 0 to 1"))
        self.addOutput(QgsProcessingOutputNumber("SCORED", "Episodes with a record"))
        self.addOutput(QgsProcessingOutputNumber("EPISODES", "Episodes in all"))
        self.addOutput(QgsProcessingOutputFile("REPORT", "Report"))

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
        """Runs in a child, and says what became of each episode."""
        from ..headless.command_line.failures import failure_of

        try:
            return self._ran(parameters, context, feedback)
        except Exception as error:
            raise QgsProcessingException(failure_of(error).text()) from error

    def _ran(
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        from ..headless.run_store import open_run
        from .command_process import command_in_child

        folder = self.parameterAsString(parameters, "OUT", context)
        if folder == "TEMPORARY_OUTPUT" or not folder:
            folder = self.parameterAsFileOutput(parameters, "OUT", context)

        def told(line: str, share: float | None) -> None:
            feedback.pushInfo(line)
            if share is not None:
                feedback.setProgress(100 * share)

        words = ["run", *self._words(parameters, context), "--out", folder]
        record = command_in_child(words, feedback.isCanceled, told, "The same run folder resumes the run.")
        store = open_run(Path(folder))
        wanted, scored = len(store.episode_keys()), len(store.scores())
        if scored < wanted:
            feedback.pushWarning(f"{wanted - scored} of {wanted} episodes have no record; run it again to resume.")
        results = {"OUT": folder, "SCORED": scored, "EPISODES": wanted}
        if record["strict_rate"] is not None:
            results["STRICT_RATE"] = record["strict_rate"]
        report = Path(folder) / "report.html"
        return results | ({"REPORT": str(report)} if report.is_file() else {})

    def _words(self, parameters: dict[str, Any], context: QgsProcessingContext) -> list[str]:
        """Gives the options of the command."""
        words = ["--pack", self.parameterAsString(parameters, "PACK", context)]
        for name in ("TASK", "AGENT"):
            for given in self.parameterAsMatrix(parameters, name, context):
                words += [f"--{name.lower()}", str(given)] if given not in (None, NULL, "") else []
        for name in ("WORKERS", "REPEATS", "MAX_CALLS"):
            words += [f"--{name.lower().replace('_', '-')}", str(self.parameterAsInt(parameters, name, context))]
        words += ["--guard", self.parameterAsEnumString(parameters, "GUARD", context)]
        if parameters.get("MAX_SECONDS") is not None:
            words += ["--max-seconds", str(self.parameterAsDouble(parameters, "MAX_SECONDS", context))]
        return words
