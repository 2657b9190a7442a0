# SPDX-License-Identifier: GPL-2.0-or-later
"""All traces of a service: the open ones by session, the stored ones by folder."""

from __future__ import annotations

import re
import secrets
import shutil
import threading
import weakref
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ...tasks.pack import pack_places
from ...tools.declaration.errors import ToolError
from ...tools.declaration.host_job import GuardLevel
from ..episode_scoring import task_inputs
from ..refusal import CommandRefused
from ..workspace_inputs import InputFile, put_inputs, refuse_used_folder
from ..workspace_lock import WorkspaceLock
from .episode_pack import same_pack
from .episode_place import EpisodePlace, episode_place
from .made_layers import read_state
from .op import Service
from .trace_document import LONGEST_NAME, TRACE_FILE, TraceDocument, read_trace, write_trace
from .trace_episode import episode_document
from .trace_reference import reference_trace
from .trace_session import TraceSession
from .trace_task import found_task
from .trace_workspace import written_stem

TRACES = "traces"
SECONDS_OF_LEAVING = 5.0  # that a service may take to end after its window has started another one
UNFIT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")
_lock = threading.Lock()
_desks: weakref.WeakKeyDictionary[Any, TraceDesk] = weakref.WeakKeyDictionary()


def desk_of(service: Service) -> TraceDesk:
    """Returns the traces of a service; their hosts end with it."""
    with _lock:
        desk = _desks.get(service)
        if desk is None:
            desk = _desks[service] = TraceDesk(service)
            service.at_end(desk.kill)
        return desk


class TraceDesk:
    """Opens, begins and finds traces.

    Args:
        service: Whose window they are shown in.
    """

    def __init__(self, service: Service) -> None:
        self._service = weakref.proxy(service)
        self.folder = Path(service.folder).resolve() / TRACES
        self._lock = threading.RLock()
        self._open: dict[str, TraceSession] = {}

    def session(self, name: str) -> TraceSession:
        """Finds an open trace. Raises: CommandRefused BAD_VALUE."""
        found = self._open.get(name)
        if found is None:
            raise CommandRefused("BAD_VALUE", "This trace is not open any more.", "Open it again by its folder.")
        return found

    def begin(self, pack: str | None, task: str | None, folder: Path | None, guard: GuardLevel) -> TraceSession:
        """Begins a trace, or opens the one that lies in `folder`.

        Raises: CommandRefused; PackNotFound, DocumentError, DatasetUnavailable for the task; OSError.
        """
        if (pack is None) != (task is None):
            lacking = "pack" if pack is None else "task"
            raise CommandRefused("MISSING_ARGUMENT", f"A trace of a task needs its {lacking}.", "Or give neither.")
        if folder is not None and (folder / TRACE_FILE).exists():
            return self._opened(folder)
        document = TraceDocument(name=task or "workspace", pack=pack, task=task, guard=guard)
        inputs = task_inputs(*found_task(pack, task)) if pack is not None and task is not None else {}
        if folder is not None:
            refuse_used_folder(folder)
        place = self._new_folder(document.name) if folder is None else folder.absolute()
        return self._made(place, lambda: _begin(place, document, inputs))

    def from_reference(self, file: Path, pack: str | None) -> TraceSession:
        """Begins a trace with the steps of a reference, all of which wait to be run; its file stays as it is.

        Args:
            pack: Name or folder of the pack in which its task is looked for first.
        Raises: CommandRefused; PackNotFound, DocumentError, DatasetUnavailable; OSError.
        """
        document, inputs = reference_trace(file, self._service.packs, pack)
        place = self._new_folder(document.name)
        return self._made(place, lambda: _begin(place, document, inputs))

    def from_episode(self, folder: Path, pack: str | None) -> TraceSession:
        """Begins a trace with what an agent did.

        Args:
            folder: An attempt of a stored episode, or the folder of the episode.
            pack: Name or folder of its pack; where left out, the one that the episode was begun with.
        """
        found = episode_place(folder)
        named = pack or self._pack_elsewhere(found)
        place = self._new_folder(found.key.task)
        return self._made(place, lambda: episode_document(found, place, named))

    def branch(self, session: TraceSession, at: int, name: str) -> TraceSession:
        """Begins a trace with the first steps of another one, which stays as it is."""
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise CommandRefused(
                "BAD_VALUE", f"The name of a trace is a text of 1 to {LONGEST_NAME} characters in one line."
            )
        place = self._new_folder(name)
        return self._made(place, lambda: session.carried(at, place, name.strip()))

    def close(self, session: TraceSession) -> None:
        """Closes a trace; it stays on disk."""
        with self._lock:
            self._open.pop(session.name, None)
        session.close()

    def stored(self) -> list[dict[str, Any]]:
        """Lists the traces of the window, those that were worked on last first; unreadable ones say why."""
        places = [path.parent for path in self.folder.glob(f"*/{TRACE_FILE}")] if self.folder.is_dir() else []
        with self._lock:
            open_now = {session.folder: name for name, session in self._open.items()}
        rows = [_row(place, open_now.get(place)) for place in places]
        return sorted(rows, key=lambda row: str(row["at"]), reverse=True)

    def kill(self) -> None:
        """Ends all hosts at once."""
        for session in list(self._open.values()):
            session.kill()

    def _made(self, place: Path, make: Callable[[], object]) -> TraceSession:
        """Opens what is made in a new folder, of which nothing is left where that fails."""
        try:
            make()
        except BaseException:
            shutil.rmtree(place, ignore_errors=True)
            raise
        return self._opened(place)

    def _pack_elsewhere(self, found: EpisodePlace) -> str | None:
        """Returns the folder of the pack of an episode where its name alone would not find it; None otherwise."""
        try:
            folder = same_pack(found.store, self._service.packs).folder
        except CommandRefused:
            return None
        return None if pack_places(found.pack_name)[:1] == [folder] else str(folder)

    def _opened(self, folder: Path) -> TraceSession:
        place = folder.resolve()
        with self._lock:
            for session in self._open.values():
                if session.folder == place:
                    return session
            lock = _locked(place)
            document = read_trace(place)
            if read_state(place / document.workspace).steps != document.valid_from:
                # a call that ended when nobody could write it down any more has left something
                document.is_spoiled = True
                document.spoiled_files = sorted({stem for call in document.calls if (stem := written_stem(*call))})
            session = TraceSession(f"trace-{secrets.token_hex(6)}", place, document, self._service, lock)
            self._open[session.name] = session
            return session

    def _new_folder(self, name: str) -> Path:
        """Makes an empty folder among the traces, called like `name` as far as a folder may be."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem, number = UNFIT_IN_NAMES.sub("_", name).strip("_")[:60] or "trace", 1
        while True:
            place = self.folder / f"{stem}-{number}"
            try:
                place.mkdir()
                return place
            except FileExistsError:
                number += 1


def _begin(place: Path, document: TraceDocument, inputs: Mapping[str, InputFile]) -> None:
    """Makes the folder of a trace with its inputs."""
    put_inputs(place / document.workspace, inputs)
    (place / document.workspace / "inputs").mkdir(parents=True, exist_ok=True)
    write_trace(place, document)


def _locked(place: Path) -> WorkspaceLock:
    """Keeps a trace to this service; one that is just ending is waited for.

    Raises: CommandRefused LIMIT_EXCEEDED where another one has it open.
    """
    lock = WorkspaceLock(place)
    try:
        lock.acquire(SECONDS_OF_LEAVING)
    except ToolError:
        message = f'The trace in "{place}" is open in another QGIS; here nothing was opened.'
        raise CommandRefused(
            "LIMIT_EXCEEDED", message, "Close it there, or branch it there and open the branch."
        ) from None
    return lock


def _row(place: Path, session: str | None) -> dict[str, Any]:
    at = datetime.fromtimestamp((place / TRACE_FILE).stat().st_mtime, UTC).isoformat(timespec="seconds")
    row = {"folder": str(place), "name": place.name, "pack": None, "task": None, "steps": 0, "waiting": 0, "at": at,
           "session": session, "problem": ""}  # fmt: skip
    try:
        document = read_trace(place)
    except CommandRefused as error:
        return row | {"problem": error.message}
    waiting = len(document.steps) - document.valid_from
    known = {"name": document.name, "pack": document.pack, "task": document.task}
    return row | known | {"steps": len(document.steps), "waiting": waiting}
