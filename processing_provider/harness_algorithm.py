# SPDX-License-Identifier: GPL-2.0-or-later
"""What the algorithms of the harness itself have alike: names, icon, help, checks of parameters, errors with a code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from qgis.core import (
    QgsProcessingAlgorithm,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingParameterDefinition,
)
from qgis.PyQt.QtGui import QIcon

from .help_blocks import AlgorithmHelp
from .unknown_parameters import unknown_parameters

ICONS = Path(__file__).parent / "icons"


class HarnessAlgorithm(QgsProcessingAlgorithm):
    """An algorithm of the harness; subclasses say what it is called and takes, and do its work.

    ID, TITLE and GROUP are its names; the icon is that of the group. HELP is what is shown beside the dialog.
    """

    ID = TITLE = GROUP = ""
    HELP: AlgorithmHelp

    def declared_parameters(self) -> list[QgsProcessingParameterDefinition]:
        """Makes the parameters."""
        raise NotImplementedError  # every subclass has its own

    def declare_outputs(self) -> None:
        """Adds the outputs that no parameter names."""

    def work(
        self, parameters: dict[str, Any], context: QgsProcessingContext, feedback: QgsProcessingFeedback
    ) -> dict[str, Any]:
        """Does the work and gives the results."""
        raise NotImplementedError  # every subclass has its own

    def createInstance(self) -> QgsProcessingAlgorithm:  # noqa: N802 (name of QGIS)
        """Makes another one for a run."""
        return type(self)()

    def name(self) -> str:
        """Gives the id without the provider."""
        return self.ID

    def displayName(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the title."""
        return self.TITLE

    def group(self) -> str:
        """Gives the title of the group."""
        return self.GROUP

    def groupId(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the id of the group."""
        return self.GROUP.lower()

    def tags(self) -> list[str]:
        """Gives words the toolbox search finds it by."""
        return list(self.HELP.tags)

    def icon(self) -> QIcon:
        """Gives the icon."""
        return QIcon(self.svgIconPath())

    def svgIconPath(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the path of the icon."""
        return str(ICONS / f"{self.groupId()}.svg")

    def shortDescription(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the first sentence of the help."""
        return self.HELP.summary

    def shortHelpString(self) -> str:  # noqa: N802 (name of QGIS)
        """Gives the help shown beside the dialog."""
        return self.HELP.text((one.description(), one.help()) for one in self.declared_parameters())

    def initAlgorithm(self, configuration: dict[str, Any] | None = None) -> None:  # noqa: N802 (name of QGIS)
        """Declares parameters and outputs."""
        for parameter in self.declared_parameters():
            self.addParameter(parameter)
        self.declare_outputs()

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
        """Does the work; what goes wrong is an error with its code."""
        from ..headless.command_line.failures import failure_of

        try:
            return self.work(parameters, context, feedback)
        except QgsProcessingException:
            raise
        except Exception as error:
            raise QgsProcessingException(failure_of(error).text()) from error
