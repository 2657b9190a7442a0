# SPDX-License-Identifier: GPL-2.0-or-later
"""What people are told: the message bar for what needs them, the log panel for detail. No windows pop up."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from qgis.core import Qgis, QgsMessageLog
from qgis.PyQt.QtCore import QObject
from qgis.PyQt.QtWidgets import QPushButton

from .fault_text import fault_text
from .plain_text import plain_html

TAG = "GISAgentBench"
LONGEST_IN_BAR = 400
SECONDS = 8
MOST_AT_ONCE = 3


class Messages(QObject):
    """Tells people in the message bar of the window and in the log panel.

    Args:
        iface: The window's interface; None: the log alone.
    """

    def __init__(self, iface: Any, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._iface = iface
        self._pushed: list[Any] = []
        if iface is not None:
            iface.messageBar().widgetRemoved.connect(self._forget)

    def log(self, text: str, level: Qgis.MessageLevel = Qgis.MessageLevel.Info) -> None:
        """Writes a line into the log panel, without drawing attention to it."""
        QgsMessageLog.logMessage(escape(text, quote=False), TAG, level, notifyUser=False)  # which shows HTML

    def info(self, text: str, button: str = "", act: Callable[[], None] | None = None) -> None:
        """Tells something that is good to know; with a button that does something about it."""
        self.tell(text, Qgis.MessageLevel.Info, button, act)

    def success(self, text: str, button: str = "", act: Callable[[], None] | None = None) -> None:
        """Tells that what was asked for is done."""
        self.tell(text, Qgis.MessageLevel.Success, button, act)

    def warning(self, text: str, button: str = "", act: Callable[[], None] | None = None) -> None:
        """Tells what a person should know before going on."""
        self.tell(text, Qgis.MessageLevel.Warning, button, act)

    def error(self, fault: dict[str, str]) -> None:
        """Tells an error of the service: its sentence, and the hint; the code stands in the log."""
        text = fault_text(fault)
        self.log(f"{fault.get('code', '')}: {text}", Qgis.MessageLevel.Critical)
        self._push(text, Qgis.MessageLevel.Critical, "", None)

    def tell(
        self, text: str, level: Qgis.MessageLevel, button: str = "", act: Callable[[], None] | None = None
    ) -> None:
        """Tells something of any level."""
        self.log(text, level)
        self._push(text, level, button, act)

    def _push(self, text: str, level: Qgis.MessageLevel, button: str, act: Callable[[], None] | None) -> None:
        if self._iface is None:
            return
        bar = self._iface.messageBar()
        short = text if len(text) <= LONGEST_IN_BAR else f"{text[:LONGEST_IN_BAR]}…"
        item = bar.createMessage(TAG, plain_html(short))  # which shows HTML
        if button and act is not None:

            def do() -> None:
                bar.popWidget(item)
                act()

            pressed = QPushButton(button, item)
            pressed.clicked.connect(do)
            item.layout().addWidget(pressed)
        is_lasting = level in (Qgis.MessageLevel.Critical, Qgis.MessageLevel.Warning) or button
        bar.pushWidget(item, level, 0 if is_lasting else SECONDS)
        self._pushed.append(item)
        for old in self._pushed[:-MOST_AT_ONCE]:
            bar.popWidget(old)

    def close(self) -> None:
        """Takes our messages out of the bar; their buttons would act on what is gone."""
        for item in list(self._pushed):
            self._iface.messageBar().popWidget(item)

    def _forget(self, item: Any) -> None:
        """A message has left the bar, which frees it; its place in memory may be somebody else's message next."""
        self._pushed = [one for one in self._pushed if one is not item]
