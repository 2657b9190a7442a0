# SPDX-License-Identifier: GPL-2.0-or-later
"""The client of a tool host: makes calls in one workspace, with a real time limit, and outlives the host."""

from __future__ import annotations

import json
import secrets
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..tools.declaration.argument_form import form_fault
from ..tools.declaration.errors import ToolError
from ..tools.declaration.host_job import GuardLevel, HostJob
from ..tools.declaration.records import StepRecord
from ..tools.declaration.roles import roles_of
from ..tools.declaration.validator import check_call
from ..tools.execution.process_limits import SAYS_MEMORY
from ..tools.execution.workspace import Workspace
from . import machine
from .host_connection import Hello, HostConfused, HostConnection, HostGone, HostSilent, wait_for_hello
from .host_process import HostProcess
from .workspace_lock import WorkspaceLock

START_SECONDS = 120.0
CLOSE_SECONDS = 30.0
ENDING_SECONDS = 2.0
STORY_BYTES = 65_536
StartReason = Literal["first", "time_limit", "memory_limit", "host_died", "cancelled"]


class HostUnavailable(machine.MachineBroken):
    """A tool host that cannot be started: nothing that an agent did, and nothing it can mend."""

    code = "ENGINE_FAILED"


class HostStart(NamedTuple):
    """A tool host that has said hello."""

    reason: StartReason
    seconds: float
    versions: dict[str, str]


class ToolHost:
    """Calls tools in one workspace; the host is started by the first call that needs it.

    Args:
        workspace: Folder of the workspace.
        log: File that takes what QGIS prints.
        guard: What guards do.
        tools: Names a call may use; None for all.
        on_start: Told of every start.
        on_progress: Told the share of a call that is done, from 0 to 1.
        command: Program of the host; left out: the qgis_process of this machine.
        start_seconds: Time until the hello.
        memory_bytes: What the host may take beyond what it starts with; left out: the share of one host on this
            machine.

    `was_killed` tells that the last call was ended by a SIGKILL from outside.

    Raises: ToolError INVALID_DOCUMENT where the workspace cannot be read, LIMIT_EXCEEDED where another process works
        in it.
    """

    def __init__(
        self,
        workspace: Path,
        log: Path,
        *,
        guard: GuardLevel = "refuse",
        tools: Sequence[str] | None = None,
        on_start: Callable[[HostStart], None] | None = None,
        on_progress: Callable[[float], None] | None = None,
        command: list[str] | None = None,
        start_seconds: float = START_SECONDS,
        memory_bytes: int | None = None,
    ) -> None:
        self.workspace = Path(workspace).resolve()
        self.log = Path(log)
        self.guard: GuardLevel = guard
        self.tools = None if tools is None else tuple(tools)
        self.on_start = on_start
        self.on_progress = on_progress
        self.command = command
        self.start_seconds = start_seconds
        self.memory_bytes = memory_bytes or machine.memory_share(1)
        self._log_begin = 0
        self._reason: StartReason = "first"
        self._process: HostProcess | None = None
        self._connection: HostConnection | None = None
        self._question = 0
        self.was_killed = False
        self._folder: Path | None = None
        self._process_lock = threading.RLock()
        self._is_told_to_end = False
        self._lock = WorkspaceLock(self.workspace)
        self._lock.acquire()
        Workspace(self.workspace)

    def __enter__(self) -> ToolHost:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._lock.release()

    @property
    def is_running(self) -> bool:
        """Whether a host is ready for calls."""
        return self._connection is not None

    @property
    def pid(self) -> int | None:
        """Process id of the host that runs."""
        return self._process.pid if self._process else None

    def call(
        self, api: str, arguments: Any, seconds: float, cancelled: threading.Event | None = None
    ) -> dict[str, Any]:
        """Makes one call.

        Args:
            seconds: Time limit of the call; the start of a host does not count.
            cancelled: What another thread gives to `cancel` to end this call.
        Returns: The step record. TIMEOUT where the limit ended it, CANCELLED where `cancel` did, ENGINE_FAILED where
            the host died; after each the next call starts a new host, which finds the workspace as the last whole
            call left it.
        Raises: HostUnavailable where no host can be started.
        """
        self.was_killed = False
        cancelled = cancelled or threading.Event()
        not_made = self._not_made(api, arguments, cancelled)
        if not_made is not None:
            return not_made
        begun = time.monotonic()
        self._log_begin = self.log.stat().st_size if self.log.exists() else 0
        try:
            answer = self._ask({"op": "call", "api": api, "arguments": arguments}, begun + seconds)
            step = _step_of(answer, api, arguments)
            if answer.get("is_last"):
                self._reason = "memory_limit"
                self.kill()
            return step
        except HostSilent:
            return self._lost(api, arguments, begun, "time_limit", _timed_out(api, seconds))
        except (HostGone, HostConfused) as failure:
            if cancelled.is_set():
                return self._lost(api, arguments, begun, "cancelled", _cancelled(api))
            reason = f": it sent {failure}" if isinstance(failure, HostConfused) else self._ending()
            return self._lost(api, arguments, begun, "host_died", _host_died(api, reason))
        except BaseException:
            self.kill()
            raise

    def refuse(self, api: str, arguments: Any, error: ToolError) -> dict[str, Any]:
        """Records a call that is not made, since somebody has forbidden it. Returns: Its step record."""
        self.was_killed = False
        unfit = form_fault(api, arguments)
        if unfit is not None:
            return _counted(Workspace(self.workspace), _unfit(api, unfit))
        known = arguments if isinstance(arguments, dict) else {}
        step = StepRecord(api, arguments, ok=False, error=error.record(), roles=roles_of(api, known))
        return _counted(Workspace(self.workspace), step)

    def cancel(self, cancelled: threading.Event) -> None:
        """Ends a call from another thread: it is recorded as CANCELLED, and nothing of it is kept.

        Args:
            cancelled: As given to the call, which runs or is about to.
        """
        with self._process_lock:
            cancelled.set()
            self._is_told_to_end = True
            if self._process is not None:
                self._process.kill_group()

    def start(self) -> None:
        """Starts a host; calls do so themselves.

        Raises: HostUnavailable.
        """
        self.kill()
        self._lock.acquire()
        begun = time.monotonic()
        job = self._new_folder() / "job.json"
        try:
            hello = self._started(job, begun + self.start_seconds)
            job.unlink()
        except BaseException:
            self.kill()
            raise
        self._connection = hello.connection
        if self.on_start is not None:
            versions = {str(name): str(version) for name, version in hello.versions.items()}
            self.on_start(HostStart(self._reason, round(time.monotonic() - begun, 3), versions))

    def close(self) -> list[str]:
        """Ends the host.

        Returns: Input files that are no longer what they were.
        """
        changed: Any = None
        try:
            if self.is_running:
                changed = self._ask({"op": "close"}, time.monotonic() + CLOSE_SECONDS).get("changed_inputs")
                assert self._process is not None
                self._process.wait(CLOSE_SECONDS)
        except (HostSilent, HostGone, HostConfused):
            changed = None
        finally:
            self.kill()
        changed = changed if isinstance(changed, list) else Workspace(self.workspace).changed_inputs()
        self._lock.release()
        return changed

    def kill(self) -> None:
        """Ends the host at once, with everything it has started."""
        with self._process_lock:
            connection, process = self._connection, self._process
            self._connection = self._process = None
            self._is_told_to_end = False
            if connection is not None:
                connection.close()
            if process is not None:
                process.kill()
            if self._folder is not None:
                shutil.rmtree(self._folder, ignore_errors=True)
                self._folder = None

    def _not_made(self, api: str, arguments: Any, cancelled: threading.Event) -> dict[str, Any] | None:
        """Makes a host ready for a call; gives the record of one that is not made."""
        if self._is_told_to_end:  # too late for the call that it was meant for
            self.kill()
            self._reason = "cancelled"
        unfit = form_fault(api, arguments)
        if unfit is not None:
            return _counted(Workspace(self.workspace), _unfit(api, unfit))
        begun = time.monotonic()
        if not self.is_running and not cancelled.is_set():
            refused = self._refused_without_host(api, arguments)
            if refused is not None:
                return refused
            try:
                self.start()
            except HostUnavailable:
                if not cancelled.is_set():
                    raise
        return self._lost(api, arguments, begun, "cancelled", _cancelled(api)) if cancelled.is_set() else None

    def _new_folder(self) -> Path:
        """Makes the temporary folder of a host; QGIS leaves files where it is killed, and they go with the folder."""
        self._folder = Path(tempfile.mkdtemp(prefix="gisagentbench-host-"))
        return self._folder

    def _started(self, job: Path, deadline: float) -> Hello:
        command = self.command or machine.qgis_process_command()
        secret = secrets.token_hex(32)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            address: tuple[str, int] = listener.getsockname()[:2]
            HostJob(str(self.workspace), address, secret, self.guard, self.tools, self.memory_bytes).write(job)
            try:
                environment = machine.child_environment() | {"TMPDIR": str(job.parent)}
                process = self._process = HostProcess(command, environment, job, self.log)
                return wait_for_hello(listener, secret, deadline, lambda: process.status() is not None)
            except HostSilent:
                raise self._unavailable(f"did not answer within {self.start_seconds:g} s") from None
            except HostGone:
                raise self._unavailable(f"ended with status {process.status()} before it answered") from None
            except OSError as error:
                raise self._unavailable(f"could not be started: {error.strerror}") from None

    def _ask(self, message: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Sends a question and waits for its answer; an answer to another one is never taken."""
        assert self._connection is not None
        self._question += 1
        self._connection.send({"id": self._question, **message}, deadline)
        while True:
            answer = self._connection.receive(deadline)
            if answer.get("id") != self._question:
                raise HostConfused("the answer to another call")
            if "progress" not in answer:
                return answer
            if self.on_progress is not None and isinstance(answer["progress"], int | float):
                self.on_progress(float(answer["progress"]))

    def _refused_without_host(self, api: str, arguments: Any) -> dict[str, Any] | None:
        """Checks a call that would have to start a host; None where nothing is wrong that can be seen without."""
        workspace = Workspace(self.workspace)
        checked = check_call(api, arguments, workspace.handles, self.tools)
        if not checked.faults:
            return None
        roles = roles_of(api, checked.call.arguments) if checked.spec else []
        return _counted(workspace, StepRecord(api, arguments, ok=False, error=checked.faults[0].record(), roles=roles))

    def _lost(self, api: str, arguments: Any, begun: float, reason: StartReason, error: ToolError) -> dict[str, Any]:
        """Kills the host and records the call that it did not finish."""
        self.kill()
        self._reason = reason
        spent = time.monotonic() - begun
        known = arguments if isinstance(arguments, dict) else {}
        step = StepRecord(api, arguments, ok=False, error=error.record(), roles=roles_of(api, known), seconds=spent)
        return _counted(Workspace(self.workspace), step)

    def _ending(self) -> str:
        """Says as part of a sentence why the host died, where that can be told."""
        process = self._process
        if process is None or not process.wait(ENDING_SECONDS):
            return ""
        with self.log.open("rb") as log:
            log.seek(max(self._log_begin, self.log.stat().st_size - STORY_BYTES))
            story = log.read().decode("utf-8", "replace").lower()
        if any(word in story for word in SAYS_MEMORY):
            return f": it reached its memory limit of {self.memory_bytes / 1e9:.3g} GB"
        if process.status() == -signal.SIGKILL:
            self.was_killed = True
            return ": it was killed from outside, as a system does when memory runs out"
        return ""

    def _unavailable(self, what: str) -> HostUnavailable:
        return HostUnavailable(f"The tool host {what}.", f"What QGIS said is in {self.log}.")


def _counted(workspace: Workspace, step: StepRecord) -> dict[str, Any]:
    """Gives a step that no host has counted its number in the workspace."""
    workspace.state.steps += 1
    step.step = workspace.state.steps
    workspace.save()
    return step.record()


def _unfit(api: Any, fault: ToolError) -> StepRecord:
    """Makes the record of what is no call: its arguments are not written down."""
    return StepRecord(str(api)[:200], {}, ok=False, error=fault.record())


def _step_of(answer: dict[str, Any], api: str, arguments: Any) -> dict[str, Any]:
    """Takes the step record out of an answer.

    Raises: HostConfused where it is none, or one of another call.
    """
    try:
        step = StepRecord(**answer["step"])
    except (KeyError, TypeError):
        raise HostConfused("an answer without a step record") from None
    # as text, for a NaN is not equal to itself
    is_ours = step.api == api and json.dumps(step.arguments) == json.dumps(arguments)
    if not is_ours or not isinstance(step.ok, bool):
        raise HostConfused("the record of another call")
    if step.ok == (step.error is not None):
        raise HostConfused("a record that is neither done nor failed")
    return step.record()


def _timed_out(api: str, seconds: float) -> ToolError:
    return ToolError(
        "TIMEOUT",
        f"{api} was stopped after {seconds:.3g} s, its time limit; nothing of this call was kept",
        "the layers made before it are still there; fewer or simpler features need less time",
    )


def _cancelled(api: str) -> ToolError:
    return ToolError(
        "CANCELLED", f"{api} was cancelled; nothing of this call was kept", "the layers made before it are still there"
    )


def _host_died(api: str, reason: str) -> ToolError:
    return ToolError(
        "ENGINE_FAILED",
        f"the process that ran {api} ended in mid-call{reason}; nothing of this call was kept",
        "the layers made before it are still there",
    )
