# SPDX-License-Identifier: GPL-2.0-or-later
"""Tool bars and tabs for a narrow panel, whatever room a theme gives to each button."""

from __future__ import annotations

from qgis.PyQt.QtCore import QEvent, QObject, QSize, Qt
from qgis.PyQt.QtGui import QIcon
from qgis.PyQt.QtWidgets import QTabWidget, QToolBar

ICON_SIZE = 18
# Dark themes give every button so much room that the last ones fall out of a panel.
BUTTONS = "QToolButton { padding: 2px; margin: 0px; }"


def tighten(bar: QToolBar) -> QToolBar:
    """Makes the buttons of a tool bar no larger than they must be. Returns: The tool bar."""
    bar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    bar.setStyleSheet(BUTTONS)
    return bar


def squeeze(tabs: QTabWidget) -> None:
    """Shortens the words of tabs where there is no room for them, so that all are in sight; tips have them whole."""
    tabs.setElideMode(Qt.TextElideMode.ElideRight)
    tabs.setUsesScrollButtons(False)
    for number in range(tabs.count()):
        tabs.setTabToolTip(number, tabs.tabText(number))


class TabIcons(QObject):
    """Shows the icons of tabs where there is room for them; words alone are enough where there is not.

    Args:
        tabs: All its tabs have been added.
    """

    def __init__(self, tabs: QTabWidget) -> None:
        super().__init__(tabs)
        self._tabs = tabs
        self._icons = [tabs.tabIcon(number) for number in range(tabs.count())]
        self._whole = 0
        squeeze(tabs)
        tabs.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (name of Qt)
        """Looks at the room that there is."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.StyleChange):
            self._fit()
        return False

    def _fit(self) -> None:
        tabs, bar = self._tabs, self._tabs.tabBar()
        corner = tabs.cornerWidget(Qt.Corner.TopRightCorner)
        room = tabs.width() - (corner.sizeHint().width() if corner is not None else 0)
        if not bar.tabIcon(0).isNull():
            self._whole = sum(bar.tabRect(number).width() for number in range(tabs.count()))
        for number, icon in enumerate(self._icons):
            tabs.setTabIcon(number, icon if self._whole <= room else QIcon())
