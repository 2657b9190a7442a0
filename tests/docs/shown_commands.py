# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs the fenced blocks of a page in their order: files are written, commands run as written, their output compared.

A block under a line of a path alone, as code, is that file; one of `sh` is typed, and the plain block after it is what
that prints.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from gisagentbench.headless import machine

BLOCK = re.compile(r"(?:^`([^`\n]+)`\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
PROGRAM = "gisagentbench"


class Block(NamedTuple):
    """A fenced block: the file it is, its language, and its text."""

    file: str
    language: str
    text: str


class Printed(NamedTuple):
    """What a command of a page printed, beside what the page shows; `…` stands for what differs by machine."""

    command: str
    lines: list[str]
    shown: list[str]

    def unlike(self) -> list[str]:
        """Lists shown lines that do not follow one another in what was printed; a line `…` stands for any number."""
        left = iter(self.lines)
        missing = []
        for pattern in (line for line in self.shown if line.strip() != "…"):
            if not any(agrees(line, pattern) for line in left):
                missing.append(pattern)
                left = iter(())
        return missing


def blocks_of(page: Path) -> list[Block]:
    """Reads the fenced blocks of a page."""
    return [Block(*found) for found in BLOCK.findall(page.read_text(encoding="utf-8"))]


def commands_without_output(blocks: list[Block]) -> list[str]:
    """Lists commands that no block of output follows."""
    following = [*blocks[1:], Block("", "none", "")]
    pairs = zip(blocks, following, strict=True)
    return [block.text for block, after in pairs if block.language == "sh" and after.language]


def played(blocks: list[Block], folder: Path) -> list[Printed]:
    """Plays the blocks in a folder that has the packs of the project and the program."""
    (folder / "tasks").symlink_to(machine.ROOT / "tasks")
    program = folder / PROGRAM
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m gisagentbench.headless "$@"\n')
    program.chmod(0o755)
    told = []
    for block, after in zip(blocks, [*blocks[1:], Block("", "none", "")], strict=True):
        if block.file:
            (folder / block.file).parent.mkdir(parents=True, exist_ok=True)
            (folder / block.file).write_text(block.text, encoding="utf-8")
        if block.language == "sh":
            shown = [] if after.language else after.text.splitlines()
            told.append(Printed(block.text.strip(), _run(block.text, folder), shown))
    return told


def _run(script: str, folder: Path) -> list[str]:
    # without a git revision, which another commit would change between two commands
    environment = os.environ | {"PYTHONPATH": str(machine.plugins_folder()), "GIT_DIR": str(folder / "none")}
    done = subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=300,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return (done.stdout or done.stderr).splitlines()


def agrees(line: str, pattern: str) -> bool:
    """Tells whether a line is what a page shows, `…` standing for anything."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("…"))), line) is not None
