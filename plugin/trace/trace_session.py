# SPDX-License-Identifier: GPL-2.0-or-later
"""The open trace as the window knows it: its steps, and what is asked of the service."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..canvas.episode_layers import EpisodeLayers
from ..i18n import tr
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient
from .taken_names import TakenNames
from .trace_layers import TraceLayers
from .trace_step import Finding, TraceStep, findings_of, trace_step
from .trace_work import Answer, Done, TraceWork


class TraceSession(QObject):
    """One trace at a time; another one takes its place.

    Args:
        client: Asks the service.
        canvas: Shows layers on the map.
        messages: Tells people.
    """

    opened = pyqtSignal()
    """Another trace is open, or none."""
    changed = pyqtSignal()
    """Steps or findings are others."""
    progressed = pyqtSignal(int, float)
    """Index of the step that runs, and its share that is done."""

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.name = self.folder = self.title = ""
        self.pack: str | None = None
        self.task: str | None = None
        self.steps: list[TraceStep] = []
        self.findings: list[Finding] = []
        self.inputs: list[dict[str, Any]] = []
        self.map = TraceLayers(canvas, messages, self)
        self.handles = TakenNames(lambda: [handle for step in self.steps for handle in step.made])
        self.input_names = TakenNames(lambda: [str(one.get("name", "")) for one in self.inputs])
        self._client = client
        self._messages = messages
        self._asked_to_open = 0
        self.work = TraceWork(client, messages, lambda: self.name, self)
        client.noticed.connect(self._noticed)
        client.ended.connect(self._reopen)
        client.renewed.connect(self._reopen)

    @property
    def is_open(self) -> bool:
        """Tells whether there is a trace."""
        return bool(self.name)

    @property
    def is_busy(self) -> bool:
        """Tells whether the service works on the steps."""
        return self.work.is_going_on

    @property
    def valid_from(self) -> int:
        """Index of the first step that waits to be run."""
        return next((index for index, step in enumerate(self.steps) if step.state == "waiting"), len(self.steps))

    def begin(self, pack: str | None, task: str | None) -> None:
        """Begins a trace of a task; of inputs of one's own where there is none."""
        self._open("begin_trace", {"pack": pack, "task": task})

    def open(self, folder: str) -> None:
        """Opens a trace that lies on disk."""
        self._open("begin_trace", {"folder": folder})

    def from_episode(self, folder: str) -> None:
        """Begins a trace with the calls of an agent."""
        self._open("trace_from_episode", {"folder": folder})

    def from_reference(self, file: str | None, pack: str | None, task: str | None) -> None:
        """Begins a trace with the steps of a reference.

        Args:
            file: Left out: that of `task`.
            pack: Of the task; with a file the one in which the task that it names is looked for first.
        """
        wanted = {"pack": pack} | ({"task": task} if file is None else {"file": file})
        self._open("trace_from_reference", wanted)

    def branch(self, at: int, name: str) -> None:
        """Goes on in a trace with the first `at` steps of this one."""
        self._open("trace_branch", {"session": self.name, "at": at, "name": name})

    def call(self, api: str, arguments: dict[str, Any], note: str, then: Done) -> None:
        """Makes a call as a new last step; `then` gets the answer, or None where there is none."""
        wanted = {"session": self.name, "api": api, "arguments": arguments, "note": note or None}
        self.work.ask("trace_call", wanted, lambda answer: self._called(answer, then))

    def add_input(self, file: str, name: str, then: Done) -> None:
        """Takes a file into the inputs."""
        self.work.ask("trace_add_input", {"session": self.name, "file": file, "name": name}, then)

    def edit(self, steps: Sequence[TraceStep], then: Done | None = None) -> None:
        """Makes the steps these; nothing is run."""
        wanted = {"session": self.name, "steps": [step.told() for step in steps]}
        self.work.ask("trace_edit", wanted, lambda answer: self._take_steps(answer, then))

    def rerun(self, begin: int) -> None:
        """Runs the steps again from an index on."""
        self.work.ask("trace_rerun", {"session": self.name, "from": begin}, self._rerun_done)

    def stop(self) -> None:
        """Ends the call that runs."""
        if self.is_open:
            self.ask("trace_stop", {}, self._stopped)

    def ask(self, op: str, arguments: dict[str, Any], then: Callable[[Answer], None]) -> None:
        """Asks anything else about this trace; `then` gets the answer while it is the one that is open."""
        session = self.name

        def right(answer: Answer) -> None:
            if self.name == session:
                then(answer)

        self._client.ask(op, {"session": session, **arguments}, right, self._messages.error)

    def ask_service(self, op: str, arguments: dict[str, Any], then: Callable[[Answer], None]) -> None:
        """Asks what is of no trace."""
        self._client.ask(op, arguments, then, self._messages.error)

    def find(self) -> None:
        """Asks what the plan check says of the steps."""
        if self.is_open and self.steps:
            self.ask("trace_findings", {}, self._found)

    def close(self) -> None:
        """Lets go of the trace; it stays on disk."""
        if self.is_open:
            self._client.ask("trace_close", {"session": self.name})
        self._forget()
        self.map.forget()

    def _open(self, op: str, arguments: dict[str, Any]) -> None:
        self._asked_to_open += 1
        number = self._asked_to_open
        self.work.ask(op, arguments, lambda answer: self._opened(number, answer))

    def _opened(self, number: int, answer: Answer | None) -> None:
        if answer is None or number != self._asked_to_open:
            return  # none, or another one was asked for since
        if self.is_open and self.name != answer.get("session"):
            self._client.ask("trace_close", {"session": self.name})
        self._forget()
        self.name, self.folder = str(answer.get("session", "")), str(answer.get("folder", ""))
        self.title = str(answer.get("name", ""))
        self.pack, self.task = answer.get("pack"), answer.get("task")
        self.inputs = list(answer.get("inputs") or [])
        self.map.begin(self.title, self.name, self.folder)
        for sentence in answer.get("left_out") or []:
            self._messages.warning(str(sentence))
        self.opened.emit()
        self._take_steps(answer, None)

    def _forget(self) -> None:
        self.name = self.folder = self.title = ""
        self.steps, self.findings, self.inputs = [], [], []
        self.handles.forget()
        self.input_names.forget()

    def _called(self, answer: Answer | None, then: Done) -> None:
        if answer is not None:
            step = trace_step(answer.get("step") or {})
            index = int(answer.get("index", len(self.steps)))
            self.steps = [*self.steps[:index], step]
            self.handles.keep_no_longer(step.made)
            if step.state == "failed":  # what the toolbox made is then no layer of the trace
                for handle in step.made:
                    self.map.book.forget_handle(handle)
            self.map.enter(answer.get("layers") or [])
            self.changed.emit()
        then(answer)

    def _take_steps(self, answer: Answer | None, then: Done | None) -> None:
        if answer is not None:
            self.steps = [trace_step(told) for told in answer.get("steps") or []]
            self.findings = findings_of(answer.get("findings") or [])
            if "layers" in answer:
                self.map.show_state(list(answer["layers"] or []))
            self.changed.emit()
        if then is not None:
            then(answer)

    def _rerun_done(self, answer: Answer | None) -> None:
        self._take_steps(answer, None)
        failed = answer.get("failed") if answer is not None else None
        if isinstance(failed, int) and failed < len(self.steps):
            step, text = self.steps[failed], tr("Step {number} ({api}) was not done: {why}")
            self._messages.warning(text.format(number=failed + 1, api=step.api, why=step.observation))

    def _found(self, answer: Answer) -> None:
        self.findings = findings_of(answer.get("findings") or [])
        self.changed.emit()

    def _stopped(self, answer: Answer) -> None:
        killed = bool(answer.get("killed_call"))
        text = tr("The running call was killed; the step is not done.") if killed else tr("No call was running.")
        self._messages.info(text)

    def _noticed(self, notice: dict[str, Any]) -> None:
        if not self.is_open or notice.get("session") != self.name:
            return
        kind = notice.get("notice")
        if kind == "layer":
            self.map.show(notice)
        elif kind == "event":
            self._take_event(notice.get("event") or {})
        elif kind == "progress":
            self.progressed.emit(int(notice.get("call", 1)) - 1, float(notice.get("share", 0.0)))

    def _take_event(self, event: dict[str, Any]) -> None:
        """Takes over a step as soon as it is done; in a rerun the answer comes after all of them."""
        index = int(event.get("call", 0)) - 1
        if event.get("event") == "call_finished" and 0 <= index < len(self.steps):
            self.steps[index] = self.steps[index].run(event.get("step") or {})
            self.changed.emit()

    def _reopen(self) -> None:
        """The service ended and with it the session; the trace lies on disk and is opened again."""
        folder = self.folder
        if self.is_open:
            self._forget()
            self.opened.emit()
            self.changed.emit()
            self.open(folder)
