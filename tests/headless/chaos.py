# SPDX-License-Identifier: GPL-2.0-or-later
"""Kills hosts, workers and launcher of a run at seeded moments, starts the launcher again, and looks what became of it.

`python -m gisagentbench.tests.headless.chaos FOLDER EPISODES KILLS` does it with QGIS and tells figures.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from gisagentbench.headless import machine
from gisagentbench.headless.run_store import RunStore, open_run
from gisagentbench.tests.headless.made_hosts import is_gone

LAUNCHER = Path(__file__).with_name("plain_launcher.py")
KINDS = {"launcher": "plain_launcher", "worker": "episode_worker", "host": "gisagentbench:toolhost"}
WEIGHTS = {"launcher": 1, "worker": 2, "host": 3}
MOST_STARTS = 400


class Story(NamedTuple):
    """What was done to a run, and how it took it.

    Args:
        kills: Kind of process to how many of it were killed.
        orphans: Processes that outlived their launcher by seconds.
        ends: Exit statuses of the launcher, in order.
    """

    kills: Counter[str]
    orphans: list[int]
    ends: list[int]
    seconds: float


def run_with_kills(words: list[str], folder: Path, kills: int, seed: int, mean_seconds: float) -> Story:
    """Runs a command line again and again until it ends with 0 and all kills are spent.

    Args:
        words: Of `run`, with `--out`.
        mean_seconds: Between two kills, drawn from an exponential distribution.
    """
    draw = random.Random(seed)
    spent: Counter[str] = Counter()
    orphans: list[int] = []
    ends: list[int] = []
    begun = time.monotonic()
    while len(ends) < MOST_STARTS:
        launcher = _started(words, folder)
        while launcher.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                launcher.wait(draw.expovariate(1 / mean_seconds))
            if launcher.poll() is None and sum(spent.values()) < kills:
                family = dict(descendants(launcher.pid)) | {launcher.pid: "launcher"}
                kind = draw.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
                chosen = sorted(pid for pid, its in family.items() if its == kind)
                if not chosen:  # a launcher that just starts is not killed for want of others
                    continue
                with contextlib.suppress(ProcessLookupError):
                    os.kill(draw.choice(chosen), signal.SIGKILL)
                    spent[kind] += 1
                if kind == "launcher":
                    launcher.wait()
                    orphans += [pid for pid in family if not is_gone(pid)]
        ends.append(launcher.returncode)
        if launcher.returncode == 0:
            break
    return Story(spent, orphans, ends, time.monotonic() - begun)


def descendants(pid: int) -> Iterator[tuple[int, str]]:
    """Gives the processes that come from another one, with what each is."""
    for child in _children(pid):
        words = _command(child)
        yield child, next((kind for kind, word in KINDS.items() if word in words and kind != "launcher"), "other")
        yield from descendants(child)


def faults(store: RunStore) -> list[str]:
    """Tells what is wrong with a run that should be whole: lost, doubled or half episodes, and files left behind."""
    found = []
    for episode in store.episodes():
        score, attempts = episode.score(), len(episode.attempts())
        if score is None:
            found.append(f"{episode.key} is lost")
        elif score.attempt != attempts or score.key != episode.key:
            found.append(f"{episode.key} was run again though it had a record: {score.attempt} of {attempts}")
        elif episode.end() is None:
            found.append(f"{episode.key} has a record though it did not end")
    wanted = {episode.folder / "score.json" for episode in store.episodes()}
    there = {path for path in store.folder.rglob("*score.json*") if path.name.endswith("json") or "json." in path.name}
    return found + [f"{path} is left behind" for path in sorted(there - wanted)]


def verdicts(store: RunStore) -> dict[str, Any]:
    """Returns what was scored of each episode, without times and attempts."""
    return {str(score.key): score.model_dump(mode="json", exclude={"attempt", "seconds"}) for score in store.scores()}


def _started(words: list[str], folder: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-P", str(LAUNCHER), *words]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(machine.plugins_folder()), *filter(None, sys.path)])}
    return subprocess.Popen(
        command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=(folder / "story.txt").open("ab"),
    )  # fmt: skip


def _children(pid: int) -> list[int]:
    try:
        return [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def main(folder: Path, episodes: int, kills: int) -> None:
    """Runs so many episodes with QGIS, undisturbed and with kills, and prints figures of both as JSON."""
    from gisagentbench.bench.short_pack import write_short_pack

    pack = write_short_pack(folder / "short", episodes)
    words = ["run", "--pack", str(pack), "--workers", "2", "--json"]
    begun = time.monotonic()
    _started([*words, "--out", "calm"], folder).wait()
    calm = time.monotonic() - begun
    story = run_with_kills([*words, "--out", "wild"], folder, kills, seed=1, mean_seconds=calm / kills / 2.5)
    runs = [open_run(folder / name) for name in ("calm", "wild")]
    told = {
        "calm_seconds": calm,
        "wild_seconds": story.seconds,
        "kills": dict(story.kills),
        "launcher_ends": dict(Counter(map(str, story.ends))),
        "orphans": story.orphans,
        "faults": [faults(store) for store in runs],
        "strict": [sum(score.strict is True for score in store.scores()) for store in runs],
        "attempts": sum(len(episode.attempts()) for episode in runs[1].episodes()),
        "same_scores": verdicts(runs[0]) == verdicts(runs[1]),
    }
    sys.stdout.write(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute(), int(sys.argv[2]), int(sys.argv[3]))
