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
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProcessingOutputFile,
    QgsProcessingOutputNumber,
    QgsProcessingParameterDefinition,
)

from .batch_help import HELP
from .batch_parameters import batch_parameters
from .harness_algorithm import HarnessAlgorithm


class RunBatchAlgorithm(HarnessAlgorithm):
    """An episode that goes wrong is a record; what cannot be run at all is an error."""

    ID = "runbatch"
    TITLE = "Run batch"
    GROUP = "Runs"
    HELP = HELP

    def declared_parameters(self) -> list[QgsProcessingParameterDefinition]:
        """Makes the parameters."""
        return batch_parameters()

    def declare_outputs(self) -> None:
        """Adds the outputs that no parameter names."""
        self.addOutput(QgsProcessingOutputNumber("STRICT_RATE", "Strict rate, 0 to 1"))
        self.addOutput(QgsProcessingOutputNumber("SCORED", "Episodes with a record"))
        self.addOutput(QgsProcessingOutputNumber("EPISODES", "Episodes in all"))
        self.addOutput(QgsProcessingOutputFile("REPORT", "Report"))

    def work(
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        """Runs in a child, and says what became of each episode."""
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
