# SPDX-License-Identifier: GPL-2.0-or-later
"""What a command and its children write for a while goes with it, and with the next command where it was killed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from gisagentbench.headless.own_temporary import (
    PREFIX,
    lasting_temporary_folder,
    own_temporary_folder,
    remove_left,
)

WRITES = "import tempfile; print(tempfile.mkdtemp(), flush=True)"
HOLDS = (
    "import sys; from gisagentbench.headless.own_temporary import own_temporary_folder\n"
    "with own_temporary_folder() as folder: (folder / 'a').write_text('a'); print(folder, flush=True); sys.stdin.read()"
)


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The temporary folder of the system."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return folder


def holder() -> subprocess.Popen[str]:
    """A process that holds a folder of its own until its standard input ends."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def folder_of(process: subprocess.Popen[str]) -> Path:
    assert process.stdout is not None
    return Path(process.stdout.readline().strip())


def test_this_process_and_its_children_write_there_and_it_goes_with_the_block(root: Path) -> None:
    with own_temporary_folder() as folder:
        assert folder.parent == root and folder.name.startswith(PREFIX)
        assert Path(tempfile.mkdtemp()).parent == folder
        child = subprocess.run([sys.executable, "-c", WRITES], capture_output=True, text=True, check=True)
        assert Path(child.stdout.strip()).parent == folder
    assert list(root.iterdir()) == []
    assert os.environ["TMPDIR"] == tempfile.gettempdir() == str(root)


def test_it_goes_where_the_block_fails_and_blocks_lie_in_one_another(root: Path) -> None:
    with pytest.raises(KeyError), own_temporary_folder() as outer:
        with own_temporary_folder() as inner:
            assert inner.parent == outer
            assert lasting_temporary_folder() == root  # where a child that outlives this process may write
        assert not inner.exists() and tempfile.gettempdir() == str(outer)
        raise KeyError
    assert list(root.iterdir()) == []


def test_that_of_a_killed_process_goes_with_the_next_and_that_of_a_living_one_stays(root: Path) -> None:
    with holder() as killed, holder() as living:
        left, kept = folder_of(killed), folder_of(living)
        killed.kill()
        killed.wait()
        assert left.is_dir()
        with own_temporary_folder():
            assert not left.exists()
            assert (kept / "a").is_file()
        living.communicate("")
    assert list(root.iterdir()) == []


def test_folders_of_others_are_left_alone(root: Path) -> None:
    (root / "gisagentbench-trace-1").mkdir()
    (root / f"{PREFIX}file").write_text("no folder")
    elsewhere = root.parent / "elsewhere"
    elsewhere.mkdir()
    (root / f"{PREFIX}link").symlink_to(elsewhere)
    remove_left(root)
    assert len(list(root.iterdir())) == 3 and elsewhere.is_dir()
