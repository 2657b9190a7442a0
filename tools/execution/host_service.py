# SPDX-License-Identifier: GPL-2.0-or-later
"""Answers the calls of a parent over a socket until it closes."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..declaration.errors import ToolError
from ..declaration.host_job import HostJob, read_job
from ..declaration.host_messages import CloseAnswer, Hello, Message, Progress, StepAnswer
from ..declaration.registry import all_tools
from .context import pin_environment
from .executor import Executor
from .process_limits import limit_memory
from .workspace import Workspace

PROGRESS_STEP = 0.05


def serve(job_path: Path) -> None:
    """Connects to the parent named in the job and answers its calls, one after another.

    Raises:
        ToolError where job or workspace cannot be read; OSError where the parent is not there.
    """
    pin_environment()
    job = read_job(job_path)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # a file at its limit is a failed write, not the end of the process
    with socket.create_connection(job.address, timeout=10) as connection:
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        _answer_all(connection, job)


def _answer_all(connection: socket.socket, job: HostJob) -> None:
    send = _sender(connection)
    current: dict[str, Any] = {}
    if job.memory_bytes is not None:
        limit_memory(job.memory_bytes)
    executor = Executor(Workspace(Path(job.workspace)), job.guard, job.tools, _progress_sender(send, current))
    send(Hello(job.secret, os.getpid(), versions(), list(all_tools())))
    with connection.makefile("r", encoding="utf-8") as lines:
        for line in lines:
            request = json.loads(line)
            current["id"] = request["id"]
            if request["op"] == "close":
                send(CloseAnswer(request["id"], executor.workspace.changed_inputs()))
                return
            step = executor.call(request["api"], request["arguments"])
            send(StepAnswer(request["id"], step, executor.is_spent))
            if executor.is_spent:
                return


def versions() -> dict[str, str]:
    """Gives the versions of everything that can change an answer, as this process runs it."""
    import platform
    from importlib import metadata

    from osgeo import gdal, ogr, osr
    from qgis.core import Qgis
    from qgis.PyQt.QtCore import PYQT_VERSION_STR, qVersion

    found = {
        "qgis": Qgis.version(),
        "qt": qVersion(),
        "pyqt": PYQT_VERSION_STR,
        "python": platform.python_version(),
        "gdal": gdal.VersionInfo("RELEASE_NAME"),
        "proj": ".".join(str(osr.GetPROJVersion(part)) for part in ("MAJOR", "MINOR", "MICRO"))
        if not hasattr(osr, "GetPROJVersionMajor")
        else f"{osr.GetPROJVersionMajor()}.{osr.GetPROJVersionMinor()}.{osr.GetPROJVersionMicro()}",
        "geos": f"{ogr.GetGEOSVersionMajor()}.{ogr.GetGEOSVersionMinor()}.{ogr.GetGEOSVersionMicro()}",
    }
    for package in ("numpy", "pandas", "shapely", "geopandas", "pyogrio", "pyproj", "scipy"):
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[package] = metadata.version(package)
    return found


def _sender(connection: socket.socket) -> Callable[[Message], None]:
    def send(message: Message) -> None:
        connection.sendall(json.dumps(asdict(message), default=_plain).encode() + b"\n")

    return send


def _progress_sender(send: Callable[[Message], None], current: dict[str, Any]) -> Callable[[float], None]:
    def progress(share: float) -> None:
        last = current.get("sent") if current.get("sent_id") == current.get("id") else -1.0
        if share - (last or 0) >= PROGRESS_STEP:
            current.update(sent=share, sent_id=current.get("id"))
            send(Progress(current["id"], round(share, 3)))

    return progress


def _plain(value: Any) -> Any:
    if hasattr(value, "item"):
        return value.item()
    raise ToolError("ENGINE_FAILED", f"an answer holds a {type(value).__name__}, which JSON does not")
