# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks for what recorded runs need, one after another: files into the inputs, layers loaded, calls made."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..i18n import tr
from ..panel.messages import Messages
from .input_writing import InputFile
from .trace_session import TraceSession
from .trace_work import Answer


@dataclass
class InputJob:
    """A file that is taken into the inputs.

    Args:
        file: Written, or being written.
        name: What it will be called, without its ending.
        load: Whether a step loads it under that name.
        words: What people are told once it is there.
    """

    file: InputFile
    name: str
    load: bool = True
    words: str = ""


@dataclass
class CallJob:
    """A call."""

    api: str
    arguments: dict[str, Any]
    note: str = ""


@dataclass
class RunJobs:
    """All that one run needs, in order; where one thing fails the rest is not done.

    Args:
        title: Of the run, for sentences.
    """

    title: str
    jobs: list[InputJob | CallJob] = field(default_factory=list)


class CallQueue(QObject):
    """Works through runs in the order in which they came.

    Args:
        session: The open trace.
        messages: Tells people.
    """

    emptied = pyqtSignal()
    """Nothing is left to do."""

    def __init__(self, session: TraceSession, messages: Messages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._messages = messages
        self._waiting: deque[RunJobs] = deque()
        self._current: RunJobs | None = None

    def add(self, run: RunJobs) -> None:
        """Does what a run needs, after what came before."""
        self._waiting.append(run)
        self._go_on()

    def clear(self) -> None:
        """Forgets what is not begun yet."""
        self._waiting.clear()
        self._current = None

    def __len__(self) -> int:
        return len(self._waiting) + (self._current is not None)

    def _go_on(self) -> None:
        if self._current is None and self._waiting:
            self._current = self._waiting.popleft()
            self._next(self._current)

    def _next(self, run: RunJobs) -> None:
        if run is not self._current:
            return  # the trace was changed meanwhile
        if not run.jobs:
            self._current = None
            if not self._waiting:
                self.emptied.emit()
            self._go_on()
            return
        job = run.jobs.pop(0)
        if isinstance(job, CallJob):
            self._session.call(job.api, job.arguments, job.note, lambda answer: self._called(run, answer))
        elif job.file.is_settled:
            self._add(run, job)
        else:
            job.file.settled.connect(lambda: self._add(run, job))

    def _add(self, run: RunJobs, job: InputJob) -> None:
        if run is not self._current:
            return
        if job.file.fault:
            text = tr('{run} was not recorded: of its layer "{layer}" {why}.')
            self._messages.warning(text.format(run=run.title, layer=job.name, why=job.file.fault))
            self._give_up(run)
            return
        self._session.add_input(str(job.file.path), job.name, lambda answer: self._added(run, job, answer))

    def _added(self, run: RunJobs, job: InputJob, answer: Answer | None) -> None:
        if answer is None:
            self._give_up(run)
            return
        name = str(answer.get("file", ""))
        self._session.inputs.append({"file": name, "name": job.name, "origin": "added"})
        if job.words:
            self._messages.info(job.words)
        if job.load:
            run.jobs.insert(0, CallJob("load_layer", {"file": name, "name": job.name}))
        else:
            self._put_file(run, job, name)
        self._next(run)

    def _put_file(self, run: RunJobs, job: InputJob, name: str) -> None:
        """Names a file in the call that reads it, now that it is known what it is called."""
        for other in run.jobs:
            if isinstance(other, CallJob):
                other.arguments = {
                    key: name if value == str(job.file.path) else value for key, value in other.arguments.items()
                }

    def _called(self, run: RunJobs, answer: Answer | None) -> None:
        state = (answer or {}).get("step", {}).get("state")
        if answer is None or state == "failed" and run.jobs:
            self._give_up(run)
            return
        if state == "failed":
            step = self._session.steps[-1]
            text = tr("{run} ran in QGIS, but not as a step of the trace: {why}")
            self._messages.warning(text.format(run=run.title, why=step.observation))
        self._next(run)

    def _give_up(self, run: RunJobs) -> None:
        run.jobs.clear()
        self._next(run)
