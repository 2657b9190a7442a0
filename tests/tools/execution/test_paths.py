# SPDX-License-Identifier: GPL-2.0-or-later
"""No name an agent gives leads out of its root."""

from __future__ import annotations

from pathlib import Path

import pytest

from gisagentbench.tools.declaration.errors import ToolError
from gisagentbench.tools.execution.paths import existing_file, new_file, write_atomically


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "inputs"
    (folder / "deep").mkdir(parents=True)
    (folder / "parks.gpkg").write_text("x")
    (folder / "deep" / "a b ü.csv").write_text("x")
    (tmp_path / "secret.csv").write_text("x")
    return folder


@pytest.mark.parametrize("name", ["parks.gpkg", "deep/a b ü.csv", "inputs/parks.gpkg"])
def test_a_file_under_the_root_is_found(root: Path, name: str) -> None:
    assert existing_file(root, name, "file").is_file()


@pytest.mark.parametrize(
    "name",
    [
        "../secret.csv", "deep/../../secret.csv", "/etc/passwd", "~/secret.csv", "/vsizip/a.zip", "/vsicurl/x",
        "PG:dbname=x", "CSV:/etc/passwd", '{"type":"Point","coordinates":[1,2]}', "<OGRVRTDataSource/>",
        "..\\secret.csv", "a|layername=b", "parks.gpkg\n", "a" * 300, "\u202egpj.exe",
    ],
)  # fmt: skip
def test_a_name_that_leads_out_is_refused(root: Path, name: str) -> None:
    with pytest.raises(ToolError) as fault:
        existing_file(root, name, "file")
    assert fault.value.code == "PATH_OUTSIDE_WORKSPACE"


def test_a_link_out_of_the_root_is_refused(root: Path) -> None:
    (root / "link.csv").symlink_to(root.parent / "secret.csv")
    with pytest.raises(ToolError) as fault:
        existing_file(root, "link.csv", "file")
    assert fault.value.code == "PATH_OUTSIDE_WORKSPACE"


def test_a_link_within_the_root_is_followed(root: Path) -> None:
    (root / "link.gpkg").symlink_to(root / "parks.gpkg")
    assert existing_file(root, "link.gpkg", "file") == (root / "parks.gpkg").resolve()


def test_a_missing_file_offers_the_nearest(root: Path) -> None:
    with pytest.raises(ToolError) as fault:
        existing_file(root, "park.gpkg", "file")
    assert fault.value.text == (
        'FILE_NOT_FOUND: file: there is no file "park.gpkg" under inputs. Hint: nearest of its 2 files is "parks.gpkg".'
    )


def test_a_folder_is_no_file(root: Path) -> None:
    with pytest.raises(ToolError, match="FILE_NOT_FOUND"):
        existing_file(root, "deep", "file")


def test_a_new_file_has_the_ending_of_its_format(root: Path) -> None:
    assert new_file(root, "a.gpkg", "file", (".gpkg",)) == root / "a.gpkg"
    with pytest.raises(ToolError, match="BAD_VALUE"):
        new_file(root, "a.exe", "file", (".gpkg",))


def test_a_new_file_is_not_written_through_a_link(root: Path) -> None:
    (root / "out.gpkg").symlink_to(root.parent / "elsewhere.gpkg")
    (root / "folder").symlink_to(root.parent)
    for name in ("out.gpkg", "folder/a.gpkg"):
        with pytest.raises(ToolError, match="PATH_OUTSIDE_WORKSPACE"):
            new_file(root, name, "file", (".gpkg",))


def test_atomic_write_leaves_the_old_file_where_it_fails(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \ud800")
    assert path.read_text() == "old"
    assert [item.name for item in tmp_path.iterdir()] == ["a.json"]
