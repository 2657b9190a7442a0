# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs: loading, finding, data, checksums, validation of everything in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from gisagentbench.tasks.document_problem import DocumentError
from gisagentbench.tasks.pack import PackNotFound, find_pack, load_pack, pack_checksum, write_checksums
from gisagentbench.tasks.register import DatasetUnavailable, sha256_of
from gisagentbench.tasks.validation import validate_path

from .example_documents import TASK, changed

BYTES = b"not really a geopackage"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """Returns the folder of a pack with one dataset and one task, checksums written."""
    folder = tmp_path / "packs" / "small"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "parks.gpkg").write_bytes(BYTES)
    dataset = {
        "name": "Parks",
        "kind": "vector",
        "format": "gpkg",
        "features": 3,
        "publisher": "City",
        "licence": "CC0-1.0",
        "licence_class": "clear",
        "date": "2024",
        "sources": [{"kind": "embedded", "path": "data/parks.gpkg"}],
        "sha256": sha256_of(folder / "data" / "parks.gpkg"),
    }
    document = {
        "schema_version": 1,
        "name": "small",
        "version": "1.0",
        "title": "A small pack",
        "licence": "CC0-1.0",
        "areas": {"nyc": "New York"},
        "datasets": {"nyc/parks": dataset},
    }
    (folder / "pack.yaml").write_text("# kept\n" + yaml.safe_dump(document, sort_keys=False), "utf-8")
    task = folder / "tasks" / "parks"
    (task / "reference").mkdir(parents=True)
    (task / "task.yaml").write_text(yaml.safe_dump(TASK), "utf-8")
    steps = [{"api": "load_layer", "arguments": {"file": "parks.gpkg", "name": "parks"}}]
    (task / "reference.json").write_text(json.dumps({"schema_version": 1, "task": "parks", "steps": steps}), "utf-8")
    (task / "reference" / "result.gpkg").write_bytes(BYTES)
    (task / "broken.yaml").write_text("- {mutation: row_missing, verdict: wrong, first_failing_check: rows}\n")
    write_checksums(folder)
    return folder


def codes(path: Path) -> list[str]:
    """Returns the rules that a path breaks."""
    return [problem.code for problem in validate_path(path)]


def test_pack_is_found_by_name_and_by_path(pack: Path) -> None:
    assert find_pack("small", pack.parent).pack == find_pack(str(pack)).pack == load_pack(pack).pack
    with pytest.raises(PackNotFound, match='no pack "large"; embedded packs: small'):
        find_pack("large", pack.parent)


def test_tasks_trajectories_and_files_are_found(pack: Path) -> None:
    found = load_pack(pack)
    assert found.task_ids() == ["parks"]
    assert found.trajectory("parks").steps[0].api == "load_layer"
    files = found.input_files(found.task("parks"))
    assert files["parks"].file.read_bytes() == BYTES
    assert found.agent_view(found.task("parks"))["inputs"]["parks"]["file"] == "parks.gpkg"  # type: ignore[index]


def test_checksums_stand_last_and_leave_the_text_alone(pack: Path) -> None:
    before = (pack / "pack.yaml").read_text("utf-8")
    assert before.startswith("# kept\n")
    write_checksums(pack)
    assert (pack / "pack.yaml").read_text("utf-8") == before
    assert list(load_pack(pack).pack.checksums) == [
        "data/parks.gpkg",
        "tasks/parks/broken.yaml",
        "tasks/parks/reference/result.gpkg",
        "tasks/parks/reference.json",
        "tasks/parks/task.yaml",
    ]


def test_whole_pack_is_right_and_every_change_is_seen(pack: Path) -> None:
    whole = pack_checksum(load_pack(pack))
    assert validate_path(pack) == validate_path(pack.parent) == []
    (pack / "data" / "parks.gpkg").write_bytes(b"other")
    (pack / "data" / "more.txt").write_text("x")
    (pack / "tasks" / "parks" / "reference" / "result.gpkg").unlink()
    assert sorted(codes(pack)) == ["checksum", "checksum", "checksum", "missing_file"]
    assert pack_checksum(load_pack(pack)) != whole
    with pytest.raises(DatasetUnavailable, match="sha256 differs"):
        load_pack(pack).dataset_file("nyc/parks")


TASK_FAULTS = [
    ("aoi", "sf", 'The area "sf" is not among those of the pack: nyc.'),
    ("id", "other", 'The id "other" is not its folder "parks".'),
    (
        "inputs.parks.dataset",
        "nyc/trees",
        'Input "parks" is the dataset "nyc/trees", which the register does not have.',
    ),
    ("inputs.parks.kind", "raster", 'Input "parks" is a raster, but its dataset is a vector.'),
]


@pytest.mark.parametrize(("path", "value", "message"), TASK_FAULTS)
def test_task_must_fit_its_pack(pack: Path, path: str, value: Any, message: str) -> None:
    (pack / "tasks" / "parks" / "task.yaml").write_text(yaml.safe_dump(changed(TASK, path, value)), "utf-8")
    assert message in [problem.message for problem in validate_path(pack)]


def test_companions_are_validated(pack: Path) -> None:
    task = pack / "tasks" / "parks"
    (task / "broken.yaml").write_text("- {mutation: row_missing, verdict: wrong, first_failing_check: rows}\n")
    (task / "review.yaml").write_text(
        "schema_version: 1\nreviews:\n  - {reviewer: person, pass: 1, checklist: {traced: true}, notes: ''}\n"
    )
    assert codes(task) == []
    (task / "broken.yaml").write_text("- {mutation: row_missing, verdict: wrong}\n- {file: a.gpkg, verdict: right}\n")
    assert codes(task) == ["bad_value", "bad_word"]


def test_a_task_without_broken_outputs_is_noted_and_no_fault(pack: Path) -> None:
    (pack / "tasks" / "parks" / "broken.yaml").unlink()
    found = [problem for problem in validate_path(pack / "tasks" / "parks") if problem.where.endswith("broken.yaml")]
    message = "No output is declared wrong: there is no broken.yaml."
    assert [(problem.message, problem.severity) for problem in found] == [(message, "warning")]


MIRRORED = [
    ([{"kind": "mirror", "path": "nyc/parks.gpkg"}], {}, "GISAGENTBENCH_DATA is not set"),
    ([{"kind": "mirror", "path": "nyc/none.gpkg"}], {"GISAGENTBENCH_DATA": "."}, "is not there"),
]


@pytest.mark.parametrize(("sources", "environment", "reason"), MIRRORED)
def test_data_that_cannot_be_had_says_why(
    pack: Path, monkeypatch: pytest.MonkeyPatch, sources: Any, environment: dict[str, str], reason: str
) -> None:
    monkeypatch.delenv("GISAGENTBENCH_DATA", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    document = yaml.safe_load((pack / "pack.yaml").read_text("utf-8"))
    document["datasets"]["nyc/parks"]["sources"] = sources
    (pack / "pack.yaml").write_text(yaml.safe_dump(document), "utf-8")
    with pytest.raises(DatasetUnavailable, match=reason):
        load_pack(pack).dataset_file("nyc/parks")


def test_data_come_from_the_mirror(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mirror" / "nyc").mkdir(parents=True)
    (tmp_path / "mirror" / "nyc" / "parks.gpkg").write_bytes(BYTES)
    monkeypatch.setenv("GISAGENTBENCH_DATA", str(tmp_path / "mirror"))
    document = yaml.safe_load((pack / "pack.yaml").read_text("utf-8"))
    document["datasets"]["nyc/parks"]["sources"] = [{"kind": "mirror", "path": "nyc/parks.gpkg"}]
    (pack / "pack.yaml").write_text(yaml.safe_dump(document), "utf-8")
    assert load_pack(pack).dataset_file("nyc/parks").file == tmp_path / "mirror" / "nyc" / "parks.gpkg"


REGISTER_FAULTS = [
    ("features", "-", "a vector states its features"),
    ("licence_class", "share_alike", "only data of a clear licence is embedded"),
    ("sha256", "-", "bytes that are shipped or fetched need sha256"),
    ("sources", [{"kind": "embedded", "path": "../parks.gpkg"}], "stays inside its folder"),
    ("sources", [{"kind": "mirror", "path": "a"}, {"kind": "embedded", "path": "b"}], "sources stand in this order"),
]


@pytest.mark.parametrize(("path", "value", "message"), REGISTER_FAULTS)
def test_register_entry_must_be_complete(pack: Path, path: str, value: Any, message: str) -> None:
    document = yaml.safe_load((pack / "pack.yaml").read_text("utf-8"))
    document["datasets"]["nyc/parks"] = changed(document["datasets"]["nyc/parks"], path, value)
    (pack / "pack.yaml").write_text(yaml.safe_dump(document), "utf-8")
    with pytest.raises(DocumentError, match=message):
        load_pack(pack)
