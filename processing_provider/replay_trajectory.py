# SPDX-License-Identifier: GPL-2.0-or-later
"""The algorithm `replaytrajectory`: makes the calls of a trajectory in a new workspace, as the command `replay` does.

The calls run in a tool host of their own, so this QGIS process has no part in their answers. Standard output is left
alone.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from qgis.core import (
    NULL,
    QgsProcessingContext,
    QgsProcessingFeedback,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
    QgsProcessingParameterDefinition,
)

from .harness_algorithm import HarnessAlgorithm
from .replay_help import HELP
from .replay_parameters import replay_parameters


class ReplayTrajectoryAlgorithm(HarnessAlgorithm):
    """A call that fails is a record; what cannot be replayed at all is an error."""

    ID = "replaytrajectory"
    TITLE = "Replay trajectory"
    GROUP = "Runs"
    HELP = HELP

    def declared_parameters(self) -> list[QgsProcessingParameterDefinition]:
        """Makes the parameters."""
        return replay_parameters()

    def declare_outputs(self) -> None:
        """Adds the outputs that no parameter names."""
        self.addOutput(QgsProcessingOutputBoolean("OK", "All calls done"))
        self.addOutput(QgsProcessingOutputNumber("CALLS", "Number of calls made"))

    def work(
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        """Replays in a child, writes the step records, and says what became of each call."""
        from ..headless.command_line.step_text import step_lines
        from ..tools.execution.paths import write_atomically
        from .command_process import command_in_child

        workspace = self.parameterAsFileOutput(parameters, "WORKSPACE", context)
        words = ["replay", *self._words(parameters, context), "--workspace", workspace]

        def told(line: str, share: float | None) -> None:
            feedback.pushInfo(line)
            if share is not None:
                feedback.setProgress(100 * share)

        record = command_in_child(words, feedback.isCanceled, told, "What was made lies in the workspace.")
        for number, step in enumerate(record["steps"], start=1):
            feedback.pushInfo("\n".join(step_lines(step, number)))
        results = {"OK": record["ok"], "CALLS": len(record["steps"]), "WORKSPACE": workspace}
        steps_file = self.parameterAsFileOutput(parameters, "STEPS", context)
        if steps_file:
            Path(steps_file).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(Path(steps_file), json.dumps(record["steps"], indent=1) + "\n")
            results["STEPS"] = steps_file
        return results

    def _words(self, parameters: dict[str, Any], context: QgsProcessingContext) -> list[str]:
        """Gives the options of the command."""
        words = ["--trajectory", self.parameterAsFile(parameters, "TRAJECTORY", context)]
        words += ["--guard", self.parameterAsEnumString(parameters, "GUARD", context)]
        words += ["--keep-going"] if self.parameterAsBool(parameters, "KEEP_GOING", context) else []
        # left out, it is a list of one NULL
        given = [str(cell) for cell in self.parameterAsMatrix(parameters, "INPUTS", context) if cell != NULL]
        folder = self.parameterAsFile(parameters, "INPUT_FOLDER", context)
        if folder:
            from ..headless.workspace_inputs import main_files

            given += [f"{path.stem}={path}" for path in main_files(Path(folder))]
        for text in given:
            words += ["--input", text]
        return words
