# SPDX-License-Identifier: GPL-2.0-or-later
"""What a panel may leave behind: processes, threads, timers, widgets, layers, memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


class Left(NamedTuple):
    """Counts of what there is now."""

    children: int
    timers: int
    widgets: int
    objects: int
    layers: int
    groups: int
    tasks: int


def left(main: object) -> Left:
    """Counts what there is now.

    Args:
        main: The window.
    """
    from qgis.core import QgsApplication, QgsProject
    from qgis.PyQt.QtCore import QCoreApplication, QObject, QTimer
    from qgis.PyQt.QtWidgets import QApplication

    owners = (main, QCoreApplication.instance())
    return Left(
        children=len(child_processes()),
        timers=sum(len(owner.findChildren(QTimer)) for owner in owners),  # type: ignore[attr-defined]
        widgets=len(QApplication.topLevelWidgets()),
        objects=len(main.findChildren(QObject)),  # type: ignore[attr-defined]
        layers=len(QgsProject.instance().mapLayers()),
        groups=len(QgsProject.instance().layerTreeRoot().findGroups()),
        tasks=QgsApplication.taskManager().count(),
    )


def child_processes() -> set[int]:
    """Returns the children of this process that live."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        text = (task / "children").read_text(encoding="ascii")
        found |= {int(number) for number in text.split()}
    return {number for number in found if not _is_dead(number)}


def descendants(number: int) -> set[int]:
    """Returns the living processes below a process, itself included."""
    found, open_ = set(), {number}
    while open_:
        one = open_.pop()
        found.add(one)
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            try:
                open_ |= {int(child) for child in task.read_text(encoding="ascii").split()} - found
            except OSError:
                continue
    return {one for one in found if not _is_dead(one)}


def resident_kib() -> int:
    """Returns the memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def threads() -> int:
    """Returns how many threads this process has."""
    return len(list(Path("/proc/self/task").iterdir()))


def _is_dead(number: int) -> bool:
    try:
        text = Path(f"/proc/{number}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return True
    return text.rpartition(")")[2].split()[0] in ("Z", "X")
