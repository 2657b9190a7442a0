# SPDX-License-Identifier: GPL-2.0-or-later
"""The files of a commit that go into the zip: what .gitattributes does not mark as `export-ignore`, and the help."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path
from typing import NamedTuple

from ..panel_help.making import help_files
from ..refusal import BROKEN, CommandRefused

FOLDER = "gisagentbench"
HELP = "help"


class Member(NamedTuple):
    """A file of the zip.

    Args:
        name: Its path in the zip, which begins with the folder of the plugin.
        data: Its bytes.
        is_plain: Whether it is a regular file that nobody may execute.
    """

    name: str
    data: bytes
    is_plain: bool


class Commit(NamedTuple):
    """What the zip is made of.

    Args:
        revision: Its full name.
        members: In alphabetical order.
        uncommitted: Files of the folder that are not as in the commit, and so not as in the zip.
    """

    revision: str
    members: list[Member]
    uncommitted: list[str]


def read_commit(root: Path) -> Commit:
    """Reads the last commit of a checkout.

    Raises: CommandRefused where the folder is no checkout, or git is missing.
    """
    revision = _git(root, "rev-parse", "HEAD").decode().strip()
    archive = _git(root, "archive", "--format=tar", f"--prefix={FOLDER}/", revision)
    changed = _git(root, "status", "--porcelain", "--untracked-files=all", "-z").decode("utf-8", "surrogateescape")
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        members = [_member(tar, entry) for entry in tar if not entry.isdir()]
    return Commit(revision, sorted(members), sorted(entry[3:] for entry in changed.split("\0") if len(entry) > 3))


def read_help(root: Path, revision: str) -> list[Member]:
    """Makes the help of the panel from the pages that a commit holds, which do not go into the zip themselves.

    Raises: CommandRefused where one is not in the commit, or the package that reads Markdown is missing.
    """
    made = help_files(lambda path: _git(root, "show", f"{revision}:{path}"))
    return [Member(f"{FOLDER}/{HELP}/{path}", data, True) for path, data in sorted(made.items())]


def _member(tar: tarfile.TarFile, entry: tarfile.TarInfo) -> Member:
    stream = tar.extractfile(entry) if entry.isfile() else None
    return Member(entry.name, stream.read() if stream else b"", entry.isfile() and not entry.mode & 0o111)


def _git(root: Path, *words: str) -> bytes:
    hint = "Make the zip in a checkout of the project."
    try:
        done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, stdin=subprocess.DEVNULL)
    except FileNotFoundError:
        raise CommandRefused("DEPENDENCY_MISSING", "git is missing.", "Install it.", BROKEN) from None
    if done.returncode != 0:
        said = (done.stderr.decode("utf-8", "replace").strip().splitlines() or ["it does not say why"])[-1]
        raise CommandRefused("ENGINE_FAILED", f"git refused {words[0]}: {said}.", hint, BROKEN)
    return done.stdout
