# SPDX-License-Identifier: GPL-2.0-or-later
"""The parameters of the algorithm `scoreoutput`, called as on the command line."""

from __future__ import annotations

from typing import Any

from qgis.core import (
    Qgis,
    QgsProcessing,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterDefinition,
    QgsProcessingParameterFile,
    QgsProcessingParameterFileDestination,
    QgsProcessingParameterFolderDestination,
)

CONTRACTS = "Contracts (*.yaml *.yml *.json);;All files (*.*)"
DATA = "Data files (*.gpkg *.geojson *.shp *.fgb *.csv *.xlsx *.tif *.tiff *.asc);;All files (*.*)"
CONTRACT_HELP = "What the output must be: one entry of `outputs` in a task, YAML or JSON."
OUTPUT_HELP = "The file to judge. Where it is missing or broken, its record says so."


def score_parameters() -> list[QgsProcessingParameterDefinition]:
    """Makes the parameters, in the order of the dialog."""
    return [
        _file("CONTRACT", "Contract", CONTRACTS, CONTRACT_HELP),
        _file("REFERENCE", "Reference file", DATA, "The right answer; it must keep the contract."),
        _file("OUTPUT", "Output file to score", DATA, OUTPUT_HELP),
        _described(
            QgsProcessingParameterFile(
                "INPUTS", "Folder of inputs", Qgis.ProcessingFileParameterBehavior.Folder, optional=True
            ),
            "Files NAME.<ending> of the task's inputs, for contracts whose predicates compare with one.",
        ),
        _described(
            QgsProcessingParameterBoolean("LOAD_LAYERS", "Add the difference layers to the project", True),
            "Puts them into a group of the layer tree, with their styles.",
        ),
        _described(
            QgsProcessingParameterFileDestination("RECORD", "Score record", "JSON files (*.json)", None, True, True),
            "The whole record as JSON, the same as `score --json` prints: checks, rows, closeness, worst rows, causes.",
        ),
        _described(
            QgsProcessingParameterFolderDestination(
                "DIFFERENCES", "Difference layers", QgsProcessing.TEMPORARY_OUTPUT, True, True
            ),
            "Folder for row_differences.gpkg, or cell_differences.tif and output_minus_reference.tif; files of these "
            "names are replaced.",
        ),
    ]


def _file(name: str, label: str, filter_: str, help_: str) -> Any:
    kind = Qgis.ProcessingFileParameterBehavior.File
    return _described(QgsProcessingParameterFile(name, label, kind, fileFilter=filter_), help_)


def _described(parameter: QgsProcessingParameterDefinition, help_: str) -> QgsProcessingParameterDefinition:
    parameter.setHelp(help_)
    return parameter
