# SPDX-License-Identifier: GPL-2.0-or-later
"""The open trace as the window knows it: its steps, its layers on the map, and what is asked of the service."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from qgis.PyQt.QtCore import QObject, pyqtSignal

from ...tools.declaration.facts import LayerFacts
from ..canvas.episode_layers import EpisodeLayers
from ..canvas.layer_group import LayerGroup
from ..i18n import tr
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient
from .layer_book import LayerBook
from .trace_step import Finding, TraceStep, findings_of, handles_before, trace_step

Answer = dict[str, Any]
Done = Callable[[Answer | None], None]


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
    busy = pyqtSignal(bool)
    """The service works on the steps, or has ceased to."""
    progressed = pyqtSignal(int, float)
    """Index of the step that runs, and its share that is done."""

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.book = LayerBook(self)
        self.name = self.folder = self.title = ""
        self.pack: str | None = None
        self.task: str | None = None
        self.steps: list[TraceStep] = []
        self.findings: list[Finding] = []
        self.inputs: list[dict[str, Any]] = []
        self.layers: dict[str, dict[str, Any]] = {}
        self._client = client
        self._canvas = canvas
        self._messages = messages
        self._group: LayerGroup | None = None
        self._running = 0
        self._promised: set[str] = set()
        self._promised_inputs: set[str] = set()
        client.noticed.connect(self._noticed)
        client.ended.connect(self._service_ended)

    @property
    def is_open(self) -> bool:
        """Tells whether there is a trace."""
        return bool(self.name)

    @property
    def is_busy(self) -> bool:
        """Tells whether the service works on the steps."""
        return self._running > 0

    @property
    def valid_from(self) -> int:
        """Index of the first step that waits to be run."""
        return next((index for index, step in enumerate(self.steps) if step.state == "waiting"), len(self.steps))

    def begin(self, pack: str | None, task: str | None, then: Done | None = None) -> None:
        """Begins a trace of a task; of inputs of one's own where there is none."""
        self._open("begin_trace", {"pack": pack, "task": task}, then)

    def open(self, folder: str) -> None:
        """Opens a trace that lies on disk."""
        self._open("begin_trace", {"folder": folder})

    def from_episode(self, folder: str) -> None:
        """Begins a trace with the calls of an agent."""
        self._open("trace_from_episode", {"folder": folder, **({"pack": self.pack} if self.pack else {})})

    def branch(self, at: int, name: str) -> None:
        """Goes on in a trace with the first `at` steps of this one."""
        self._open("trace_branch", {"session": self.name, "at": at, "name": name})

    def call(self, api: str, arguments: dict[str, Any], note: str, then: Done) -> None:
        """Makes a call as a new last step; `then` gets the answer, or None where there is none."""
        wanted = {"session": self.name, "api": api, "arguments": arguments, "note": note or None}
        self._work("trace_call", wanted, lambda answer: self._called(answer, then))

    def add_input(self, file: str, name: str, then: Done) -> None:
        """Takes a file into the inputs."""
        self._work("trace_add_input", {"session": self.name, "file": file, "name": name}, then)

    def edit(self, steps: Sequence[TraceStep], then: Done | None = None) -> None:
        """Makes the steps these; nothing is run."""
        wanted = {"session": self.name, "steps": [step.told() for step in steps]}
        self._work("trace_edit", wanted, lambda answer: self._take_steps(answer, then))

    def rerun(self, begin: int) -> None:
        """Runs the steps again from an index on."""
        self._work("trace_rerun", {"session": self.name, "from": begin}, self._rerun_done)

    def stop(self) -> None:
        """Ends the call that runs."""
        if self.is_open:
            self._client.ask("trace_stop", {"session": self.name}, self._stopped, self._messages.error)

    def ask(self, op: str, arguments: dict[str, Any], then: Callable[[Answer], None]) -> None:
        """Asks anything else about this trace."""
        self._client.ask(op, {"session": self.name, **arguments}, then, self._messages.error)

    def ask_service(self, op: str, arguments: dict[str, Any], then: Callable[[Answer], None]) -> None:
        """Asks what is of no trace."""
        self._client.ask(op, arguments, then, self._messages.error)

    def find(self) -> None:
        """Asks what the plan check says of the steps."""
        if self.is_open and self.steps:
            session = self.name
            told = {"session": session}
            self._client.ask("trace_findings", told, lambda answer: self._found(session, answer), self._messages.error)

    def show_step(self, index: int) -> None:
        """Shows the layers of a step on the map."""
        if self._group is not None and 0 <= index < len(self.steps):
            self._group.select(index + 1)

    def show_state(self, index: int) -> None:
        """Shows the layers that were there after a step."""
        self.ask("trace_to_step", {"step": index + 1}, self._show_layers)

    def handles_before(self, index: int) -> dict[str, LayerFacts]:
        """Gives the layers that are there before a step, with what is known of them."""
        found = handles_before(self.steps[:index])
        for handle, layer in self.layers.items():
            if handle in found and found[handle].kind is None:
                found[handle] = LayerFacts(kind=layer.get("kind"))
        return found

    def handle_names(self) -> set[str]:
        """Lists handles that are there or promised."""
        return {handle for step in self.steps for handle in step.made} | self._promised

    def input_names(self) -> set[str]:
        """Lists names of inputs that are there or promised."""
        return {str(one.get("name", "")) for one in self.inputs} | self._promised_inputs

    def promise(self, handle: str) -> str:
        """Keeps a name for a layer whose step is still to come."""
        self._promised.add(handle)
        return handle

    def promise_input(self, name: str) -> str:
        """Keeps a name for an input that is still to come."""
        self._promised_inputs.add(name)
        return name

    def close(self) -> None:
        """Lets go of the trace; it stays on disk."""
        if self.is_open:
            self._client.ask("trace_close", {"session": self.name})
        self._forget()

    def _open(self, op: str, arguments: dict[str, Any], then: Done | None = None) -> None:
        self._work(op, arguments, lambda answer: self._opened(answer, then))

    def _opened(self, answer: Answer | None, then: Done | None) -> None:
        if answer is not None:
            if self.is_open and self.name != answer.get("session"):
                self._client.ask("trace_close", {"session": self.name})
            self._forget()
            self.name, self.folder = str(answer.get("session", "")), str(answer.get("folder", ""))
            self.title = str(answer.get("name", ""))
            self.pack, self.task = answer.get("pack"), answer.get("task")
            self.inputs = list(answer.get("inputs") or [])
            self._group = self._canvas.begin(self.title, self.name)
            self._group.shown.connect(lambda entry, layer: self.book.enter(layer, entry.handle))
            self._group.failed.connect(lambda entry, why: self._messages.log(why))
            for sentence in answer.get("left_out") or []:
                self._messages.warning(str(sentence))
            self.opened.emit()
            self._take_steps(answer, None)
        if then is not None:
            then(answer)

    def _forget(self) -> None:
        if self._group is not None:
            self._canvas.end(self._group, remove=False)
        self._group = None
        self.name = self.folder = self.title = ""
        self.steps, self.findings, self.inputs, self.layers = [], [], [], {}
        self._promised.clear()
        self._promised_inputs.clear()
        self.book.clear()

    def _work(self, op: str, arguments: dict[str, Any], then: Done) -> None:
        self._set_running(1)

        def right(answer: Answer) -> None:
            self._set_running(-1)
            then(answer)

        def wrong(fault: dict[str, str]) -> None:
            self._set_running(-1)
            self._messages.error(fault)
            then(None)

        self._client.ask(op, arguments, right, wrong)

    def _set_running(self, change: int) -> None:
        was = self.is_busy
        self._running = max(0, self._running + change)
        if was != self.is_busy:
            self.busy.emit(self.is_busy)

    def _called(self, answer: Answer | None, then: Done) -> None:
        if answer is not None:
            step = trace_step(answer.get("step") or {})
            index = int(answer.get("index", len(self.steps)))
            self.steps = [*self.steps[:index], step]
            self._promised -= set(step.made)
            if step.state == "failed":  # what the toolbox made is then no layer of the trace
                for handle in step.made:
                    self.book.forget_handle(handle)
            self._enter_layers(answer.get("layers") or [])
            self.changed.emit()
        then(answer)

    def _take_steps(self, answer: Answer | None, then: Done | None) -> None:
        if answer is not None:
            self.steps = [trace_step(told) for told in answer.get("steps") or []]
            self.findings = findings_of(answer.get("findings") or [])
            if "layers" in answer:
                self._show_layers(answer)
            self.changed.emit()
        if then is not None:
            then(answer)

    def _rerun_done(self, answer: Answer | None) -> None:
        self._take_steps(answer, None)
        failed = answer.get("failed") if answer is not None else None
        if isinstance(failed, int) and failed < len(self.steps):
            step = self.steps[failed]
            self._messages.warning(
                tr("Step {number} ({api}) was not done: {why}").format(
                    number=failed + 1, api=step.api, why=step.observation
                )
            )

    def _found(self, session: str, answer: Answer) -> None:
        if session == self.name:
            self.findings = findings_of(answer.get("findings") or [])
            self.changed.emit()

    def _show_layers(self, answer: Answer) -> None:
        layers = list(answer.get("layers") or [])
        for handle in set(self.layers) - {str(one.get("handle", "")) for one in layers}:
            self.book.forget_handle(handle)
        self.layers = {}
        self._enter_layers(layers)
        if self._group is not None:
            self._group.show_state(layers)

    def _enter_layers(self, layers: Sequence[dict[str, Any]]) -> None:
        for layer in layers:
            self.layers[str(layer.get("handle", ""))] = layer

    def _stopped(self, answer: Answer) -> None:
        killed = bool(answer.get("killed_call"))
        text = tr("The running call was killed; the step is not done.") if killed else tr("No call was running.")
        self._messages.info(text)

    def _noticed(self, notice: dict[str, Any]) -> None:
        if not self.is_open or notice.get("session") != self.name:
            return
        kind = notice.get("notice")
        if kind == "layer" and self._group is not None:
            self._enter_layers([notice])
            self._group.show(notice)
        elif kind == "event":
            self._step_done(notice.get("event") or {})
        elif kind == "progress":
            self.progressed.emit(int(notice.get("call", 1)) - 1, float(notice.get("share", 0.0)))

    def _step_done(self, event: dict[str, Any]) -> None:
        """Takes over a step as soon as it is done; in a rerun the answer comes after all of them."""
        index = int(event.get("call", 0)) - 1
        if event.get("event") != "call_finished" or not 0 <= index < len(self.steps):
            return
        record = event.get("step") or {}
        state = "done" if record.get("ok") else "failed"
        self.steps[index] = replace(self.steps[index], state=state, record=record)
        self.changed.emit()

    def _service_ended(self, _why: str) -> None:
        """The service died and with it the session; the trace lies on disk and is opened again."""
        folder, was_open = self.folder, self.is_open
        if was_open:
            self._forget()
            self.opened.emit()
            self.changed.emit()
            self.open(folder)
