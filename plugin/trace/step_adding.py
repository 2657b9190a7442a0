# SPDX-License-Identifier: GPL-2.0-or-later
"""Adds steps otherwise than from the toolbox: by choosing a tool, and from what was run before."""

from __future__ import annotations

from collections.abc import Callable

from qgis.PyQt.QtCore import QObject
from qgis.PyQt.QtWidgets import QWidget

from .past_run_choice import PastRunChoice
from .recorder import Recorder
from .step_tools import StepTools
from .tool_choice import ToolChoice


class StepAdding(QObject):
    """Opens what steps are chosen in, each made when it is asked for first.

    Args:
        recorder: Makes steps of runs.
        tools: Opens dialogs of tools.
        begin_recording: Makes a step of what is run from then on.
        owner: The tab, over which windows open.
    """

    def __init__(
        self, recorder: Recorder, tools: StepTools, begin_recording: Callable[[], None], owner: QWidget
    ) -> None:
        super().__init__(owner)
        self._recorder = recorder
        self._tools = tools
        self._begin_recording = begin_recording
        self._owner = owner
        self.tool_choice: ToolChoice | None = None
        self.past_choice: PastRunChoice | None = None

    def choose_tool(self) -> None:
        """Lets a tool be chosen, whose dialog then opens."""
        if self.tool_choice is None:
            self.tool_choice = ToolChoice(self._owner)
            self.tool_choice.chosen.connect(self._open_tool)
        self.tool_choice.show()
        self.tool_choice.raise_()

    def choose_past(self) -> None:
        """Lets runs of earlier be chosen, which then become steps."""
        if self.past_choice is None:
            self.past_choice = PastRunChoice(self._owner)
            self.past_choice.chosen.connect(self._recorder.take_past)
        self.past_choice.begin()

    def close(self) -> None:
        """Closes what is open, before the panel is closed."""
        for dialog in (self.tool_choice, self.past_choice):
            if dialog is not None:
                dialog.reject()
        if self.past_choice is not None:
            self.past_choice.forget()

    def _open_tool(self, api: str) -> None:
        self._begin_recording()
        self._tools.open_tool(api)
