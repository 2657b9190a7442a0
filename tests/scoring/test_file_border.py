# SPDX-License-Identifier: GPL-2.0-or-later
"""What a process can still reach once its border is closed. Each question is asked in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from gisagentbench.scoring import file_border

pytestmark = pytest.mark.skipif(not file_border.border_version(), reason="until the kernel has Landlock")
QUESTION = """
import importlib.util, pathlib, socket, subprocess, sys
spec = importlib.util.spec_from_file_location("border", {module!r})
border = importlib.util.module_from_spec(spec)
spec.loader.exec_module(border)
here = pathlib.Path({folder!r})
assert border.close_border([here / "readable"], [here / "writable"])
try:
    {deed}
except OSError as error:
    print(type(error).__name__)
else:
    print("done")
"""
DEEDS = [
    ("(here / 'readable' / 'file').read_text()", "done"),
    ("(here / 'elsewhere').read_text()", "PermissionError"),
    ("(here / 'readable' / 'link').read_text()", "PermissionError"),
    ("(here / 'readable' / 'file').write_text('x')", "PermissionError"),
    ("(here / 'readable' / 'file').unlink()", "PermissionError"),
    ("(here / 'writable' / 'new').write_text('x')", "done"),
    ("(here / 'new').write_text('x')", "PermissionError"),
    ("list(here.iterdir())", "PermissionError"),
    ("import json", "done"),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("readable", "writable"):
        (tmp_path / name).mkdir()
    (tmp_path / "readable" / "file").write_text("here")
    (tmp_path / "elsewhere").write_text("there")
    (tmp_path / "readable" / "link").symlink_to(tmp_path / "elsewhere")
    return tmp_path


def ask(folder: Path, deed: str) -> str:
    program = QUESTION.format(module=file_border.__file__, folder=str(folder), deed=deed)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


@pytest.mark.parametrize(("deed", "expected"), DEEDS, ids=[deed for deed, _ in DEEDS])
def test_a_closed_border_leaves_what_was_given(folder: Path, deed: str, expected: str) -> None:
    assert ask(folder, deed) == expected


def test_a_closed_border_lets_nobody_call(folder: Path) -> None:
    if file_border.border_version() < file_border.TCP_VERSION:
        pytest.skip("until the kernel's Landlock knows of TCP (version 4)")
    assert ask(folder, "socket.create_connection(('127.0.0.1', 9), 1)") == "PermissionError"


def test_without_landlock_nothing_is_closed_and_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_border, "border_version", lambda: 0)
    assert file_border.close_border([], []) is False
