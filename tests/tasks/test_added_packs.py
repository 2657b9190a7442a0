# SPDX-License-Identifier: GPL-2.0-or-later
"""A pack is added whole and sound, or nothing is changed; another version is replaced only on demand."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gisagentbench.tasks import added_packs
from gisagentbench.tasks.added_packs import add_pack
from gisagentbench.tasks.pack import (
    PackNotFound,
    added_packs_folder,
    find_pack,
    list_packs,
    load_pack,
    pack_checksum,
    write_checksums,
)
from gisagentbench.tasks.pack_refusal import PackRefused
from gisagentbench.tasks.pack_zip_reading import ZipLimits
from gisagentbench.tasks.pack_zip_writing import write_pack_zip
from gisagentbench.tests.headless.made_pack import write_pack


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of added packs."""
    monkeypatch.setenv("GISAGENTBENCH_PACKS", str(tmp_path / "packs"))
    return tmp_path / "packs"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack of somebody."""
    return write_pack(tmp_path / "theirs" / "folder")


def next_version(pack: Path) -> Path:
    document = pack / "pack.yaml"
    document.write_text(document.read_text().replace('version: "0.1"', 'version: "0.2"'))
    write_checksums(pack)
    return pack


def snapshot(folder: Path) -> dict[str, bytes]:
    """Everything under a folder, hidden things too."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
    }


def test_a_folder_is_added_and_found_by_its_name(root: Path, pack: Path) -> None:
    with pytest.raises(PackNotFound, match='no pack "made"; embedded packs: demo'):
        find_pack("made")
    added = add_pack(pack)
    assert (added.state, added.pack.folder) == ("added", root / "made")
    assert find_pack("made").folder == root / "made"
    assert list_packs(added_packs_folder()) == ["made"]
    assert pack_checksum(find_pack("made")) == added.checksum == pack_checksum(load_pack(pack))
    with pytest.raises(PackNotFound, match='no pack "maed"; embedded packs: demo; added packs: made'):
        find_pack("maed")


def test_a_zip_file_is_added_as_the_same_pack(root: Path, pack: Path, tmp_path: Path) -> None:
    write_pack_zip(load_pack(pack), tmp_path / "made.zip")
    assert add_pack(tmp_path / "made.zip").checksum == pack_checksum(load_pack(pack))
    assert add_pack(pack).state == "there"


def test_everybody_may_read_what_was_added(root: Path, pack: Path) -> None:
    add_pack(pack)
    assert (root / "made").stat().st_mode & 0o777 == 0o755


def test_another_version_is_replaced_only_on_demand(root: Path, pack: Path) -> None:
    add_pack(pack)
    before = snapshot(root)
    next_version(pack)
    with pytest.raises(PackRefused) as refused:
        add_pack(pack)
    assert (refused.value.code, refused.value.message, refused.value.hint) == (
        "OUTPUT_EXISTS",
        'The pack "made" is there already as version 0.1; nothing was changed.',
        "--replace puts version 0.2 in its place.",
    )
    assert snapshot(root) == before
    assert add_pack(pack, replace=True).state == "replaced"
    assert find_pack("made").pack.version == "0.2"
    assert [path.name for path in root.iterdir()] == ["made"]


def test_another_state_of_the_same_version_is_another_pack(root: Path, pack: Path) -> None:
    add_pack(pack)
    (pack / "README.md").write_text("new")
    write_checksums(pack)
    with pytest.raises(PackRefused, match=r"is there already as another state of version 0\.1"):
        add_pack(pack)


def test_a_pack_that_cannot_be_read_any_more_can_be_replaced(root: Path, pack: Path) -> None:
    add_pack(pack)
    (root / "made" / "pack.yaml").write_text("damaged")
    with pytest.raises(PackRefused, match="is there already as version that cannot be read"):
        add_pack(pack)
    assert add_pack(pack, replace=True).state == "replaced"


def test_a_replacement_that_fails_leaves_the_former_version(root: Path, pack: Path, monkeypatch) -> None:
    add_pack(pack)
    before = snapshot(root)
    real = os.rename

    def fails_once(source: Path, target: Path) -> None:
        if Path(target) == root / "made" and ".unfinished-" in str(source):
            raise OSError(28, "No space left on device")
        real(source, target)

    monkeypatch.setattr(added_packs.os, "rename", fails_once)
    with pytest.raises(OSError, match="No space left"):
        add_pack(next_version(pack), replace=True)
    assert snapshot(root) == before


def test_the_name_of_an_embedded_pack_is_not_taken(root: Path, pack: Path) -> None:
    document = pack / "pack.yaml"
    document.write_text(document.read_text().replace("name: made", "name: demo", 1))
    write_checksums(pack)
    with pytest.raises(PackRefused, match='"demo" is embedded and another one'):
        add_pack(pack)
    assert add_pack(find_pack("demo").folder).state == "there"
    assert list(root.iterdir()) == []


def test_an_added_pack_does_not_hide_an_embedded_one(root: Path) -> None:
    write_pack(root / "demo")
    assert find_pack("demo").pack.name == "demo" and find_pack("demo").folder != root / "demo"


def a_changed_file(pack: Path) -> None:
    (pack / "data" / "rows.csv").write_text("other")


def a_task_that_cannot_be_read(pack: Path) -> None:
    (pack / "tasks" / "count_people" / "task.yaml").write_text("id: [")


def no_checksums(pack: Path) -> None:
    document = pack / "pack.yaml"
    document.write_text(document.read_text().partition("checksums:")[0])


def a_link_to_a_file(pack: Path) -> None:
    (pack / "data" / "rows.csv").unlink()
    (pack / "data" / "rows.csv").symlink_to("/etc/passwd")


def a_link_to_a_folder(pack: Path) -> None:
    (pack / "more").symlink_to("/etc")


def a_pipe(pack: Path) -> None:
    os.mkfifo(pack / "data" / "pipe")


def two_cases(pack: Path) -> None:
    (pack / "data" / "Rows.csv").write_text("x")


def no_pack(pack: Path) -> None:
    (pack / "pack.yaml").unlink()


def a_name_that_leads_out(pack: Path) -> None:
    document = pack / "pack.yaml"
    document.write_text(document.read_text().replace("name: made", "name: ../../made", 1))


FAULTY = [
    (a_changed_file, "INVALID_DOCUMENT", '"data/rows.csv" is not the released file'),
    (a_task_that_cannot_be_read, "INVALID_DOCUMENT", "tasks/count_people/task.yaml:1"),
    (no_checksums, "INVALID_DOCUMENT", 'has no checksum. [checksum]; pack.yaml: "tasks/count_again/broken.yaml"'),
    (a_link_to_a_file, "INVALID_DOCUMENT", '"data/rows.csv" is a link'),
    (a_link_to_a_folder, "INVALID_DOCUMENT", '"more" is a link'),
    (a_pipe, "INVALID_DOCUMENT", '"data/pipe" is neither a file nor a folder'),
    (two_cases, "INVALID_DOCUMENT", "are one file where case does not count"),
    (no_pack, "FILE_NOT_FOUND", "is no pack: it holds no pack.yaml"),
    (a_name_that_leads_out, "INVALID_DOCUMENT", "pack.yaml:2"),
]


@pytest.mark.parametrize(("spoil", "code", "words"), FAULTY, ids=[row[0].__name__ for row in FAULTY])
def test_a_faulty_pack_is_not_added_and_nothing_is_left(root: Path, pack: Path, spoil, code: str, words: str) -> None:
    spoil(pack)
    with pytest.raises(PackRefused) as refused:
        add_pack(pack)
    assert (refused.value.code, words in refused.value.message) == (code, True), refused.value.message
    assert str(root) not in refused.value.message
    assert list(root.iterdir()) == []


def test_a_folder_beyond_the_limits_is_not_copied(root: Path, pack: Path) -> None:
    with pytest.raises(PackRefused, match="which is too much") as refused:
        add_pack(pack, limits=ZipLimits(files=5))
    assert refused.value.code == "LIMIT_EXCEEDED"


def test_what_is_not_there_is_not_added(root: Path, tmp_path: Path) -> None:
    with pytest.raises(PackRefused, match='There is no file "none.zip"'):
        add_pack(Path("none.zip"))
