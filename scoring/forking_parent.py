# SPDX-License-Identifier: GPL-2.0-or-later
"""The process that scoring children are forked from: it has imported what they need, and reads no file itself.

Its standard input is a socket. A message on it brings the three standard files of a child; the answer is the child's
process as a descriptor, and at its end its status.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import socket
import sys
import traceback
from typing import NoReturn

from .child import die_with_parent
from .child_main import PACKAGE

# what comparisons import when they need it
LIBRARIES = ("osgeo.gdal", "osgeo.ogr", "shapely", "pyproj", "scipy.optimize", "scipy.sparse.csgraph")
STANDARD_FILES = 3
LONGEST_MESSAGE = 256


def run() -> None:
    """Forks a child for every message, one at a time, until the other end is closed."""
    die_with_parent()
    for library in LIBRARIES:
        with contextlib.suppress(ImportError):  # the child that needs it says so
            importlib.import_module(library)
    requests = socket.socket(fileno=os.dup(0))
    while True:
        message, files, _, _ = socket.recv_fds(requests, LONGEST_MESSAGE, STANDARD_FILES)
        if not message:
            return
        module = importlib.import_module(f"{PACKAGE}.{message.decode()}")
        child = os.fork()
        if child == 0:
            _become(module.run, files, requests)
        for file in files:
            os.close(file)
        handle = os.pidfd_open(child)
        socket.send_fds(requests, [b"forked"], [handle])
        os.close(handle)
        _, status = os.waitpid(child, 0)
        requests.send(str(os.waitstatus_to_exitcode(status)).encode())


def _become(run_child: object, files: list[int], requests: socket.socket) -> NoReturn:
    """Makes this process the child: its standard files, nothing of the parent's, and an end of its own."""
    status = 1
    try:
        requests.close()
        for number, file in enumerate(files):
            os.dup2(file, number)
            os.close(file)
        run_child()  # type: ignore[operator]
        status = 0
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
    finally:
        os._exit(status)
