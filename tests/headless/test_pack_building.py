# SPDX-License-Identifier: GPL-2.0-or-later
"""Building makes the references once, leaves them alone afterwards, and writes nothing that a derivation denies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gisagentbench.headless.pack_building import build_pack
from gisagentbench.headless.pack_verification import verify_pack
from gisagentbench.tasks.content_hash import content_hash
from gisagentbench.tasks.document_problem import errors_of
from gisagentbench.tasks.pack import file_checksums, load_pack, pack_checksum
from gisagentbench.tests.headless.made_pack import CHECK, ROWS, steps, trajectory, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process

TASK = "count_people"


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack of one task, and a host that is no QGIS."""
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    return write_pack(tmp_path / "made", (TASK,))


def build(pack: Path, trust: bool = False) -> tuple[list[str], list[str]]:
    """Builds. Returns: The states of the references, and the codes of the errors."""
    built = build_pack(load_pack(pack), trust, lambda what: None)
    return [one.state for one in built.references], [problem.code for problem in errors_of(built.problems)]


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def reference(pack: Path) -> Path:
    return pack / "tasks" / TASK / "reference" / "out.csv"


def unshippable(pack: Path) -> Path:
    """Makes the data of a pack such as may be used and not passed on."""
    document = pack / "pack.yaml"
    text = document.read_text().replace("licence_class: clear", "licence_class: share_alike")
    document.write_text(text.replace("{kind: embedded, path: data/rows.csv}", "{kind: mirror, path: rows.csv}"))
    reference(pack).unlink()
    return pack


def test_a_missing_reference_is_made_and_building_again_changes_no_byte(pack: Path) -> None:
    whole = snapshot(pack)
    reference(pack).unlink()
    assert build(pack) == (["written"], [])
    assert snapshot(pack) == whole
    assert build(pack) == (["kept"], [])
    assert snapshot(pack) == whole


def test_a_reference_that_the_trajectory_does_not_make_is_replaced_and_said(pack: Path) -> None:
    reference(pack).write_text(ROWS.replace("20", "21"))
    assert build(pack) == (["replaced"], [])
    assert reference(pack).read_text() == ROWS


def test_a_reference_that_is_right_under_the_contract_keeps_its_bytes(pack: Path) -> None:
    other_order = "name,people\nSouth,20\nNorth,10\n"
    reference(pack).write_text(other_order)
    assert build(pack) == (["kept"], [])
    assert reference(pack).read_text() == other_order


def test_checksums_are_written_for_a_pack_that_has_none(pack: Path) -> None:
    document = pack / "pack.yaml"
    whole = document.read_text()
    document.write_text(whole.partition("checksums:")[0])
    assert build(pack) == (["kept"], [])
    assert document.read_text() == whole


def test_a_trajectory_that_fails_is_an_error_and_no_checksum_is_written(pack: Path) -> None:
    dying = {"api": "export_layer", "arguments": {"layer": "rows", "file": "die.csv", "format": "csv"}}
    (pack / f"tasks/{TASK}/reference.json").write_text(trajectory([*steps(), dying], TASK))
    before = snapshot(pack)
    assert build(pack) == ([], ["ENGINE_FAILED"])
    assert snapshot(pack) == before


def test_a_faulty_document_is_an_error_and_its_task_is_not_built(pack: Path) -> None:
    (pack / f"tasks/{TASK}/task.yaml").write_text("id: [")
    before = snapshot(pack)
    states, codes = build(pack)
    assert (states, bool(codes), snapshot(pack)) == ([], True, before)


def test_check_py_is_run_only_where_it_is_trusted(pack: Path) -> None:
    marker = "import pathlib\npathlib.Path(__file__).with_name('ran').touch()\n"
    (pack / f"tasks/{TASK}/check.py").write_text(marker + CHECK)
    build(pack)
    assert not (pack / f"tasks/{TASK}/ran").exists()
    build(pack, trust=True)
    assert (pack / f"tasks/{TASK}/ran").exists()


def test_an_answer_that_check_py_denies_is_not_written(pack: Path) -> None:
    wrong = CHECK + '(given.out / "out.csv").write_text("name,people\\nNorth,10\\nSouth,19\\n")\n'
    (pack / f"tasks/{TASK}/check.py").write_text(wrong)
    reference(pack).unlink()
    assert build(pack, trust=True) == ([], ["differs"])
    assert not reference(pack).exists()


def test_references_of_data_that_may_not_be_passed_on_are_made_and_not_released(pack, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("GISAGENTBENCH_DATA", str(pack / "data"))
    unshippable(pack)
    assert build(pack) == (["written"], [])
    record = json.loads((pack / f"tasks/{TASK}/reference_content.json").read_text())
    assert record == {"schema_version": 1, "files": {"out.csv": content_hash(reference(pack))}}
    assert reference(pack).read_text() == ROWS
    released, checksum = file_checksums(pack), pack_checksum(load_pack(pack))
    assert f"tasks/{TASK}/reference/out.csv" not in released
    reference(pack).unlink()
    assert (file_checksums(pack), pack_checksum(load_pack(pack))) == (released, checksum)
    assert build(pack) == (["written"], [])
    assert pack_checksum(load_pack(pack)) == checksum


def test_another_content_than_the_released_one_is_not_written(pack, monkeypatch) -> None:
    monkeypatch.setenv("GISAGENTBENCH_DATA", str(pack / "data"))
    unshippable(pack)
    build(pack)
    record = pack / f"tasks/{TASK}/reference_content.json"
    record.write_text(json.dumps({"schema_version": 1, "files": {"out.csv": "0" * 64}}))
    reference(pack).unlink()
    assert build(pack) == ([], ["content"])
    assert not reference(pack).exists()
    record.unlink()
    assert build(pack) == (["written"], [])


def test_a_made_reference_that_was_changed_is_found_by_verify(pack, monkeypatch) -> None:
    monkeypatch.setenv("GISAGENTBENCH_DATA", str(pack / "data"))
    build(unshippable(pack))
    assert errors_of(verify_pack(load_pack(pack), True, lambda what: None)) == []
    reference(pack).write_text(ROWS.replace("20", "21"))
    codes = [problem.code for problem in errors_of(verify_pack(load_pack(pack), True, lambda what: None))]
    assert codes == ["content"]  # what it would be compared with is not the reference, so nothing is derived


def test_data_that_are_not_here_are_named(pack, monkeypatch) -> None:
    monkeypatch.delenv("GISAGENTBENCH_DATA", raising=False)
    assert build(unshippable(pack)) == ([], ["missing_data"])
