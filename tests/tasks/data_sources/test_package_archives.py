# SPDX-License-Identifier: GPL-2.0-or-later
"""Single files come out of every kind of archive, byte for byte; links, bombs and damage are refused."""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path

import pytest

from gisagentbench.tasks.data_sources import package_archives
from gisagentbench.tasks.data_sources.package_archives import read_members
from gisagentbench.tasks.data_sources.source_failure import SourceFailure

PARKS = b"parks " * 1000
TREES = b"trees"
FILES = {"data/trees.csv": TREES, "data/parks.csv": PARKS}


def tarred(mode: str, files: dict[str, bytes], prefix: str = "") -> bytes:
    """A tar archive with a link at its end."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=f"w:{mode}") as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(prefix + name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
        link = tarfile.TarInfo(f"{prefix}data/link.csv")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return buffer.getvalue()


def zipped(files: dict[str, bytes]) -> bytes:
    """A zip archive with a link at its end."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
        link = zipfile.ZipInfo("data/link.csv")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    return buffer.getvalue()


def debian(mode: str, files: dict[str, bytes]) -> bytes:
    """A Debian package as deb(5) describes it: ar members on even bytes, three of them."""
    parts = [("debian-binary", b"2.0\n"), ("control.tar.xz", b"odd"), (f"data.tar.{mode}", tarred(mode, files, "./"))]
    packed = b"!<arch>\n"
    for name, content in parts:
        packed += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode() + content
        packed += b"\n" * (len(content) % 2)
    return packed


ARCHIVES = {
    "made-1-py3-none-any.whl": zipped(FILES),
    "made-1.zip": zipped({f"made-1/{name}": content for name, content in FILES.items()}),
    "made-1.tar.gz": tarred("gz", FILES, "made-1/"),
    "made-1.tar.bz2": tarred("bz2", FILES, "made-1/"),
    "made-1.tgz": tarred("gz", FILES, "package/"),
    "made_1_all.deb": debian("xz", FILES),
    "made_2_all.deb": debian("gz", FILES),
}


@pytest.fixture(params=sorted(ARCHIVES))
def archive(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Each kind of archive in turn."""
    path = tmp_path / str(request.param)
    path.write_bytes(ARCHIVES[path.name])
    return path


def test_files_come_out_as_they_went_in(archive: Path, tmp_path: Path) -> None:
    read_members(archive, {"data/parks.csv": tmp_path / "parks", "data/trees.csv": tmp_path / "trees"})
    assert ((tmp_path / "parks").read_bytes(), (tmp_path / "trees").read_bytes()) == (PARKS, TREES)


def test_the_top_folder_of_a_source_archive_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "made-1.tar.gz"
    path.write_bytes(ARCHIVES[path.name])
    read_members(path, {"made-1/data/trees.csv": tmp_path / "trees"})
    assert (tmp_path / "trees").read_bytes() == TREES


def test_a_file_that_is_not_there_is_named(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceFailure, match=r"holds no file data/none\.csv"):
        read_members(archive, {"data/none.csv": tmp_path / "none"})


def test_a_link_is_no_file(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceFailure, match="is a link or no regular file") as failure:
        read_members(archive, {"data/link.csv": tmp_path / "link"})
    assert failure.value.code == "BAD_FORMAT"


def test_a_file_beyond_the_limit_is_refused(archive: Path, tmp_path: Path) -> None:
    with pytest.raises(SourceFailure, match="is larger than 5,999 bytes") as failure:
        read_members(archive, {"data/parks.csv": tmp_path / "parks"}, largest=5_999)
    assert failure.value.code == "LIMIT_EXCEEDED"
    read_members(archive, {"data/parks.csv": tmp_path / "other"}, largest=6_000)


def test_an_archive_that_is_cut_off_or_another_thing_is_damaged(archive: Path, tmp_path: Path) -> None:
    whole = archive.read_bytes()
    for content in (whole[: len(whole) // 3], b"", b"<html>not found</html>"):
        archive.write_bytes(content)
        with pytest.raises(SourceFailure, match="is damaged|holds no file") as failure:
            read_members(archive, {"data/parks.csv": tmp_path / "parks"})
        assert failure.value.code in ("BAD_FORMAT", "FILE_NOT_FOUND")
        (tmp_path / "parks").unlink(missing_ok=True)


def test_an_archive_that_unpacks_beyond_all_measure_is_a_bomb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_archives, "MOST_OF_AN_ARCHIVE", 1_000_000)
    path = tmp_path / "made-1.tar.gz"
    path.write_bytes(tarred("gz", {"zeros": bytes(2_000_000), **FILES}))
    assert path.stat().st_size < 20_000
    with pytest.raises(SourceFailure, match="unpacks to more than") as failure:
        read_members(path, {"data/parks.csv": tmp_path / "parks"})
    assert failure.value.code == "LIMIT_EXCEEDED"


def test_a_way_of_packing_that_is_not_read_is_named(tmp_path: Path) -> None:
    path = tmp_path / "made_1_all.deb"
    path.write_bytes(debian("xz", FILES).replace(b"data.tar.xz ", b"data.tar.zst"))
    with pytest.raises(SourceFailure, match=r"is packed in a way that is not read \(\.zst\)"):
        read_members(path, {"data/parks.csv": tmp_path / "parks"})
