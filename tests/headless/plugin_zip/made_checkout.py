# SPDX-License-Identifier: GPL-2.0-or-later
"""A small checkout of git with a plugin and a pack in it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from gisagentbench.headless.panel_help.links import PAGES
from gisagentbench.tests.headless.made_pack import write_pack

METADATA = """[general]
name=Somebench
description=Measures something
about=Longer words.
version=0.1.0
author=Ada Lovelace
email=ada@mail.test
tracker=https://code.test/issues
repository=https://code.test
homepage=https://example.org
qgisMinimumVersion=3.40
qgisMaximumVersion=4.99
license=GPL-2.0-or-later
icon=icon.svg
hasProcessingProvider=yes
"""
FILES = {
    ".gitattributes": "".join(
        f"/{name} export-ignore\n" for name in ("setup", "docs", "tasks/packs", ".gitattributes")
    ),
    "__init__.py": "",
    "LICENSE": "GPL\n",
    "metadata.txt": METADATA,
    "icon.svg": "<svg/>\n",
    "b/second.py": "SECOND = 2\n",
    "a/first.py": "FIRST = 1\n",
    "setup/run.sh": "#!/bin/sh\n",
} | {f"docs/{name}.md": f"# About {name}\n" for name in PAGES}


def git(folder: Path, *words: str) -> str:
    """Runs git as somebody whose own settings do not count."""
    nowhere = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    named = {f"GIT_{who}_{what}": "ada@mail.test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    done = subprocess.run(
        ["git", "-C", str(folder), *words], env={**os.environ, **nowhere, **named}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def write_checkout(folder: Path, **more: str) -> Path:
    """Writes the checkout and commits everything.

    Args:
        more: Texts of further files by path, with `__` for a slash.
    Returns: The folder.
    """
    for name, text in (FILES | {name.replace("__", "/"): text for name, text in more.items()}).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    write_pack(folder / "tasks" / "packs" / "demo")
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def commit(folder: Path) -> None:
    """Commits all files as they are."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "Made for tests")
