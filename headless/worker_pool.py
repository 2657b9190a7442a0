# SPDX-License-Identifier: GPL-2.0-or-later
"""Worker processes that each run one episode after another; one that dies takes its own episode with it, no more.

A process per worker and none per episode: the libraries are imported once. Each episode has a tool host of its own,
since what one episode leaves in a host could change the answers of the next.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from . import machine
from .episode_score import EpisodeKey, EpisodeScore, infrastructure_failure
from .host_process import dying_with

MODULE = "gisagentbench.headless.episode_worker"
CANCEL_SECONDS = 30
LOOK_SECONDS = 1.0
CHUNK_BYTES = 1 << 16


class Ended(NamedTuple):
    """An episode that a worker is done with; `score` is None where another process is working on it."""

    key: EpisodeKey
    score: EpisodeScore | None


class Worker:
    """One worker process, the episode it runs, and what it said of it last.

    Args:
        run_folder: Of the run.
        pack_folder: Of its pack.
    """

    def __init__(self, run_folder: Path, pack_folder: Path) -> None:
        command = [str(machine.python_program()), "-P", "-m", MODULE, str(run_folder), str(pack_folder.absolute())]
        inherited = os.environ.get("PYTHONPATH")
        search_path = os.pathsep.join(part for part in (str(machine.plugins_folder()), inherited) if part)
        # its own session: an interrupt at the terminal reaches the parent alone, which ends its workers in good order
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": search_path},
            start_new_session=True,
            preexec_fn=dying_with(os.getpid()),
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._questions, self._answers = self.process.stdin, self.process.stdout
        self.key: EpisodeKey | None = None
        self.running = ""
        self._heard = b""

    def fileno(self) -> int:
        """The descriptor that it answers on."""
        return self._answers.fileno()

    def begin(self, key: EpisodeKey) -> None:
        """Has it run an episode; one that has died is noticed when it is listened to."""
        self.key, self.running = key, str(key)
        with contextlib.suppress(BrokenPipeError):
            self._questions.write(key.model_dump_json().encode() + b"\n")
            self._questions.flush()

    def listen(self) -> Ended | None:
        """Reads what it says. Returns: Its episode where that has ended, as an infrastructure failure where it died."""
        assert self.key is not None
        data = os.read(self.fileno(), CHUNK_BYTES)
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            told = json.loads(line)
            if "record" in told:
                record = told["record"]
                return self._ended(None if record is None else EpisodeScore.model_validate(record))
            self.running = str(told["running"])
        return None if data else self._ended(self._died())

    def has_died(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def interrupt(self) -> None:
        """Asks it to end, which cancels its episode; not by SIGINT, which children of a shell's background ignore."""
        self.process.terminate()

    def finish(self) -> None:
        """Tells it that no episode follows: it ends by itself, while others may still work."""
        with contextlib.suppress(BrokenPipeError):
            self._questions.close()

    def end(self, seconds: float) -> None:
        """Waits for its end, and ends it where it takes too long."""
        self.finish()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._answers.close()

    def _ended(self, score: EpisodeScore | None) -> Ended:
        assert self.key is not None
        ended = Ended(self.key, score)
        self.key, self.running = None, ""
        return ended

    def _died(self) -> EpisodeScore:
        assert self.key is not None
        status = self.process.wait()
        ending = signal.Signals(-status).name if status < 0 else f"status {status}"
        return infrastructure_failure(self.key, f"the process of the episode ended with {ending}")


class WorkerPool:
    """Several workers of one run; leaving the block ends them, and cancels what they still do.

    Args:
        count: How many.
    """

    def __init__(self, run_folder: Path, pack_folder: Path, count: int) -> None:
        self._folders = (run_folder, pack_folder)
        self._workers = [Worker(*self._folders) for _ in range(count)]

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers:
            if worker.key is not None:
                worker.interrupt()
        for worker in self._workers:
            worker.end(CANCEL_SECONDS)

    @property
    def running(self) -> str:
        """What runs now, for people."""
        return "; ".join(worker.running for worker in self._workers if worker.running)

    def run(self, keys: Iterable[EpisodeKey]) -> Iterator[Ended | None]:
        """Runs episodes in their order.

        Returns: Each as it ends; None whenever something else may have happened, at least once a second.
        """
        waiting = deque(keys)
        while True:
            for number, worker in enumerate(self._workers):
                if waiting and worker.key is None:
                    if worker.has_died():
                        worker.end(0)
                        worker = self._workers[number] = Worker(*self._folders)
                    worker.begin(waiting.popleft())
                elif worker.key is None:
                    worker.finish()
            busy = [worker for worker in self._workers if worker.key is not None]
            if not busy:
                return
            yield from self._heard(busy)

    def _heard(self, busy: list[Worker]) -> Iterator[Ended | None]:
        with selectors.DefaultSelector() as selector:
            for worker in busy:
                selector.register(worker, selectors.EVENT_READ)
            ready = [key.fileobj for key, _ in selector.select(LOOK_SECONDS)]
        for worker in busy:
            yield worker.listen() if worker in ready else None
