# SPDX-License-Identifier: GPL-2.0-or-later
"""The parameters of the algorithm `runbatch`, called as on the command line."""

from __future__ import annotations

from qgis.core import (
    Qgis,
    QgsProcessing,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFolderDestination,
    QgsProcessingParameterMatrix,
    QgsProcessingParameterNumber,
    QgsProcessingParameterString,
)

GUARDS = ("refuse", "warn", "silent")


def batch_parameters() -> list[QgsProcessingParameterDefinition]:
    """Makes the parameters, in the order of the dialog."""
    return [
        _described(
            QgsProcessingParameterString("PACK", "Pack", "demo"),
            "Name of an embedded pack, or the folder of another one.",
        ),
        _described(_names("TASK", "Tasks"), "Ids of tasks of the pack; left out: all of them."),
        _described(_names("AGENT", "Agents"), "Names such as reference or script:plan.json; left out: reference."),
        _described(_number("WORKERS", "Episodes at a time", 1), "Each has a tool host, which takes about a processor."),
        _described(_number("REPEATS", "Repeats", 1), "How often each agent works on each task."),
        _described(
            QgsProcessingParameterEnum("GUARD", "Guards", list(GUARDS), defaultValue=GUARDS[0], usesStaticStrings=True),
            "What a guard does that finds a defect: refuse the call, warn, or be silent.",
        ),
        _described(_number("MAX_CALLS", "Most calls of an episode", 200), "The call beyond it ends the episode."),
        _described(
            QgsProcessingParameterNumber(
                "MAX_SECONDS",
                "Most seconds of an episode",
                Qgis.ProcessingNumberParameterType.Double,
                optional=True,
                minValue=0.001,
            ),
            "Wall time in all; left out: no limit.",
        ),
        _described(
            QgsProcessingParameterFolderDestination("OUT", "Run folder", QgsProcessing.TEMPORARY_OUTPUT),
            "A new folder, or that of a run with the same settings, which is resumed.",
        ),
    ]


def _names(name: str, label: str) -> QgsProcessingParameterDefinition:
    return QgsProcessingParameterMatrix(name, label, 0, False, ["name"], optional=True)


def _number(name: str, label: str, default: int) -> QgsProcessingParameterDefinition:
    return QgsProcessingParameterNumber(
        name, label, Qgis.ProcessingNumberParameterType.Integer, default, minValue=1
    )  # fmt: skip


def _described(parameter: QgsProcessingParameterDefinition, help_: str) -> QgsProcessingParameterDefinition:
    parameter.setHelp(help_)
    return parameter
