# SPDX-License-Identifier: GPL-2.0-or-later
"""Downloads an archive by the package client of this machine, as it is set up here. Nothing of it is installed or run.

`pip download` builds a source archive to learn what it needs, which runs a program of its author. So pip downloads
wheels alone, and of a source archive it is only asked for the address.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from ..register import Package
from .portal import download
from .public_hosts import Network
from .source_failure import SourceFailure

SECONDS = 900
MIRROR_IT = "mirror the data, or use a machine whose package registry is reached."
SOURCE_ARCHIVES = (".tar.gz", ".tgz", ".tar.bz2", ".zip")
SEPARATORS = re.compile(r"[-_.]+")
LINK = re.compile(r"Found link (\S+?)(?:#\S*)? \(from .*\), version: (\S+)")
NOT_THERE = re.compile(
    r"No matching distribution|from versions: none|was not found|Unable to locate package|ETARGET|E404|notarget", re.I
)
NO_NETWORK = re.compile(
    r"Temporary failure|Name or service not known|getaddrinfo|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|Connection refused"
    r"|Failed to establish|NewConnectionError|Could not resolve|Could not connect|Network is unreachable|ENETUNREACH",
    re.I,
)


class Ended(NamedTuple):
    """How a client ended, and all that it said."""

    status: int
    said: str


def download_archive(package: Package, folder: Path) -> Path:
    """Downloads the archive of a package into a folder.

    Returns: The one file that was downloaded.
    Raises: SourceFailure where there is no client, no network, no such package or version, or it takes too long.
    """
    {"apt": _by_apt, "pypi": _by_pip, "npm": _by_npm}[package.manager](package, folder)
    files = [file for file in folder.iterdir() if file.is_file()]
    if len(files) != 1:
        reason = f"{_named(package)} was downloaded as {len(files)} files and not as one"
        raise SourceFailure(reason, MIRROR_IT, "BAD_FORMAT")
    return files[0]


def _by_apt(package: Package, folder: Path) -> None:
    program = _program("apt-get")
    _done(package, "apt-get", _run([program, "download", f"{package.name}={package.version}"], folder))


def _by_npm(package: Package, folder: Path) -> None:
    words = ["pack", "--ignore-scripts", "--no-update-notifier", f"{package.name}@{package.version}"]
    _done(package, "npm", _run([_program("npm"), *words], folder))


def _by_pip(package: Package, folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--no-input", "--disable-pip-version-check"]
    if not _is_in_source_archive(package):
        wanted = f"{package.name}=={package.version}"
        options = ["--no-deps", "--only-binary", ":all:", "--ignore-requires-python", "--dest", "."]
        ended = _run([*pip, "download", *options, wanted], folder)
        if ended.status == 0 or not NOT_THERE.search(ended.said):
            _done(package, "pip", ended)
            return
    address = _source_archive(package, _run([*pip, "index", "versions", "-vv", package.name], folder))
    _fetch(package, address, folder)


def _is_in_source_archive(package: Package) -> bool:
    """Tells whether the path begins with the folder that source archives have, and wheels have not."""
    top, _, below = package.path.partition("/")
    folder = f"{package.name}-{package.version}"
    return bool(below) and SEPARATORS.sub("-", top).lower() == SEPARATORS.sub("-", folder).lower()


def _source_archive(package: Package, listed: Ended) -> str:
    """Finds the address of the source archive among what pip has found."""
    if listed.status != 0 and not LINK.search(listed.said):
        _done(package, "pip", listed)
    for address, version in LINK.findall(listed.said):
        if version == package.version and urlsplit(address).path.endswith(SOURCE_ARCHIVES):
            return str(address)
    raise _not_there(package, "pip")


def _fetch(package: Package, address: str, folder: Path) -> None:
    """Fetches what the machine's own package index points to; that may be a host of its own network."""
    parts = urlsplit(address)
    target = folder / Path(unquote(parts.path)).name
    if parts.scheme == "file":
        shutil.copyfile(unquote(parts.path), target)
    elif parts.scheme == "https" and "@" not in parts.netloc:
        download(address, target, network=Network(may_reach=lambda found: True))
    else:
        reason = f"the source archive of {_named(package)} is not at a plain https address"
        raise SourceFailure(reason, MIRROR_IT, "BAD_VALUE")


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise SourceFailure(
            f"{name} is not on this machine", f"install {name}, or mirror the data.", "DEPENDENCY_MISSING"
        )
    return found


def _run(command: list[str], folder: Path) -> Ended:
    environment = os.environ | {"LC_ALL": "C", "npm_config_fund": "false", "npm_config_audit": "false"}
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        reason = f"{Path(command[0]).name} did not end within {SECONDS} s"
        raise SourceFailure(reason, "try again later, or mirror the data.", "TIMEOUT") from None
    return Ended(done.returncode, (done.stdout + done.stderr).decode(errors="replace"))


def _done(package: Package, client: str, ended: Ended) -> None:
    """Says in our words why a client failed; what it printed may name hosts and folders of this machine."""
    if ended.status == 0:
        return
    if "No module named pip" in ended.said:
        raise SourceFailure("pip is not there", "start ./gisagentbench doctor.", "DEPENDENCY_MISSING")
    if NO_NETWORK.search(ended.said):
        raise SourceFailure(f"{client} cannot reach its registry for {_named(package)}", MIRROR_IT)
    if NOT_THERE.search(ended.said):
        raise _not_there(package, client)
    reason = f"{client} ended with status {ended.status} when it was to download {_named(package)}"
    raise SourceFailure(reason, f"download it by hand to see what {client} says, or mirror the data.")


def _not_there(package: Package, client: str) -> SourceFailure:
    hint = "it may be gone, or the lists of the client may be old; mirror the data."
    return SourceFailure(f"{client} finds no {_named(package)}", hint)


def _named(package: Package) -> str:
    return f"{package.manager} package {package.name} {package.version}"
