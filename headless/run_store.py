# SPDX-License-Identifier: GPL-2.0-or-later
"""Where a run lies on disk.

runs/<run>/manifest.json                                  what the run is made of
runs/<run>/report.html                                    the report
runs/<run>/episodes/<task>/<agent>/<repeat>/score.json    the record of an episode; its presence means done
…/<repeat>/attempt-<n>/events.jsonl                       what happened, a line per event
…/<repeat>/attempt-<n>/host.log                           what QGIS said
…/<repeat>/attempt-<n>/{workspace.json,inputs,work,output}   the workspace
"""

from __future__ import annotations

import fcntl
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from pydantic import ValidationError

from ..tools.execution.paths import write_atomically
from .episode_score import EpisodeKey, EpisodeScore
from .events import Finished, read_events
from .manifest import Manifest
from .refusal import CommandRefused

MANIFEST = "manifest.json"
EPISODES = "episodes"
EVENTS = "events.jsonl"
HOST_LOG = "host.log"
SCORE = "score.json"
LOCK = ".lock"
LOOK_SECONDS = 0.2  # longer than anybody holds a lock who only looks whether there is one


class EpisodeBusy(Exception):
    """Another process is working on the episode."""


class EpisodeFolder:
    """The folder of one episode.

    Args:
        folder: `episodes/<task>/<agent>/<repeat>` of a run.
        key: Which episode it is.
    """

    def __init__(self, folder: Path, key: EpisodeKey) -> None:
        self.folder = folder
        self.key = key

    def attempts(self) -> list[Path]:
        """Returns the attempt folders, oldest first."""
        found = [path for path in self.folder.glob("attempt-*") if path.name[8:].isdigit()]
        return sorted(found, key=attempt_number)

    def new_attempt(self) -> Path:
        """Makes the folder of the next attempt."""
        number = max((attempt_number(path) for path in self.attempts()), default=0) + 1
        path = self.folder / f"attempt-{number}"
        path.mkdir(parents=True)
        return path

    @property
    def last_attempt(self) -> Path | None:
        """The newest attempt folder."""
        attempts = self.attempts()
        return attempts[-1] if attempts else None

    def events(self) -> list[Any]:
        """Returns the events of the newest attempt. Raises: UnreadableEvents."""
        attempt = self.last_attempt
        return read_events(attempt / EVENTS) if attempt else []

    def end(self) -> Finished | None:
        """Returns how the newest attempt ended; None where it did not. Raises: UnreadableEvents."""
        events = self.events()
        return events[-1] if events and isinstance(events[-1], Finished) else None

    def score(self) -> EpisodeScore | None:
        """Returns the record of the episode; None where it is not done.

        Raises: CommandRefused where the file is no such record.
        """
        return _read(self.folder / SCORE, EpisodeScore) if self.is_done else None

    @property
    def is_done(self) -> bool:
        """Whether the episode has its record."""
        return (self.folder / SCORE).is_file()

    def clear_unfinished(self) -> None:
        """Removes the files that were being written when a process died; to be called under the lock."""
        for path in self.folder.glob(f".{SCORE}.*"):
            path.unlink(missing_ok=True)

    def write_score(self, score: EpisodeScore) -> None:
        """Writes the record of the episode by rename."""
        write_atomically(self.folder / SCORE, score.to_json())

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keeps other processes from this episode.

        Raises: EpisodeBusy.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / LOCK).open("w") as file:
            deadline = time.monotonic() + LOOK_SECONDS
            while not _locked(file, fcntl.LOCK_EX):
                if time.monotonic() > deadline:
                    raise EpisodeBusy(str(self.key))
                time.sleep(LOOK_SECONDS / 10)
            yield

    @property
    def is_busy(self) -> bool:
        """Whether a process works on the episode."""
        try:
            with (self.folder / LOCK).open() as file:
                return not _locked(file, fcntl.LOCK_SH)
        except FileNotFoundError:
            return False


class RunStore:
    """The folder of one run.

    Args:
        folder: Holds a manifest.json.
        manifest: Its content.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    def episode_keys(self) -> list[EpisodeKey]:
        """Returns every episode of the run in order: by task, agent, repeat."""
        return [
            EpisodeKey(task=task, agent=agent.name, repeat=repeat)
            for task in self.manifest.tasks
            for agent in self.manifest.agents
            if agent.plays(task)
            for repeat in range(1, self.manifest.repeats + 1)
        ]

    def fair_order(self) -> list[EpisodeKey]:
        """Returns every episode in the order in which they are run: by repeat, task, agent.

        So a run that is stopped half way has asked every agent the same tasks, and all tasks about as often.
        """
        return sorted(self.episode_keys(), key=lambda key: key.repeat)

    def episode(self, key: EpisodeKey) -> EpisodeFolder:
        """Returns the folder of an episode, which need not be there yet."""
        agent = next(agent for agent in self.manifest.agents if agent.name == key.agent)
        return EpisodeFolder(self.folder / EPISODES / key.task / agent.folder / str(key.repeat), key)

    def episodes(self) -> list[EpisodeFolder]:
        """Returns the folders of all episodes, in order."""
        return [self.episode(key) for key in self.episode_keys()]

    def scores(self) -> list[EpisodeScore]:
        """Returns the records there are, in order."""
        return [score for episode in self.episodes() if (score := episode.score()) is not None]


def open_run(folder: Path) -> RunStore:
    """Opens a run that is there.

    Raises: CommandRefused where the folder is no run.
    """
    if not (folder / MANIFEST).is_file():
        raise CommandRefused(
            "FILE_NOT_FOUND", f'"{folder}" is no run: it holds no {MANIFEST}.', "Give the folder that `run` named."
        )
    return RunStore(folder, _read(folder / MANIFEST, Manifest))


def begin_run(folder: Path, manifest: Manifest) -> RunStore:
    """Begins a run, or resumes the one with the same manifest.

    Raises: CommandRefused where the folder holds another run or other files.
    """
    if (folder / MANIFEST).is_file():
        store = open_run(folder)
        different = store.manifest.differences(manifest)
        if different:
            raise CommandRefused(
                "OUTPUT_EXISTS",
                f'"{folder}" holds a run with another manifest (other: {", ".join(different)}); nothing was run.',
                "Repeat the run with its own options to resume it, or give another --out.",
            )
        return store
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise CommandRefused(
            "OUTPUT_EXISTS", f'"{folder}" is not an empty folder and holds no run.', "Give a new folder as --out."
        )
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / MANIFEST, manifest.model_dump_json(indent=2) + "\n")
    return RunStore(folder, manifest)


def _locked(file: IO[str], kind: int) -> bool:
    """Locks a file until it is closed. Returns: False where another one has."""
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def attempt_number(folder: Path) -> int:
    """Returns the number of an attempt folder."""
    return int(folder.name.removeprefix("attempt-"))


def _read(path: Path, model: Any) -> Any:
    try:
        return model.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (ValidationError, ValueError) as error:
        reason = f"{error.error_count()} faults" if isinstance(error, ValidationError) else "not JSON"
        raise CommandRefused("INVALID_DOCUMENT", f'"{path}" cannot be read: {reason}.') from None
