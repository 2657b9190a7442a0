# SPDX-License-Identifier: GPL-2.0-or-later
"""The algorithm `toolhost`: answers an agent's calls over a socket until the parent closes it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from qgis.core import (
    Qgis,
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingParameterFile,
)

from ..tools.declaration.errors import ToolError


class ToolHostAlgorithm(QgsProcessingAlgorithm):
    """Run by the headless runner through qgis_process; of no use by hand."""

    def createInstance(self) -> ToolHostAlgorithm:  # noqa: N802 (name of QGIS)
        """Makes another one for a run."""
        return ToolHostAlgorithm()

    def name(self) -> str:
        """Gives the id without the provider."""
        return "toolhost"

    def displayName(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the title."""
        return "Tool host"

    def shortHelpString(self) -> str:  # noqa: N802 (name of QGIS)
        """Says what it is for."""
        return "Answers the calls of an agent over a local socket. Started by the GISAgentBench runner."

    def flags(self) -> Qgis.ProcessingAlgorithmFlag:
        """Keeps it out of toolbox and model designer, and on the main thread."""
        return (
            Qgis.ProcessingAlgorithmFlag.HideFromToolbox
            | Qgis.ProcessingAlgorithmFlag.HideFromModeler
            | Qgis.ProcessingAlgorithmFlag.NoThreading
        )

    def initAlgorithm(self, configuration: dict[str, Any] | None = None) -> None:  # noqa: N802 (name of QGIS)
        """Declares the job file."""
        self.addParameter(QgsProcessingParameterFile("JOB", "Job file"))

    def processAlgorithm(  # noqa: N802 (name of QGIS)
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        """Serves until the parent closes; standard output is left to nobody, since engines print there."""
        os.dup2(2, 1)
        from ..tools.execution.host_service import serve

        try:
            serve(Path(self.parameterAsFile(parameters, "JOB", context)))
        except ToolError as fault:
            raise QgsProcessingException(fault.text) from fault
        except OSError as failure:
            raise QgsProcessingException(f"the parent of this tool host is gone: {failure.strerror}") from failure
        return {}
