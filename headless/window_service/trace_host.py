# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the calls of a trace in a tool host, tells the window of each, and can be stopped from another thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ...tools.declaration.host_job import GuardLevel
from ..events import CallFinished, CallStarted, EventModel, event_record
from ..run_store import HOST_LOG
from ..tool_host import ToolHost
from .made_layers import layer_entries
from .op import Service
from .shapes import MadeLayer


class TraceHost:
    """The host of one trace; it begins with the first call.

    Args:
        session: By which the window speaks of the trace.
        service: Is told what happens.
        guard: What guards do.
    """

    def __init__(self, session: str, service: Service, guard: GuardLevel) -> None:
        self._session, self._service, self._guard = session, service, guard
        self._lock = threading.Lock()
        self._host: ToolHost | None = None
        self._cancelled: threading.Event | None = None
        self._is_stopped = False
        self._number = 0

    @property
    def is_stopped(self) -> bool:
        """Whether `stop` was called since calls began to be made."""
        with self._lock:
            return self._is_stopped

    @contextmanager
    def running(self) -> Iterator[None]:
        """Tells the window that calls are made inside the block."""
        with self._lock:
            self._is_stopped = False
        self._tell_state("running")
        try:
            yield
        finally:
            self._tell_state("ended")

    def call(self, workspace: Path, number: int, api: str, arguments: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Makes a call.

        Args:
            number: Of the step, from 1; it is that of the call in its workspace as well.
        Returns: The step record.
        Raises: HostUnavailable; ToolError, CommandRefused where the workspace cannot be used.
        """
        host, cancelled = self._ready(workspace), threading.Event()
        with self._lock:
            self._cancelled, self._number = cancelled, number
        self._tell(CallStarted(call=number, turn=number, api=api, arguments=arguments))
        try:
            return host.call(api, arguments, seconds, cancelled) | {"step": number}
        finally:
            with self._lock:
                self._cancelled = None

    def tell_end(self, workspace: Path, record: dict[str, Any]) -> list[MadeLayer]:
        """Tells the window what became of a call. Returns: The layers that it made."""
        number = record["step"]
        self._tell(CallFinished(call=number, step=record))
        layers = layer_entries(workspace, number, number - 1)
        for layer in layers:
            self._service.notify("layer", self._session, **layer)
        return layers

    def stop(self) -> bool:
        """Ends the call that runs, and has none begin after it. Returns: Whether one was killed."""
        with self._lock:
            self._is_stopped = True
            cancelled, host = self._cancelled, self._host
            if cancelled is None or host is None or cancelled.is_set():
                return False
            host.cancel(cancelled)
            return True

    def kill(self) -> None:
        """Ends the host at once, whatever it does."""
        if not self.stop() and self._host is not None:
            self._host.kill()

    def end(self, added: list[str]) -> None:
        """Ends the host in good order, and says which inputs it has changed.

        Args:
            added: Inputs that came while it ran.
        """
        with self._lock:
            host, self._host = self._host, None
        changed = [] if host is None else [name for name in host.close() if name not in added]
        if changed:
            self._tell_state("ended", f"The steps have changed {', '.join(changed)}, which no tool may do.")

    def _ready(self, workspace: Path) -> ToolHost:
        if self._host is None:
            host = ToolHost(workspace, workspace / HOST_LOG, guard=self._guard, on_progress=self._tell_progress)
            with self._lock:
                self._host = host
        return self._host

    def _tell_progress(self, share: float) -> None:
        self._service.notify("progress", self._session, call=self._number, share=share)

    def _tell(self, event: EventModel) -> None:
        self._service.notify("event", self._session, event=event_record(event))

    def _tell_state(self, state: str, message: str = "") -> None:
        told = {"state": state, "call": None, "outcome": None, "message": message, "error": None}
        self._service.notify("state", self._session, **told)
