# SPDX-License-Identifier: GPL-2.0-or-later
"""Reads and stores marks, and says what cannot be kept; nobody's marks are lost or written over unseen."""

from __future__ import annotations

from pathlib import Path

from ..i18n import tr
from ..panel.messages import Messages
from .marks import Mark, Marks, UnreadableMarks, read_marks, set_aside
from .subjects import Subject


class MarkKeeping:
    """Marks of results.

    Args:
        messages: Tells people what cannot be kept.
    """

    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    def marks_of(self, subject: Subject) -> Marks:
        """Reads the marks of a result; a file of marks that cannot be read is kept under another name."""
        if not subject.folder:
            return Marks()
        folder = Path(subject.folder)
        try:
            return read_marks(folder)
        except UnreadableMarks as fault:
            self._set_aside(folder, str(fault))
        except OSError as fault:
            self.not_kept(fault_words(fault))
        return Marks(folder)

    def mark_whole(self, marks: Marks, mark: Mark) -> None:
        """Marks a whole result; the same mark again takes it away."""
        try:
            marks.set_whole("" if marks.whole == mark else mark)
        except OSError as fault:
            self.not_kept(fault_words(fault))

    def not_kept(self, why: str) -> None:
        """Says that a mark is in the window alone."""
        self._messages.warning(tr("The mark could not be stored and ends with this window: {why}").format(why=why))

    def _set_aside(self, folder: Path, why: str) -> None:
        try:
            kept = set_aside(folder)
        except OSError as fault:
            self.not_kept(fault_words(fault))
            return
        self._messages.warning(tr("{why}; it is kept as {name}.").format(why=why, name=kept.name))


def fault_words(fault: OSError) -> str:
    """Says what a disk refused, without naming a path."""
    return fault.strerror or type(fault).__name__
