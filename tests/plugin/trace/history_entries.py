# SPDX-License-Identifier: GPL-2.0-or-later
"""Enters runs into the history of Processing, as the dialogs of algorithms do."""

from __future__ import annotations

from typing import Any


def enter(details: dict[str, Any], provider: str = "processing") -> int:
    """Enters a run as the dialog of an algorithm does when it begins."""
    from qgis.gui import QgsGui, QgsHistoryEntry
    from qgis.PyQt.QtCore import QDateTime

    number, right = QgsGui.historyProviderRegistry().addEntry(
        QgsHistoryEntry(provider, QDateTime.currentDateTime(), details)
    )
    assert right
    return number


def end(number: int, details: dict[str, Any]) -> None:
    """Writes what came of it into its entry."""
    from qgis.gui import QgsGui

    assert QgsGui.historyProviderRegistry().updateEntry(number, details)


def run_in_toolbox(algorithm_id: str, parameters: dict[str, Any]) -> Any:
    """Runs an algorithm as its dialog does: entry, run, results, result into the project. Returns the result layer."""
    from qgis import processing
    from qgis.core import QgsApplication, QgsMapLayer, QgsProcessingContext, QgsProject

    algorithm = QgsApplication.processingRegistry().algorithmById(algorithm_id)
    context = QgsProcessingContext()
    context.setProject(QgsProject.instance())
    details = {
        "python_command": algorithm.asPythonCommand(parameters, context),
        "algorithm_id": algorithm_id,
        "parameters": algorithm.asMap(parameters, context),
    }
    number = enter(details)
    results = processing.run(algorithm_id, parameters)
    layer = next((value for value in results.values() if isinstance(value, QgsMapLayer)), None)
    told = {name: value.id() if isinstance(value, QgsMapLayer) else value for name, value in results.items()}
    end(number, {**details, "results": told})
    if layer is not None:
        QgsProject.instance().addMapLayer(layer)
    return layer
