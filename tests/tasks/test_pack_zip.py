# SPDX-License-Identifier: GPL-2.0-or-later
"""Zipped packs: the same bytes every time, back as they were; what a stranger may have put in is refused."""

from __future__ import annotations

import io
import os
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from gisagentbench.tasks.pack import file_checksums, load_pack, pack_checksum
from gisagentbench.tasks.pack_refusal import PackRefused
from gisagentbench.tasks.pack_zip_reading import ZipLimits, unpack_pack
from gisagentbench.tasks.pack_zip_writing import write_pack_zip
from gisagentbench.tests.headless.made_pack import write_pack


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The folder of a small pack."""
    return write_pack(tmp_path / "made")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """An empty folder."""
    (tmp_path / "target").mkdir()
    return tmp_path / "target"


def test_a_pack_is_zipped_to_the_same_bytes_whatever_its_dates_and_modes(pack: Path, tmp_path: Path) -> None:
    write_pack_zip(load_pack(pack), tmp_path / "a.zip")
    for number, path in enumerate(sorted(pack.rglob("*"), reverse=True)):
        os.utime(path, (number * 1e8, number * 1e8))
        path.chmod(0o700)
    (pack / "__pycache__").mkdir()
    (pack / "__pycache__" / "check.pyc").write_bytes(b"made by python")
    write_pack_zip(load_pack(pack), tmp_path / "b.zip")
    assert (tmp_path / "a.zip").read_bytes() == (tmp_path / "b.zip").read_bytes()


def test_a_zip_is_read_by_anybody_and_comes_back_as_the_same_pack(pack: Path, tmp_path: Path, target: Path) -> None:
    names = write_pack_zip(load_pack(pack), tmp_path / "a.zip")
    with zipfile.ZipFile(tmp_path / "a.zip") as archive:
        assert archive.testzip() is None
        assert archive.namelist() == names == ["made/pack.yaml", *(f"made/{path}" for path in file_checksums(pack))]
        assert {entry.external_attr >> 16 for entry in archive.infolist()} == {stat.S_IFREG | 0o644}
    unpack_pack(tmp_path / "a.zip", target)
    assert pack_checksum(load_pack(target)) == pack_checksum(load_pack(pack))


def test_a_pack_with_a_name_that_other_systems_do_not_take_is_not_zipped(pack: Path, tmp_path: Path) -> None:
    (pack / "data" / "ROWS.csv").write_text("x")
    with pytest.raises(
        PackRefused, match=r'"data/ROWS.csv" and "data/rows.csv" are one file where case does not count'
    ):
        write_pack_zip(load_pack(pack), tmp_path / "a.zip")
    (pack / "data" / "ROWS.csv").rename(pack / "data" / "aux.csv")
    with pytest.raises(PackRefused, match="some systems keep for devices"):
        write_pack_zip(load_pack(pack), tmp_path / "a.zip")
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    """A zip file with a pack.yaml and other entries."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("pack.yaml", "name: x")
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


def entry(name: str, mode: int = 0, **more: int) -> zipfile.ZipInfo:
    """An entry with a mode of Unix."""
    made = zipfile.ZipInfo(name)
    made.external_attr = mode << 16
    for key, value in more.items():
        setattr(made, key, value)
    return made


def renamed(before: bytes, after: bytes) -> Callable[[], bytes]:
    """A zip file in which a name was replaced by another one of the same length, as a program that is no zipper can."""
    return lambda: zipped((before.decode(), b"x")).replace(before, after)


def marked(flag: int) -> bytes:
    """A zip file whose entry `data.csv` has a flag, in the directory and before the data."""
    content = bytearray(zipped(("data.csv", b"x" * 20)))
    for signature, offset in ((b"PK\1\2", 8), (b"PK\3\4", 6)):
        at = content.rindex(signature)
        struct.pack_into("<H", content, at + offset, flag)
    return bytes(content)


def overlapping() -> bytes:
    """A zip file whose directory names the data of one entry thirty times."""
    content = zipped(("data.bin", os.urandom(1000)))
    start = content.index(b"PK\1\2")
    end = content.index(b"PK\5\6")
    last = content.rindex(b"PK\1\2", start, end)
    one, tail = content[last:end], bytearray(content[end:])
    many = b"".join(one.replace(b"data.bin", f"data.{number:03}".encode()) for number in range(30))
    directory = content[start:last] + many
    struct.pack_into("<HHLL", tail, 8, 31, 31, len(directory), start)
    return content[:start] + directory + bytes(tail)


def with_long_directory() -> bytes:
    """A zip file whose end says that its directory has 50,000 bytes."""
    content = bytearray(zipped(("a", b"x")))
    struct.pack_into("<L", content, content.rindex(b"PK\5\6") + 12, 50_000)
    return bytes(content)


def of_64_bits() -> bytes:
    """A zip file with the locator of a second, longer end record."""
    content = zipped(("a", b"x"))
    end = content.rindex(b"PK\5\6")
    return content[:end] + b"PK\6\7" + bytes(16) + content[end:]


HOSTILE: list[tuple[str, Callable[[], bytes], str, str]] = [
    ("a way out", lambda: zipped(("../x", b"x")), "INVALID_DOCUMENT", '"../x" leads out of the pack'),
    ("a way out in the middle", lambda: zipped(("data/../../x", b"x")), "INVALID_DOCUMENT", "leads out of the pack"),
    ("an absolute path", lambda: zipped((entry("/etc/x"), b"x")), "INVALID_DOCUMENT", "is absolute"),
    ("a drive", lambda: zipped(("C:/x", b"x")), "INVALID_DOCUMENT", "is absolute"),
    ("a backslash", renamed(b"data_x", b"data\\x"), "INVALID_DOCUMENT", "a character that some systems do not take"),
    ("a NUL in a name", renamed(b"data_x", b"data\0x"), "INVALID_DOCUMENT", "a character that some systems do not"),
    ("an escape in a name", renamed(b"data_x", b"data\x1bx"), "INVALID_DOCUMENT", "a character that some systems do"),
    ("a name in another encoding", renamed(b"data_x", b"data\xe9x"), "INVALID_DOCUMENT", "is not marked as UTF-8"),
    ("a link", lambda: zipped((entry("data", stat.S_IFLNK | 0o777), b"/etc")), "INVALID_DOCUMENT", '"data" is a link'),
    ("a device", lambda: zipped((entry("data", stat.S_IFCHR), b"")), "INVALID_DOCUMENT", "neither a file nor a folder"),
    ("an encrypted file", lambda: marked(0x1), "INVALID_DOCUMENT", '"data.csv" is encrypted'),
    (
        "an odd packing",
        lambda: zipped((entry("a", compress_type=zipfile.ZIP_LZMA), b"x")),
        "INVALID_DOCUMENT",
        "by a method that is not read (14)",
    ),
    ("two of a name", lambda: zipped(("a", b"x"), ("b", b"y")).replace(b"b", b"a"), "INVALID_DOCUMENT", "there twice"),
    ("case", lambda: zipped(("Data/a", b"x"), ("data/b", b"y")), "INVALID_DOCUMENT", "where case does not count"),
    ("accents", lambda: zipped(("\u00e9", b"x"), ("e\u0301", b"y")), "INVALID_DOCUMENT", "where case does not count"),
    ("a file as folder", lambda: zipped(("a/b", b"x"), ("a", b"y")), "INVALID_DOCUMENT", "are one file"),
    ("a device of Windows", lambda: zipped(("data/NUL.csv", b"x")), "INVALID_DOCUMENT", "keep for devices"),
    ("a name with a space at its end", lambda: zipped(("data /a", b"x")), "INVALID_DOCUMENT", "ends with a space"),
    ("a deep path", lambda: zipped(("a/" * 13 + "a", b"x")), "INVALID_DOCUMENT", "is too long or too deep"),
    ("too many files", lambda: zipped(*((f"{at}", b"") for at in range(40))), "LIMIT_EXCEEDED", "holds 41 files"),
    ("a large file", lambda: zipped(("a", os.urandom(70_000))), "LIMIT_EXCEEDED", '"a" is larger than'),
    (
        "much in sum",
        lambda: zipped(*((f"{at}", bytes(45_000)) for at in range(3))),
        "LIMIT_EXCEEDED",
        "more than 0 MiB",
    ),
    ("a bomb", lambda: zipped(("a", bytes(60_000))), "LIMIT_EXCEEDED", '"a" unpacks to more than 200 times its size'),
    ("entries that overlap", overlapping, "INVALID_DOCUMENT", "has entries that overlap"),
    ("a directory beyond all measure", with_long_directory, "LIMIT_EXCEEDED", "has a directory of 50,000 bytes"),
    ("a second end of 64 bits", of_64_bits, "INVALID_DOCUMENT", "is a zip file of 64 bits"),
    ("no zip file", lambda: b"PK\3\4 or so", "BAD_FORMAT", "is not a zip file"),
    ("half a zip file", lambda: zipped(("a", os.urandom(500)))[:-300], "BAD_FORMAT", "is not a zip file"),
    (
        "damaged data",
        lambda: zipped((entry("a"), b"x" * 500)).replace(b"x" * 500, b"y" * 500),
        "BAD_FORMAT",
        "is damaged",
    ),
    (
        "two folders",
        lambda: zipped(("b/a", b"x")).replace(b"pack.yaml", b"a/ck.yaml"),
        "INVALID_DOCUMENT",
        "is no pack",
    ),
]
LIMITS = ZipLimits(files=40, file_size=65_000, size=100_000, small=50_000)


@pytest.mark.parametrize(("rule", "make", "code", "words"), HOSTILE, ids=[row[0] for row in HOSTILE])
def test_what_a_stranger_may_have_put_in_is_refused(
    tmp_path: Path, target: Path, rule: str, make: Callable[[], bytes], code: str, words: str
) -> None:
    (tmp_path / "x.zip").write_bytes(make())
    with pytest.raises(PackRefused) as refused:
        unpack_pack(tmp_path / "x.zip", target, LIMITS)
    assert (refused.value.code, words in refused.value.message) == (code, True), refused.value.message
    assert refused.value.message.isprintable()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["target", "x.zip"]


def test_a_file_that_unpacks_to_more_than_it_says_is_refused(tmp_path: Path, target: Path) -> None:
    content = bytearray(zipped(("a", bytes(5_000))))
    for signature, offset in ((b"PK\1\2", 24), (b"PK\3\4", 22)):
        struct.pack_into("<L", content, content.rindex(signature) + offset, 10)
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(PackRefused, match="unpacks to more than it says|is damaged"):
        unpack_pack(tmp_path / "x.zip", target)
    assert not (target / "a").exists() or (target / "a").stat().st_size <= 10


def test_the_near_misses_of_all_that_are_taken(tmp_path: Path, target: Path) -> None:
    names = ["data/..x", "data/x..y", "\u00e9.csv", "nuls.csv", "data/a b.csv", "__pycache__/a.pyc"]
    (tmp_path / "x.zip").write_bytes(zipped(*((name, b"x") for name in names), (entry("empty/"), b"")))
    unpack_pack(tmp_path / "x.zip", target)
    found = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    assert found == sorted(["pack.yaml", *names[:-1]])
