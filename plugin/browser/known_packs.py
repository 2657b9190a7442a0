# SPDX-License-Identifier: GPL-2.0-or-later
"""Folders of packs that a person has opened, kept in QGIS's settings."""

from __future__ import annotations

from qgis.core import QgsSettings

KEY = "gisagentbench/opened_packs"
MOST = 50


def known_packs() -> list[str]:
    """Returns the folders, the latest first."""
    found = QgsSettings().value(KEY, [])
    found = [found] if isinstance(found, str) else list(found or [])
    return [folder for folder in found if isinstance(folder, str) and folder]


def remember_pack(folder: str) -> None:
    """Adds a folder."""
    QgsSettings().setValue(KEY, [folder, *(one for one in known_packs() if one != folder)][:MOST])


def forget_pack(folder: str) -> None:
    """Takes a folder out of the list; the folder itself stays."""
    QgsSettings().setValue(KEY, [one for one in known_packs() if one != folder])
