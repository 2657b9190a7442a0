# SPDX-License-Identifier: GPL-2.0-or-later
"""The copy that is judged: what belongs to the format, taken whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gisagentbench.scoring import private_copy
from gisagentbench.scoring.private_copy import copy_output
from gisagentbench.scoring.unreadable import Unreadable

MIB = 1024**2


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns an empty folder for the copy."""
    (tmp_path / "copy").mkdir()
    return tmp_path / "copy"


def test_only_the_parts_of_a_format_are_copied(tmp_path: Path, folder: Path) -> None:
    for ending in (".shp", ".shx", ".dbf", ".prj", ".qix", ".qml", ".shp.xml", ".vrt"):
        (tmp_path / f"a{ending}").write_bytes(b"\x00\x00\x27\x0a")
    copy_output(tmp_path / "a.shp", folder, MIB)
    assert sorted(path.name for path in folder.iterdir()) == ["a.dbf", "a.prj", "a.shp", "a.shx"]


@pytest.mark.parametrize("size", [1, MIB, 70 * MIB + 1])
def test_a_copy_is_the_file(tmp_path: Path, folder: Path, size: int) -> None:
    data = os.urandom(min(size, MIB)) * (size // MIB + 1)
    (tmp_path / "a.csv").write_bytes(data[:size])
    assert copy_output(tmp_path / "a.csv", folder, 100 * MIB).read_bytes() == data[:size]


def test_a_file_system_that_shares_no_blocks_is_read(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(private_copy.NOT_BETWEEN_THESE[0], "between two file systems")

    monkeypatch.setattr(os, "copy_file_range", refuse)
    (tmp_path / "a.csv").write_bytes(b"abc" * MIB)
    assert copy_output(tmp_path / "a.csv", folder, 100 * MIB).read_bytes() == b"abc" * MIB


def test_parts_count_together(tmp_path: Path, folder: Path) -> None:
    for ending in (".shp", ".shx", ".dbf"):
        (tmp_path / f"a{ending}").write_bytes(b"\x00\x00\x27\x0a" + bytes(MIB))
    with pytest.raises(Unreadable, match="is larger than 2 MiB"):
        copy_output(tmp_path / "a.shp", folder, 2 * MIB)


def test_a_file_swapped_for_a_link_after_its_check_is_refused(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").symlink_to(tmp_path / "elsewhere.csv")
    (tmp_path / "elsewhere.csv").write_text("a\n1\n")
    monkeypatch.setattr(private_copy, "check_regular_file", lambda path: None)  # it was no link a moment ago
    with pytest.raises(Unreadable, match="is a symbolic link"):
        copy_output(tmp_path / "a.csv", folder, MIB)


def test_a_file_that_grows_while_it_is_copied_is_refused(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, pour = tmp_path / "a.csv", private_copy._pour
    source.write_text("a\n1\n")

    def growing(*values: int) -> int:
        with source.open("a") as file:
            file.write("2\n")
        return pour(*values)

    monkeypatch.setattr(private_copy, "_pour", growing)
    with pytest.raises(Unreadable, match="was changed while it was read"):
        copy_output(source, folder, MIB)
