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
