# SPDX-License-Identifier: GPL-2.0-or-later
"""The menu that asks whether a pack is a folder or a zip."""

from __future__ import annotations

from collections.abc import Callable

from qgis.core import QgsApplication
from qgis.PyQt.QtWidgets import QMenu, QWidget

from ..i18n import tr


def open_menu(parent: QWidget, on_folder: Callable[[], None], on_zip: Callable[[], None]) -> QMenu:
    """Makes the menu."""
    menu = QMenu(parent)
    menu.addAction(QgsApplication.getThemeIcon("/mIconFolder.svg"), tr("Folder…"), lambda: on_folder())
    menu.addAction(QgsApplication.getThemeIcon("/mIconZip.svg"), tr("Zip file…"), lambda: on_zip())
    return menu
