# SPDX-License-Identifier: GPL-2.0-or-later
"""The sources of a dataset are tried in the order of the register; each way in which one fails is said."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tasks.data_sources import portal
from gisagentbench.tasks.data_sources.kept_files import kept_folder, new_folder
from gisagentbench.tasks.data_sources.resolving import resolve
from gisagentbench.tasks.data_sources.source_failure import SourceFailure
from gisagentbench.tasks.register import Dataset, DatasetUnavailable

BYTES = b"name,people\nNorth,10\n"
EMBEDDED = {"kind": "embedded", "path": "data/rows.csv"}
PACKAGE = {"kind": "package", "manager": "pypi", "name": "rows", "version": "1.0", "path": "rows.csv"}
MIRROR = {"kind": "mirror", "path": "rows.csv"}
PORTAL = {"kind": "url", "url": "https://data.example/rows.csv"}
GENERATED = {"kind": "generated", "recipe": "rows_in_extent", "inputs": ["b"], "content_hash": "0" * 64}
GENERATED["parameters"] = {"extent": [0, 0, 1, 1]}


def dataset(*sources: dict[str, Any], **more: Any) -> Dataset:
    about = {"name": "Rows", "kind": "table", "format": "csv", "features": 1, "publisher": "x", "licence": "CC0"}
    digest = {"sha256": sha256(BYTES).hexdigest()}
    return Dataset.model_validate(
        about | digest | {"licence_class": "clear", "date": "2024", "sources": list(sources)} | more
    )


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack without data, an empty mirror, and clients and portals that have nothing."""
    for name in ("pack/data", "mirror"):
        (tmp_path / name).mkdir(parents=True)
    offer(monkeypatch, None)
    return tmp_path


def offer(monkeypatch: pytest.MonkeyPatch, content: bytes | None) -> list[str]:
    """Makes portals give some bytes, or nothing. Returns: The addresses that were asked for."""
    asked: list[str] = []

    def download(url: str, target: Path, *more: object) -> None:
        asked.append(url)
        if content is None:
            raise SourceFailure(f"{url} cannot be reached", "check the network.")
        target.write_bytes(content)

    def no_package(*_: object) -> Path:
        raise SourceFailure("pip finds no pypi package rows 1.0", "mirror the data.")

    monkeypatch.setattr(portal, "download", download)
    monkeypatch.setattr("gisagentbench.tasks.data_sources.packages.take_out", no_package)
    return asked


def found(place: Path, what: Dataset, **others: Dataset) -> bytes:
    variables = {"GISAGENTBENCH_DATA": str(place / "mirror"), "GISAGENTBENCH_DOWNLOADS": str(place / "kept")}
    return resolve("rows", what, place / "pack", variables, others).file.read_bytes()


def test_the_first_source_that_has_the_bytes_gives_them(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = offer(monkeypatch, BYTES)
    everything = dataset(EMBEDDED, PACKAGE, MIRROR, PORTAL)
    assert found(place, everything) == BYTES and len(asked) == 1
    (place / "mirror" / "rows.csv").write_bytes(BYTES)
    assert found(place, everything) == BYTES and len(asked) == 1


def test_what_was_fetched_is_kept_and_fetched_again_where_it_was_damaged(place, monkeypatch, caplog) -> None:
    asked = offer(monkeypatch, BYTES)
    for _ in range(3):
        assert found(place, dataset(PORTAL)) == BYTES
    assert len(asked) == 1
    assert caplog.messages == ["fetching the address https://data.example/rows.csv for dataset 'rows'"]
    (kept,) = (place / "kept").rglob("data.csv")
    kept.write_bytes(b"damaged")
    assert found(place, dataset(PORTAL)) == BYTES
    assert len(asked) == 2


def test_a_side_file_is_asked_for_beside_the_main_file(place, monkeypatch) -> None:
    asked = offer(monkeypatch, BYTES)
    assert found(place, dataset(PORTAL, side_files={".prj": sha256(BYTES).hexdigest()})) == BYTES
    assert asked == ["https://data.example/rows.csv", "https://data.example/rows.prj"]


def test_where_no_source_has_the_bytes_each_says_why(place: Path) -> None:
    with pytest.raises(DatasetUnavailable) as absent:
        found(place, dataset(EMBEDDED, PACKAGE, MIRROR, PORTAL))
    assert str(absent.value) == (
        'Dataset "rows" cannot be had: embedded file data/rows.csv is not there; pip finds no pypi package rows 1.0;'
        " mirror file rows.csv is not there; https://data.example/rows.csv cannot be reached."
        " Hint: check the network."
    )


def test_without_a_mirror_the_variable_is_named(place: Path) -> None:
    with pytest.raises(DatasetUnavailable, match="GISAGENTBENCH_DATA is not set"):
        resolve("rows", dataset(MIRROR), place / "pack", {})
    with pytest.raises(DatasetUnavailable, match='names "none", which is no folder'):
        resolve("rows", dataset(MIRROR), place / "pack", {"GISAGENTBENCH_DATA": "none"})


@pytest.mark.parametrize("source", [EMBEDDED, MIRROR, PORTAL], ids=lambda source: source["kind"])
def test_other_bytes_than_the_registered_ones_are_refused_and_no_other_source_steps_in(
    place, monkeypatch, source
) -> None:
    offer(monkeypatch, b"other")
    for folder in ("pack/data", "mirror"):
        (place / folder / "rows.csv").write_bytes(b"other")
    with pytest.raises(DatasetUnavailable, match="is not the registered file, its sha256 differs") as wrong:
        found(place, dataset(source, GENERATED), b=dataset(EMBEDDED))
    assert wrong.value.code == "INVALID_DOCUMENT"
    assert not list((place / "kept").glob("*/*")), "bytes that are not the registered ones were kept"


def test_an_embedded_file_does_not_lead_out_of_the_pack(place: Path) -> None:
    (place / "secret").write_bytes(BYTES)
    (place / "pack" / "data" / "rows.csv").symlink_to(place / "secret")
    with pytest.raises(DatasetUnavailable, match="is a link that leads out of the pack"):
        found(place, dataset(EMBEDDED))


def test_a_recipe_says_which_input_it_lacks(place: Path) -> None:
    with pytest.raises(DatasetUnavailable, match='uses the dataset "b", which the register does not have'):
        found(place, dataset(GENERATED))
    with pytest.raises(DatasetUnavailable, match="lacks an input: .*embedded file data/rows.csv is not there"):
        found(place, dataset(GENERATED), b=dataset(EMBEDDED))


def test_recipes_that_need_each_other_end(place: Path) -> None:
    of_rows = dataset(GENERATED | {"inputs": ["rows"]})
    with pytest.raises(DatasetUnavailable, match="or which is made of it"):
        found(place, dataset(GENERATED), b=of_rows, rows=dataset(GENERATED))


def test_a_folder_is_put_in_place_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), new_folder(tmp_path / "a") as folder:
        (folder / "half").touch()
        1 / 0  # noqa: B018
    assert list(tmp_path.iterdir()) == []
    with new_folder(tmp_path / "a") as folder:
        (folder / "whole").touch()
        with new_folder(tmp_path / "a") as other:
            (other / "first").touch()
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["first"]
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_the_folder_of_what_is_kept_can_be_named(tmp_path: Path) -> None:
    assert kept_folder({"GISAGENTBENCH_DOWNLOADS": str(tmp_path)}) == tmp_path
    assert kept_folder({}).parts[-2:] == (".cache", "data")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ({"kind": "url", "url": "http://data.example/a"}, "should match pattern"),
        ({"kind": "url", "url": "https://user:word@data.example/a"}, "is no plain address"),
        ({"kind": "url", "url": "https://data.example/a b"}, "is no plain address"),
        ({"kind": "embedded", "path": "a\0b"}, "stays inside its folder"),
        ({"kind": "mirror", "path": "/etc/passwd"}, "stays inside its folder"),
    ],
)
def test_a_source_that_leads_elsewhere_is_refused(source: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        dataset(source)


def test_an_ending_of_a_side_file_is_one() -> None:
    with pytest.raises(ValueError, match="should match pattern"):
        dataset(EMBEDDED, side_files={"/../x": "0" * 64})
