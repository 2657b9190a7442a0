# SPDX-License-Identifier: GPL-2.0-or-later
"""The parameters of the algorithm `replaytrajectory`, called as on the command line."""

from __future__ import annotations

from qgis.core import (
    Qgis,
    QgsProcessing,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFile,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterFolderDestination,
    QgsProcessingParameterMatrix,
)

GUARDS = ("refuse", "warn", "silent")
TRAJECTORIES = "Trajectories (*.json *.yaml *.yml);;All files (*.*)"


def replay_parameters() -> list[QgsProcessingParameterDefinition]:
    """Makes the parameters, in the order of the dialog."""
    file, folder = Qgis.ProcessingFileParameterBehavior.File, Qgis.ProcessingFileParameterBehavior.Folder
    return [
        _described(
            QgsProcessingParameterFile("TRAJECTORY", "Trajectory", file, fileFilter=TRAJECTORIES),
            "The calls, as in reference.json of a task: a list of steps with `api` and `arguments`.",
        ),
        _described(
            QgsProcessingParameterMatrix("INPUTS", "Input files", 0, False, ["NAME=PATH"], optional=True),
            "Each is copied to inputs/NAME.<ending>, side files too; NAME has small letters, digits and _.",
        ),
        _described(
            QgsProcessingParameterFile("INPUT_FOLDER", "Folder of inputs", folder, optional=True),
            "Every data file in it is an input under its own name, side files go with theirs.",
        ),
        _described(
            QgsProcessingParameterEnum("GUARD", "Guards", list(GUARDS), defaultValue=GUARDS[0], usesStaticStrings=True),
            "What a guard does that finds a defect: refuse the call, warn, or be silent.",
        ),
        _described(
            QgsProcessingParameterBoolean("KEEP_GOING", "Go on after a call that failed", False),
            "Otherwise the first call that fails is the last.",
        ),
        _described(
            QgsProcessingParameterFolderDestination("WORKSPACE", "Workspace", QgsProcessing.TEMPORARY_OUTPUT),
            "A new or empty folder.",
        ),
        _described(
            QgsProcessingParameterFileDestination("STEPS", "Step records", "JSON files (*.json)", None, True, True),
            "A list of whole step records, in the order of the calls.",
        ),
    ]


def _described(parameter: QgsProcessingParameterDefinition, help_: str) -> QgsProcessingParameterDefinition:
    parameter.setHelp(help_)
    return parameter
