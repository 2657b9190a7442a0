# SPDX-License-Identifier: GPL-2.0-or-later
"""The panel while a model works: how late a timer of the GUI thread comes, and how long adding a layer takes.

A model on a scripted endpoint streams its answers and asks for a union of two large layers and the slope of a large
raster. In the same rounds the same episode is run by the headless runner beside the same panel, which is idle then.
Lateness is that of a timer of 10 ms in QGIS without a screen; times in which a layer is added are counted apart.
"""

from __future__ import annotations

import math
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from .heavy_pack import STEPS, TASK_ID, write_heavy_pack
from .measuring import Row, spread

TICK_S = 0.010
SHARE = 0.99
MOST_LATER_S = 0.050
MOST_ADDING_S = 0.200
EPISODE_SECONDS = 600.0
WORDS, WORD_PAUSE_S = 60, 0.02
MODEL = "scripted"
LAYERS = sum(not step["api"].startswith("export") for step in STEPS)


class Watched(NamedTuple):
    """One round: how late ticks came, and how long each layer took to be added, in seconds."""

    late: list[float]
    adding: list[float]


def rows(rounds: int = 5, plots: int = 85_000, width: int = 6_000) -> Iterator[Row]:
    """Measures.

    Args:
        plots: Rows of each layer of the union; 85,000 make it take about 20 s.
        width: Of the square raster, cells.
    """
    folder = Path(tempfile.mkdtemp(prefix="gisagentbench-bench-"))
    try:
        pack = write_heavy_pack(folder / "heavy", plots, width)
        with _Window(folder / "runs") as window:
            working, idle = [], []
            for number in range(rounds):
                with _endpoint() as base_url:
                    working.append(window.watch(lambda pulse, url=base_url: window.work(pack, url, pulse)))
                with _endpoint() as base_url:
                    beside = _runner(pack, folder / f"run{number}", base_url)
                    idle.append(window.watch(lambda pulse, runner=beside: window.wait(pulse, runner)))
        ours, theirs = ([_late(one.late) for one in side] for side in (working, idle))
        mine, other = statistics.median(ours), statistics.median(theirs)
        met = "met" if mine - other <= MOST_LATER_S else "MISSED"
        count = f"{sum(len(one.late) for one in working):,} ticks"
        yield Row(f"lateness of a 10 ms timer, 99th percentile of {count}, against an idle panel", mine, other, None,
                  (spread(ours), spread(theirs)), f"{met}: at most 50 ms above the idle one")  # fmt: skip
        adding = [seconds for one in working for seconds in one.adding]
        longest = max(adding)
        met = "met" if longest <= MOST_ADDING_S else "MISSED"
        yield Row(f"longest of {len(adding)} layers added", longest, None, None, (), f"{met}: at most 200 ms")
    finally:
        shutil.rmtree(folder)


def _late(late: list[float]) -> float:
    return sorted(late)[math.ceil(SHARE * len(late)) - 1]


class _Window:
    """A window with the panel in it."""

    def __init__(self, runs: Path) -> None:
        self.runs = runs

    def __enter__(self) -> _Window:
        from ..plugin.panel.dock import BenchDock
        from ..plugin.panel.service_process import service_command
        from ..tests.plugin.window_of_tests import WindowOfTests
        from ..tests.qgis_session import started_qgis

        started_qgis()
        self.window = WindowOfTests()
        self.window.mainWindow().show()
        command = service_command()
        command = command._replace(arguments=[*command.arguments, "--folder", str(self.runs)])
        self.dock = BenchDock(self.window, None, self.window.mainWindow(), lambda: command)
        self.window.mainWindow().show()
        self.dock.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.dock.close_panel()
        self.window.close()

    def watch(self, act: Callable[[Callable[[], None]], None]) -> Watched:
        """Lets a timer tick while something happens, and takes the times of layers being added out."""
        from qgis.core import QgsProject
        from qgis.PyQt.QtCore import Qt, QTimer

        ticks, adding = [time.perf_counter()], []
        project = QgsProject.instance()
        began: list[float] = []
        timer = QTimer()
        timer.setTimerType(Qt.TimerType.PreciseTimer)
        timer.timeout.connect(lambda: ticks.append(time.perf_counter()))
        add = project.addMapLayer

        def timed_add(*arguments: Any) -> Any:
            start = time.perf_counter()
            try:
                return add(*arguments)
            finally:
                began.append(start)
                adding.append(time.perf_counter() - start)

        project.addMapLayer = timed_add  # the one instance that Python has of the project
        timer.start(int(TICK_S * 1000))
        try:
            act(_pulse)
        finally:
            timer.stop()
            del project.addMapLayer
        late = []
        for before, now in zip(ticks, ticks[1:], strict=False):
            spent = sum(seconds for start, seconds in zip(began, adding, strict=True) if before <= start < now)
            late.append(max(0.0, now - before - TICK_S - spent))
        return Watched(late, adding)

    def work(self, pack: Path, base_url: str, pulse: Callable[[], None]) -> None:
        """Has a model do the task in the panel, until its episode has ended."""
        from qgis.core import QgsProject

        QgsProject.instance().clear()
        agent = self.dock.agent
        arguments = {"pack": str(pack), "task": TASK_ID, "agent": "openai", "key": None, "limits": {}, "approve": False,
                     "guard": "refuse", "begin": "run", "model": {"base_url": base_url, "name": MODEL}}  # fmt: skip
        agent.map.begin(TASK_ID)
        agent.session.begin("start_episode", arguments)
        self._until(lambda: not agent.session.is_active(), pulse)
        if agent.steps.episode.outcome != "finished":
            raise RuntimeError(f"the episode ended as {agent.steps.episode.outcome}: {agent.steps.episode.message}")
        done = sum(bool(one.call) and one.state == "done" for one in agent.steps.episode.steps)
        if done < len(STEPS):
            raise RuntimeError(f"{done} of {len(STEPS)} calls were done")
        self._until(lambda: QgsProject.instance().count() == LAYERS, pulse)

    def wait(self, pulse: Callable[[], None], runner: subprocess.Popen[bytes]) -> None:
        """Does nothing in the panel until the runner beside it is done."""
        self._until(lambda: runner.poll() is not None, pulse)

    def _until(self, is_over: Callable[[], Any], pulse: Callable[[], None]) -> None:
        end = time.monotonic() + EPISODE_SECONDS
        while not is_over():
            pulse()
            if time.monotonic() > end:
                raise RuntimeError(f"nothing ended within {EPISODE_SECONDS:g} s")


def _pulse() -> None:
    """Lets the window live until the next thing happens, as the event loop of QGIS does."""
    from qgis.PyQt.QtCore import QCoreApplication, QEventLoop

    QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def _endpoint() -> Any:
    """Serves a model that talks at length before each of its calls."""
    from ..tests.headless.agents.model_server import ModelServer, asks, chunk, says

    talk = [chunk({"content": "word "})] * WORDS
    replies = []
    for step in STEPS:
        call = asks((step["api"], step["arguments"]))
        replies.append(call._replace(parts=[call.parts[0], *talk, *call.parts[1:]], pause=WORD_PAUSE_S))
    server = ModelServer(*replies, says("Done."))
    return _base_url_of(server)


class _base_url_of:
    def __init__(self, server: Any) -> None:
        self.serving, self.server = server.serving(), server

    def __enter__(self) -> str:
        self.serving.__enter__()
        return str(self.server.base_url)

    def __exit__(self, *exit_: Any) -> None:
        self.serving.__exit__(*exit_)


def _runner(pack: Path, run: Path, base_url: str) -> subprocess.Popen[bytes]:
    """Starts the headless runner on the same task and model."""
    from ..headless import machine

    words = ["run", "--pack", str(pack), "--agent", "openai", "--model", MODEL, "--base-url", base_url]
    command = [str(machine.python_program()), "-P", "-m", "gisagentbench.headless", *words, "--out", str(run)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
