# SPDX-License-Identifier: GPL-2.0-or-later
"""Closes the file system to this process but for some folders, and the network: Landlock of Linux, without privileges.

A second wall. The first one is that no driver is given a file that could lead elsewhere; this one holds for what
nobody thought of.
Source: Linux, Documentation/userspace-api/landlock.rst; interface versions 1 to 6.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterable
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
VERSION_FLAG, PATH_BENEATH, NO_NEW_PRIVILEGES = 1, 1, 38
EXECUTE, WRITE_FILE, READ_FILE, READ_FOLDER, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
READ = EXECUTE | READ_FILE | READ_FOLDER
RIGHTS_OF_VERSION = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
TCP_VERSION, TCP = 4, 0b11
SCOPE_VERSION, SIGNALS_AND_SOCKETS = 6, 0b11
SYSTEM_FOLDERS = ("/usr", "/lib", "/lib64", "/opt", "/etc", "/proc/self", "/dev/null", "/dev/urandom", "/nix")


class Ruleset(ctypes.Structure):
    """struct landlock_ruleset_attr."""

    _fields_ = [("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64)]


class PathRule(ctypes.Structure):
    """struct landlock_path_beneath_attr."""

    _pack_ = 1
    _fields_ = [("allowed", ctypes.c_uint64), ("folder", ctypes.c_int32)]


def border_version() -> int:
    """Returns the version of the kernel's Landlock; 0 where there is none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(0, int(_libc().syscall(CREATE_RULESET, None, 0, VERSION_FLAG)))


def close_border(readable: Iterable[Path], writable: Iterable[Path]) -> bool:
    """Leaves this process the program's own folders and those given; there is no way back.

    Returns: False where the system has no such border.
    Raises: OSError where it has one that cannot be closed.
    """
    version = border_version()
    if not version:
        return False
    rights = RIGHTS_OF_VERSION[max(known for known in RIGHTS_OF_VERSION if known <= version)]
    network, scoped = TCP if version >= TCP_VERSION else 0, SIGNALS_AND_SOCKETS if version >= SCOPE_VERSION else 0
    wanted = Ruleset(rights, network, scoped)
    size = 8 if version < TCP_VERSION else 16 if version < SCOPE_VERSION else 24
    ruleset = _call(CREATE_RULESET, ctypes.byref(wanted), ctypes.c_size_t(size), 0)
    try:
        for folder in {*_program_folders(), *readable}:
            _allow(ruleset, folder, READ)
        for folder in set(writable):
            _allow(ruleset, folder, rights)
        if _libc().prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0):
            raise OSError(ctypes.get_errno(), "no_new_privs")
        _call(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return True


def _program_folders() -> set[Path]:
    prefixes = (sys.prefix, sys.base_prefix, str(Path(__file__).parents[1]), *sys.path)
    data = [os.environ[name] for name in ("PROJ_DATA", "PROJ_LIB", "GDAL_DATA") if os.environ.get(name)]
    return {Path(path) for path in (*SYSTEM_FOLDERS, *prefixes, *data) if path}


def _allow(ruleset: int, path: Path, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        allowed = rights if os.path.isdir(path) else rights & FILE_RIGHTS
        rule = PathRule(allowed, descriptor)
        _call(ADD_RULE, ruleset, PATH_BENEATH, ctypes.byref(rule), 0)
    finally:
        os.close(descriptor)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _call(number: int, *values: object) -> int:
    result = int(_libc().syscall(number, *values))
    if result < 0:
        raise OSError(ctypes.get_errno(), "Landlock")
    return result
