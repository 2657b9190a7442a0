# SPDX-License-Identifier: GPL-2.0-or-later
"""Episodes in processes of their own: `python -m gisagentbench.headless.episode_worker RUN_DIR KEY PACK` runs one.

The worker answers with one line of JSON on standard output: the record of the episode, or null where another process
is working on it.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, NamedTuple

from . import machine
from .command_line import answer
from .episode_score import EpisodeKey, EpisodeScore, episode_score
from .events import Finished
from .host_process import dying_with

CANCEL_SECONDS = 30
CANCELLED_STATUS = 130


class Worker(NamedTuple):
    """A process that runs one episode, and the file that takes its answer; a pipe that nobody reads would fill up."""

    key: EpisodeKey
    process: subprocess.Popen[bytes]
    output: IO[bytes]

    def has_ended(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    def record(self) -> EpisodeScore | None:
        """Returns the record of the episode; a worker that died is an infrastructure failure, and said."""
        if self.process.wait() == 0:
            with self.output:
                self.output.seek(0)
                told = json.loads(self.output.read())
            return None if told is None else EpisodeScore.model_validate(told)
        how = f"the process of the episode ended with {_ending(self.process.returncode)}"
        end = Finished(outcome="infrastructure", message=how, calls=0, failed_calls=0, turns=0, seconds=0.0)
        return episode_score(self.key, 0, end, None)

    def cancel(self) -> None:
        """Interrupts the episode, and ends its process where that does not help."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(CANCEL_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start_worker(run_folder: Path, key: EpisodeKey, pack_folder: Path) -> Worker:
    """Starts a process for one episode; an interrupt at the terminal does not reach it, and it dies with its parent."""
    command = [str(machine.python_program()), "-P", "-m", "gisagentbench.headless.episode_worker"]
    inherited = os.environ.get("PYTHONPATH")
    search_path = os.pathsep.join(part for part in (str(machine.plugins_folder()), inherited) if part)
    output = tempfile.TemporaryFile()  # noqa: SIM115 (closed with the record)
    process = subprocess.Popen(
        [*command, str(run_folder), key.model_dump_json(), str(pack_folder.absolute())],
        stdin=subprocess.DEVNULL,
        stdout=output,
        env=os.environ | {"PYTHONPATH": search_path},
        start_new_session=True,
        preexec_fn=dying_with(os.getpid()),
    )
    return Worker(key, process, output)


def work(run_folder: str, key_text: str, pack_folder: str) -> int:
    """Runs one episode and answers with its record. Returns: 0, or 130 where it was interrupted."""
    from .batch import run_episode
    from .run_pack import same_run_pack
    from .run_store import open_run

    store = open_run(Path(run_folder))
    try:
        result = run_episode(store, same_run_pack(store, Path(pack_folder)), EpisodeKey.model_validate_json(key_text))
    except KeyboardInterrupt:
        return CANCELLED_STATUS
    answer.write(None if result.score is None else result.score.as_dict(), "", as_json=True)
    return 0


def _ending(status: int) -> str:
    return signal.Signals(-status).name if status < 0 else f"status {status}"


if __name__ == "__main__":
    answer.keep_descriptor()
    sys.exit(work(*sys.argv[1:]))
