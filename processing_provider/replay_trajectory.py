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
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
)
from qgis.PyQt.QtGui import QIcon

from .replay_help import SUMMARY, TAGS, help_text
from .replay_parameters import replay_parameters
from .unknown_parameters import unknown_parameters

ICONS = Path(__file__).parent / "icons"


class ReplayTrajectoryAlgorithm(QgsProcessingAlgorithm):
    """A call that fails is a record; what cannot be replayed at all is an error."""

    def createInstance(self) -> ReplayTrajectoryAlgorithm:  # noqa: N802 (name of QGIS)
        """Makes another one for a run."""
        return ReplayTrajectoryAlgorithm()

    def name(self) -> str:
        """Gives the id without the provider."""
        return "replaytrajectory"

    def displayName(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the title."""
        return "Replay trajectory"

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
        return help_text([(one.description(), one.help()) for one in replay_parameters()])

    def initAlgorithm(self, configuration: dict[str, Any] | None = None) -> None:  # noqa: N802 (name of QGIS)
        """Declares parameters and outputs."""
        for parameter in replay_parameters():
            self.addParameter(parameter)
        self.addOutput(QgsProcessingOutputBoolean("OK", "All calls done"))
        self.addOutput(QgsProcessingOutputNumber("CALLS", "Number of calls made"))

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
        """Replays in a child, writes the step records, and says what became of each call."""
        from ..headless.command_line.failures import failure_of

        try:
            return self._replayed(parameters, context, feedback)
        except Exception as error:
            raise QgsProcessingException(failure_of(error).text()) from error

    def _replayed(
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
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
