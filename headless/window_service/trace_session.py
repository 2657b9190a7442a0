# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace that is open: its steps are made one after another, and each is on disk before it is told."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..manifest import Limits
from ..refusal import CommandRefused
from ..workspace_lock import WorkspaceLock
from .made_layers import layer_entries
from .op import Service
from .shapes import MadeLayer
from .trace_document import MOST_STEPS, TraceDocument, TraceStep, made_step, write_trace
from .trace_findings import TraceCheck
from .trace_host import TraceHost
from .trace_inputs import add_input, input_entries
from .trace_task import TraceTask, task_of
from .trace_workspace import carry_over, kept_steps, written_stem

CALL_SECONDS = Limits().call_seconds


class TraceSession:
    """One trace; its methods may be called from any thread, and are done one after another.

    Args:
        name: By which the window speaks of it.
        folder: Holds its trace.json.
        document: The content of that.
        service: Is told what happens.
        lock: Keeps the folder to this session until it is closed.
    """

    def __init__(self, name: str, folder: Path, document: TraceDocument, service: Service, lock: WorkspaceLock) -> None:
        self.name, self.folder, self.document = name, folder, document
        self.task: TraceTask = task_of(document)
        self._host = TraceHost(name, service, document.guard)
        self._check = TraceCheck()
        self._lock = threading.RLock()
        self._folder_lock = lock

    @property
    def workspace(self) -> Path:
        """The workspace that holds what the steps made."""
        return self.folder / self.document.workspace

    def told(self) -> dict[str, Any]:
        """Returns all that the window shows of the trace, but for the findings."""
        with self._lock:
            document = self.document
            shown = ("name", "pack", "task", "guard")
            return {
                "session": self.name,
                "folder": str(self.folder),
                **{key: getattr(document, key) for key in shown},
                "inputs": input_entries(self.workspace, document, self.task),
                "left_out": [*document.left_out, *self.task.problems],
                **self._steps(),
                "layers": self.layers(),
            }

    def layers(self, upto: int | None = None) -> list[MadeLayer]:
        """Lists the layers after a step, counted from 1; those of all steps that are valid where left out."""
        with self._lock:
            valid = self.document.valid_from
            return layer_entries(self.workspace, valid if upto is None else min(upto, valid))

    def call(self, api: str, arguments: dict[str, Any], note: str | None, seconds: float) -> dict[str, Any]:
        """Makes a call as a new last step; one that is refused or fails is a step as well.

        Raises: ToolError for what is no call at all; CommandRefused BAD_VALUE where steps wait to be run;
            HostUnavailable.
        """
        with self._lock:
            step, steps = made_step(api, arguments, note), self.document.steps
            self._refuse_behind_waiting()
            if len(steps) >= MOST_STEPS:
                raise CommandRefused("LIMIT_EXCEEDED", f"A trace has at most {MOST_STEPS} steps.")
            index = len(steps)
            with self._host.running():
                if self.document.is_spoiled:
                    self._run_from(self._begin_anew(index), seconds)
                    self._refuse_behind_waiting()
                steps.append(step)
                try:
                    layers = self._run(index, seconds)
                except BaseException:
                    del steps[index:]
                    raise
            return {"step": step.as_dict(), "index": index, "layers": layers, "findings": [], **self._valid()}

    def edit(self, steps: Sequence[TraceStep]) -> dict[str, Any]:
        """Takes the whole wanted list; steps from the first that is another call on wait to be run.

        Returns: The steps, where they begin to wait, and what the plan check says of them.
        """
        if len(steps) > MOST_STEPS:
            raise CommandRefused("LIMIT_EXCEEDED", f"A trace has at most {MOST_STEPS} steps; nothing was changed.")
        with self._lock:
            old, same = self.document.steps, 0
            while same < min(len(old), len(steps)) and old[same].key == steps[same].key:
                same += 1
            kept = [step.model_copy(update={"note": steps[index].note}) for index, step in enumerate(old[:same])]
            waiting = [step.model_copy(update={"state": "waiting", "record": None}) for step in steps[same:]]
            self._spoil([step for step in old[same:] if step.state != "waiting"])
            self.document.steps = [*kept, *waiting]
            self._save()
            return self._steps() | {"findings": self.findings(), "layers": self.layers()}

    def rerun(self, begin: int | None, seconds: float) -> dict[str, Any]:
        """Runs the steps from `begin` on, in a workspace that holds what stays; ends at the first that is not done.

        Args:
            begin: Index; the first step that waits where left out, or where that is earlier.
        """
        with self._lock:
            valid, count = self.document.valid_from, len(self.document.steps)
            if begin is not None and not 0 <= begin <= count:
                raise CommandRefused("BAD_VALUE", f"There is no step {begin + 1}; the trace has {count}.")
            wanted = valid if begin is None else min(begin, valid)
            is_clean = wanted == valid and not self.document.is_spoiled
            begun = wanted if is_clean else self._begin_anew(wanted)
            with self._host.running():
                failed = self._run_from(begun, seconds)
            told = {"layers": self.layers(), "begun_at": begun, "failed": failed}
            return self._steps() | told | {"findings": self.findings()}

    def add_input(self, file: Path, name: str) -> str:
        """Takes a file into inputs/. Returns: What it is called there. Raises: CommandRefused; OSError."""
        with self._lock:
            added = add_input(self.workspace, file, name)
            self.document.added.append(added)
            self._check.forget()
            self._save()
            return added

    def findings(self) -> list[dict[str, Any]]:
        """Returns what the plan check says of the steps, with their indices from 0."""
        with self._lock:
            return self._check.findings(self.document.calls, self.workspace / "inputs", self.task.outputs)

    def carried(self, at: int, folder: Path, name: str) -> TraceDocument:
        """Begins another trace in a folder that is there and empty, with the first `at` steps of this one.

        Returns: Its document, which is on disk.
        """
        with self._lock:
            count, valid = len(self.document.steps), self.document.valid_from
            if not 0 <= at <= count:
                raise CommandRefused("BAD_VALUE", f"There is no step {at}; the trace has {count}.")
            kept = kept_steps(self.document.calls, valid, min(at, valid), self.document.spoiled_files)
            fresh = {"name": name, "workspace": "run-1", "is_spoiled": False, "spoiled_files": []}
            branch = self.document.model_copy(update=fresh, deep=True)
            branch.steps = branch.steps[:at]
            for step in branch.steps[kept:]:
                step.state, step.record = "waiting", None
            carry_over(self.workspace, folder / branch.workspace, range(1, kept + 1), self.document.calls[:kept])
            write_trace(folder, branch)
            return branch

    def stop(self) -> bool:
        """Ends what runs, from another thread; steps that were to follow wait. Returns: Whether a call was killed."""
        return self._host.stop()

    def kill(self) -> None:
        """Ends the host at once, for the end of the service."""
        self._host.kill()

    def close(self) -> None:
        """Ends the host, and removes the workspaces that are no longer in use."""
        with self._lock:
            self._host.end(self.document.added)
            self._check.close()
            for path in self.folder.glob("run-*"):
                if path.name != self.document.workspace:
                    shutil.rmtree(path, ignore_errors=True)
            self._folder_lock.release()

    def _spoil(self, dropped: Sequence[TraceStep]) -> None:
        """Notes that the workspace holds what steps made that are no longer there."""
        files = {stem for step in dropped if (stem := written_stem(step.api, step.arguments))}
        self.document.is_spoiled |= bool(dropped)
        self.document.spoiled_files = sorted({*self.document.spoiled_files, *files})

    def _refuse_behind_waiting(self) -> None:
        waiting = len(self.document.steps) - self.document.valid_from
        if waiting:
            what = "1 step was" if waiting == 1 else f"{waiting} steps were"
            message = f"{what} not run since a change; a call after them would not see what they make."
            raise CommandRefused("BAD_VALUE", message, "Run the changed steps again first, or delete them.")

    def _run_from(self, begin: int, seconds: float) -> int | None:
        """Makes the calls of steps. Returns: Index of the one that was not done; None where all were, or wait."""
        for index in range(begin, len(self.document.steps)):
            if self._host.is_stopped:
                return None
            self._run(index, seconds)
            if self.document.steps[index].state == "failed":
                return index
        return None

    def _run(self, index: int, seconds: float) -> list[MadeLayer]:
        """Makes the call of a step. Returns: Its layers."""
        step = self.document.steps[index]
        record = self._host.call(self.workspace, index + 1, step.api, step.arguments, seconds)
        step.record, step.state = record, "done" if record["ok"] else "failed"
        self._save()
        return self._host.tell_end(self.workspace, record)

    def _begin_anew(self, wanted: int) -> int:
        """Goes on in a new workspace with what the first steps made. Returns: How many of them stay as they are."""
        self._host.end(self.document.added)
        document = self.document
        kept = kept_steps(document.calls, document.valid_from, wanted, document.spoiled_files)
        folder = self.folder / f"run-{int(document.workspace.removeprefix('run-')) + 1}"
        shutil.rmtree(folder, ignore_errors=True)
        carry_over(self.workspace, folder, range(1, kept + 1), document.calls[:kept])
        for step in document.steps[kept:]:
            step.state, step.record = "waiting", None
        document.workspace, document.is_spoiled, document.spoiled_files = folder.name, False, []
        self._save()
        return kept

    def _steps(self) -> dict[str, Any]:
        return {"steps": [step.as_dict() for step in self.document.steps], **self._valid()}

    def _valid(self) -> dict[str, Any]:
        return {"valid_from": self.document.valid_from}

    def _save(self) -> None:
        write_trace(self.folder, self.document)
