# SPDX-License-Identifier: GPL-2.0-or-later
"""Changes of the list of steps that a person makes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from qgis.PyQt.QtCore import QObject

from ..i18n import tr
from ..panel.messages import Messages
from .step_table import StepTable
from .trace_session import TraceSession

LONGEST_NAME = 100


class TraceChanges(QObject):
    """Sends each change as the whole list that is wanted; the table follows the answer.

    Args:
        session: The open trace.
        table: Its table, in which a step stays chosen when it is moved.
        messages: Tells people.
    """

    def __init__(self, session: TraceSession, table: StepTable, messages: Messages) -> None:
        super().__init__(table)
        self._messages = messages
        self._session = session
        self._table = table

    def move(self, begin: int, end: int) -> None:
        """Moves a step to another place."""
        steps = list(self._session.steps)
        if not (0 <= begin < len(steps) and 0 <= end < len(steps)) or self._session.is_busy:
            return
        steps.insert(end, steps.pop(begin))
        self._session.edit(steps, lambda answer: self._table.choose(end) if answer is not None else None)

    def delete(self, row: int) -> None:
        """Deletes a step."""
        steps = list(self._session.steps)
        if not 0 <= row < len(steps) or self._session.is_busy:
            return
        before, trace = list(steps), self._session.name
        text = tr("Step {n} ({api}) was deleted.").format(n=row + 1, api=steps[row].api)
        del steps[row]
        left = [step.call for step in steps]

        def back() -> None:
            is_same = self._session.name == trace and [step.call for step in self._session.steps] == left
            if is_same and not self._session.is_busy:  # what was changed since is worth more
                self._session.edit(before, lambda answer: self._table.choose(row))

        def told(answer: Any) -> None:
            if answer is not None:
                self._messages.info(text, tr("Undo"), back)

        self._session.edit(steps, told)

    def note(self, row: int, text: str) -> None:
        """Writes a note to a step."""
        self._change(row, note=text)

    def apply(self, arguments: dict[str, Any], run: bool, then: Callable[[], None] | None = None) -> None:
        """Gives the chosen step other arguments, and runs the steps from there if asked.

        Args:
            then: Called once the step has them.
        """
        row = self._table.row()

        def applied() -> None:
            if then is not None:
                then()
            if run:
                self._session.rerun(row)

        self._change(row, applied, arguments=arguments)

    def branch(self, row: int) -> None:
        """Goes on in a new trace that has the steps up to the chosen one."""
        if 0 <= row < len(self._session.steps):
            title = self._session.title[:LONGEST_NAME]
            self._session.branch(row + 1, tr("{trace}, from step {n}").format(trace=title, n=row + 1))

    def _change(self, row: int, then: Callable[[], None] | None = None, **changes: Any) -> None:
        steps = list(self._session.steps)
        if not 0 <= row < len(steps) or self._session.is_busy:
            return
        steps[row] = replace(steps[row], **changes)
        self._session.edit(steps, lambda answer: then() if then is not None and answer is not None else None)
