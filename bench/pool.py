# SPDX-License-Identifier: GPL-2.0-or-later
"""The worker pool on short episodes: speed-up kept, time without a host, first finished call, memory per host.

Two workers against one over the same episodes, and in the same rounds two bare hosts against one on the same calls, a
host started per episode in both. The first finished call is that of the program's start; its peer is one algorithm by
qgis_process. Times of the pool are those of the batch: planning the run before it and the report after it are left out.
"""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from .measuring import Row, alternate, spread, timed
from .pool_hosts import memory_of_hosts, run_beside
from .short_pack import task_names, write_short_pack

LEAST_KEPT = 0.93
MOST_IDLE = 0.03
MOST_FIRST = 3.0
MIB = 1024**2
FIRST_SECONDS = 120.0


class Times(NamedTuple):
    """Seconds of one round: the pool with one and two workers, bare hosts one and two at a time."""

    one: float
    two: float
    bare_one: float
    bare_two: float

    @property
    def kept(self) -> float:
        """The pool's speed-up over that of the bare hosts."""
        return (self.one / self.two) / (self.bare_one / self.bare_two)


def rows(episodes: int = 12, rounds: int = 5, idle_episodes: int = 200) -> Iterator[Row]:
    """Measures.

    Args:
        episodes: Of each run of a round.
        idle_episodes: Of the run whose time without a host is measured.
    """
    folder = Path(tempfile.mkdtemp(prefix="gisagentbench-bench-"))
    try:
        pack = write_short_pack(folder / "short", max(episodes, idle_episodes))
        yield first_call(folder, pack, rounds)
        yield memory(folder, pack)
        yield from speed_up(folder, pack, episodes, rounds)
        seconds = run_pool(folder / "idle", pack, idle_episodes, 2)
        yield idle_row(f"two workers, {idle_episodes} episodes", [folder / "idle"], seconds)
    finally:
        shutil.rmtree(folder)


def speed_up(folder: Path, pack: Path, episodes: int, rounds: int) -> Iterator[Row]:
    """Measures what two workers and two bare hosts gain in the same rounds, the order turned from round to round."""
    times = []
    for number in range(rounds):
        place = folder / f"round-{number}"
        halves = [episodes // 2, episodes - episodes // 2]
        runs = {
            "one": lambda n, place=place: run_pool(place / "one", pack, episodes, 1),
            "two": lambda n, place=place: run_pool(place / "two", pack, episodes, 2),
            "bare_one": lambda n, place=place: run_beside(place / "bare_one", pack, [episodes]),
            "bare_two": lambda n, place=place, halves=halves: run_beside(place / "bare_two", pack, halves),
        }
        names = list(runs) if number % 2 else list(reversed(runs))
        times.append(Times(**{name: timed(runs[name], number) for name in names}))
    of_pool = [one.one / one.two for one in times]
    bare = [one.bare_one / one.bare_two for one in times]
    kept = statistics.median(one.kept for one in times)
    verdict = "met" if kept >= LEAST_KEPT else "MISSED"
    gains = f"{statistics.median(of_pool):.2f} times faster, bare hosts {statistics.median(bare):.2f} times"
    two, bare_two = ([getattr(one, name) for one in times] for name in ("two", "bare_two"))
    yield Row(
        f"two workers against one, {episodes} episodes (peer: two bare hosts)",
        statistics.median(two),
        statistics.median(bare_two),
        kept,
        (spread(of_pool), spread(bare)),
        f"{verdict}: {gains}; at least {LEAST_KEPT:g} of that is kept",
    )
    alone = [folder / f"round-{number}" / "one" for number in range(rounds)]
    yield idle_row(f"one worker, {rounds} runs of {episodes} episodes", alone, sum(one.one for one in times))


def run_pool(folder: Path, pack_folder: Path, episodes: int, workers: int) -> float:
    """Runs episodes of the short pack with the reference agent.

    Returns: Wall time of the batch, seconds.
    Raises: RuntimeError where one is not strictly right.
    """
    from ..headless.batch import run_batch
    from ..headless.manifest import Limits
    from ..headless.run_plan import plan_run
    from ..headless.run_store import begin_run
    from ..tasks.pack import load_pack

    pack = load_pack(pack_folder)
    manifest = plan_run(
        pack,
        tasks=task_names(episodes),
        agents=["reference"],
        tools=None,
        guard="refuse",
        limits=Limits(),
        workers=workers,
    )
    store = begin_run(folder, manifest)
    begun = time.perf_counter()
    results = list(run_batch(store, pack, workers, lambda what: None))
    seconds = time.perf_counter() - begun
    wrong = [str(result.key) for result in results if result.score is None or not result.score.strict]
    if wrong or len(results) != episodes:
        raise RuntimeError(f"{len(wrong)} of {episodes} episodes are not strictly right: {wrong[:3]}")
    return seconds


def idle_row(case: str, folders: Iterable[Path], seconds: float) -> Row:
    """Tells the share of the time of runs in which no host was starting or working."""
    idle = whole = 0.0
    for folder in folders:
        spans = host_spans(folder)
        covered = covered_seconds(spans)
        length = max(end for _, end in spans) - min(begin for begin, _ in spans)
        idle, whole = idle + length - covered, whole + length
    share = idle / whole
    verdict = "met" if share <= MOST_IDLE else "MISSED"
    bar = f"{verdict}: no host for {100 * share:.1f} % of the time, at most {100 * MOST_IDLE:g} %"
    return Row(f"time without a host, {case} (no peer)", seconds, None, None, (), bar)


def host_spans(folder: Path) -> list[tuple[float, float]]:
    """Returns when the hosts of a run began to start and when their episodes had closed them, by its events."""
    from ..headless.events import Finished, HostStarted
    from ..headless.run_store import open_run

    spans = []
    for episode in open_run(folder).episodes():
        events = episode.events()
        begun = next(event for event in events if isinstance(event, HostStarted))
        ended = next(event for event in events if isinstance(event, Finished))
        spans.append(((begun.at - timedelta(seconds=begun.seconds)).timestamp(), ended.at.timestamp()))
    return spans


def covered_seconds(spans: Iterable[tuple[float, float]]) -> float:
    """Returns how long at least one of the spans lasts.

    >>> covered_seconds([(0, 3), (2, 4), (5, 6)])
    5.0
    """
    covered, reached = 0.0, float("-inf")
    for begin, end in sorted(spans):
        covered += max(0.0, end - max(begin, reached))
        reached = max(reached, end)
    return covered


def first_call(folder: Path, pack: Path, rounds: int) -> Row:
    """Measures the time until the first call of a run is finished, against one algorithm by qgis_process."""
    from ..headless import machine

    source = str(pack / "data" / "plots.gpkg")

    def peer(number: int) -> None:
        values = {"INPUT": source, "DISTANCE": 10, "OUTPUT": str(folder / f"bare-{number}.gpkg")}
        subprocess.run(
            [*machine.qgis_process_command(), "--json", "run", "native:buffer", "-"],
            input=json.dumps({"inputs": values}), capture_output=True, text=True, check=True,
        )  # fmt: skip

    row = alternate(
        "first finished call of a run (peer: native:buffer by qgis_process)",
        lambda number: _until_first_call(folder / f"first-{number}", pack),
        peer,
        rounds,
        bar=lambda ours, bare: f"{'met' if ours <= MOST_FIRST * bare else 'MISSED'}: at most {MOST_FIRST:g} times",
    )
    return row


def _until_first_call(run: Path, pack: Path) -> None:
    from ..headless import machine

    words = ["run", "--pack", str(pack), "--task", task_names(1)[0], "--out", str(run), "--json"]
    command = [str(machine.python_program()), "-P", "-m", f"{__package__.split('.')[0]}.headless", *words]
    # the environment of QGIS children has the plugin and the packages on its search path
    environment = machine.child_environment()
    deadline = time.monotonic() + FIRST_SECONDS
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        while not any(b'"call_finished"' in file.read_bytes() for file in run.rglob("events.jsonl")):
            if time.monotonic() > deadline or program.poll() is not None:
                raise RuntimeError("the run has finished no call")
            time.sleep(0.005)
        program.kill()


def memory(folder: Path, pack: Path) -> Row:
    """Tells what each of two hosts holds after the calls of an episode."""
    begun = time.perf_counter()
    held = memory_of_hosts(folder, pack, 2)
    peak, share = (max(getattr(one, name) for one in held) / MIB for name in ("peak", "share"))
    bar = f"peak {peak:.0f} MiB each, {share:.0f} MiB where shared memory is divided"
    return Row("memory of two hosts after their calls (no peer)", time.perf_counter() - begun, None, None, (), bar)
