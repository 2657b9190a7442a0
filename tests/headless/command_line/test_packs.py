# SPDX-License-Identifier: GPL-2.0-or-later
"""`packs build | add | diff | list | verify`: answers, exit statuses, and that an added pack is found by its name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gisagentbench.tests.headless.made_pack import CHECK, ROWS, write_pack
from gisagentbench.tests.headless.program import fake_qgis_process, run_here

TASK = "count_people"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the pack `made`, in which commands run with a host that is no QGIS."""
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GISAGENTBENCH_PACKS", str(tmp_path / "packs"))
    monkeypatch.chdir(tmp_path)
    write_pack(tmp_path / "made", (TASK,))
    return tmp_path


def test_a_pack_that_was_zipped_is_added_and_used_by_its_name(place, capfd) -> None:
    built = run_here(capfd, "packs", "build", "made", "--zip", "made.zip", "--json")
    assert (built.status, built.record["ok"], built.record["packs"][0]["zip"]) == (0, True, "made.zip")
    added = run_here(capfd, "packs", "add", "made.zip", "--json")
    (record,) = added.record["packs"]
    assert added.status == 0 and (record["name"], record["state"], record["tasks"]) == ("made", "added", 1)
    assert record["checksum"] == built.record["packs"][0]["checksum"]
    (place / "made").rename(place / "elsewhere")
    tasks = run_here(capfd, "tasks", "--pack", "made", "--json")
    assert [task["id"] for task in tasks.record["tasks"]] == [TASK]
    ran = run_here(capfd, "run", "--pack", "made", "--out", "run", "--json")
    assert (ran.status, ran.record["strict_rate"]) == (0, 1.0)
    again = run_here(capfd, "score", "run", "--json")
    assert again.status == 0


def test_an_added_pack_is_listed_beside_the_embedded_ones(place, capfd) -> None:
    run_here(capfd, "packs", "add", "made")
    packs = run_here(capfd, "packs", "list", "--json").record["packs"]
    assert [(one["name"], one["place"]) for one in packs] == [("demo", "embedded"), ("made", "added")]
    (place / "packs" / "made" / "pack.yaml").write_text("[")
    packs = run_here(capfd, "packs", "list", "--json").record["packs"]
    assert packs[1]["name"] == "made" and "pack.yaml:1" in packs[1]["problem"]
    assert "cannot be used" in run_here(capfd, "packs", "list").output


def test_outputs_that_are_not_shipped_are_made_where_the_pack_was_added(place, capfd, monkeypatch) -> None:
    monkeypatch.setenv("GISAGENTBENCH_DATA", str(place / "made" / "data"))
    document = place / "made" / "pack.yaml"
    text = document.read_text().replace("licence_class: clear", "licence_class: share_alike")
    document.write_text(text.replace("{kind: embedded, path: data/rows.csv}", "{kind: mirror, path: rows.csv}"))
    run_here(capfd, "packs", "build", "./made", "--zip", "made.zip")
    added = run_here(capfd, "packs", "add", "made.zip", "--json").record["packs"][0]
    assert added["to_build"] == [TASK]
    reference = place / "packs" / "made" / "tasks" / TASK / "reference" / "out.csv"
    assert not reference.exists()
    built = run_here(capfd, "packs", "build", "made", "--json")
    assert (built.status, built.record["packs"][0]["checksum"]) == (0, added["checksum"])
    assert reference.read_text() == ROWS
    assert run_here(capfd, "packs", "add", "made.zip", "--json").record["packs"][0]["to_build"] == []


def test_another_version_is_refused_and_replaced_on_demand(place, capfd) -> None:
    run_here(capfd, "packs", "add", "made")
    (place / "made" / "README.md").write_text("new")
    copy = run_here(capfd, "packs", "build", "made", "--json")
    assert (copy.status, copy.error_code) == (2, "BAD_VALUE") and "./made" in copy.record["error"]["hint"]
    assert run_here(capfd, "packs", "build", "./made").status == 0
    refused = run_here(capfd, "packs", "add", "made", "--json")
    assert (refused.status, refused.error_code) == (2, "OUTPUT_EXISTS")
    assert "--replace" in refused.record["error"]["hint"]
    assert run_here(capfd, "packs", "add", "made", "--replace").output.startswith(
        "made 0.1: added in place of another version, 1 task, in "
    )


def test_a_faulty_zip_file_ends_with_status_2(place, capfd) -> None:
    (place / "bad.zip").write_text("no zip")
    refused = run_here(capfd, "packs", "add", "bad.zip", "--json")
    assert (refused.status, refused.error_code) == (2, "BAD_FORMAT")
    assert run_here(capfd, "packs", "diff", "made", "bad.zip", "--json").status == 2


def test_diff_is_0_for_the_same_and_1_for_another_pack(place, capfd) -> None:
    run_here(capfd, "packs", "build", "made", "--zip", "first.zip")
    same = run_here(capfd, "packs", "diff", "made", "first.zip", "--json")
    assert (same.status, same.record) == (0, {"same": True, "changes": []})
    (place / "made" / "tasks" / TASK / "check.py").write_text(CHECK + "# more\n")
    run_here(capfd, "packs", "build", "made")
    differs = run_here(capfd, "packs", "diff", "first.zip", "made", "--json")
    assert (differs.status, differs.record["same"]) == (1, False)
    (change,) = differs.record["changes"]
    assert set(change) == {"where", "part", "kind", "message"}
    words = run_here(capfd, "packs", "diff", "first.zip", "made").output.splitlines()
    assert words == [
        "different: 1 change from made 0.1 (first.zip) to made 0.1 (made)",
        f"task {TASK}",
        "  second derivation  check.py was changed.",
    ]


def test_build_says_what_it_wrote_and_ends_with_1_where_it_could_not(place, capfd) -> None:
    reference = place / "made" / "tasks" / TASK / "reference" / "out.csv"
    reference.unlink()
    built = run_here(capfd, "packs", "build", "made").output.splitlines()
    assert built[:2] == ["built: made 0.1, references: 0 kept, 1 written, 0 replaced", f"  written  {TASK}: out.csv"]
    (place / "made" / "data" / "rows.csv").write_text("other")
    failed = run_here(capfd, "packs", "build", "made", "--zip", "made.zip", "--json")
    assert (failed.status, failed.record["ok"], failed.record["packs"][0]["checksum"]) == (1, False, None)
    assert [problem["code"] for problem in failed.record["problems"]] == ["missing_data"]
    assert not (place / "made.zip").exists()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("packs", "build"), "MISSING_ARGUMENT"),
        (("packs", "build", "none"), "FILE_NOT_FOUND"),
        (("packs", "build", "made", "demo", "--zip", "x.zip"), "BAD_VALUE"),
        (("packs", "build", "made", "--zip", "none/x.zip"), "BAD_VALUE"),
        (("packs", "add"), "MISSING_ARGUMENT"),
        (("packs", "add", "none"), "FILE_NOT_FOUND"),
        (("packs", "diff", "made"), "MISSING_ARGUMENT"),
        (("packs", "diff", "made", "none"), "FILE_NOT_FOUND"),
    ],
)
def test_a_command_line_that_cannot_be_carried_out_ends_with_2(place, capfd, words, code) -> None:
    ended = run_here(capfd, *words, "--json")
    assert (ended.status, ended.error_code) == (2, code)


def test_verify_tells_what_lacks_beside_the_answers(place, capfd) -> None:
    verified = run_here(capfd, "packs", "verify", "made", "--trust", "--json")
    found = {(problem["code"], problem["severity"]) for problem in verified.record["problems"]}
    assert (verified.status, verified.record["ok"]) == (0, True)
    assert found == {("no_licence_text", "warning"), ("not_reviewed", "warning")}


def test_verify_runs_check_py_of_an_added_pack_only_where_it_is_trusted(place, capfd) -> None:
    (place / "made" / "tasks" / TASK / "check.py").write_text("raise SystemExit(3)\n")
    run_here(capfd, "packs", "build", "made")
    run_here(capfd, "packs", "add", "made")
    asked = run_here(capfd, "packs", "verify", "made", "--json")
    trusted = run_here(capfd, "packs", "verify", "made", "--trust", "--json")
    codes = [
        [one["code"] for one in ended.record["problems"] if one["severity"] == "error"] for ended in (asked, trusted)
    ]
    assert codes == [["not_trusted"], ["failed"]]
    assert asked.status == trusted.status == 1


def test_a_register_that_says_otherwise_than_the_data_is_found(place, capfd) -> None:
    document = place / "made" / "pack.yaml"
    document.write_text(document.read_text().replace("features: 2", "features: 3"))
    ended = run_here(capfd, "packs", "verify", "made", "--trust", "--json")
    messages = [problem["message"] for problem in ended.record["problems"] if problem["code"] == "register"]
    assert messages == ['Dataset "rows": it has 2 rows, the register says 3.']


def test_a_review_that_refuses_a_task_is_found_until_a_later_round_does_not(place, capfd) -> None:
    review = place / "made" / "tasks" / TASK / "review.yaml"
    first = "schema_version: 1\nreviews:\n- {reviewer: person, pass: 1, checklist: {prompt_is_complete: false}}\n"
    review.write_text(first)
    run_here(capfd, "packs", "build", "made")
    ended = run_here(capfd, "packs", "verify", "made", "--trust", "--json")
    assert [one["code"] for one in ended.record["problems"]] == ["no_licence_text", "refused_by_review"]
    review.write_text(first + "- {reviewer: person, pass: 2, checklist: {prompt_is_complete: true}}\n")
    run_here(capfd, "packs", "build", "made")
    assert run_here(capfd, "packs", "verify", "made", "--trust", "--json").status == 0


def test_validate_reads_a_zipped_pack(place, capfd) -> None:
    run_here(capfd, "packs", "build", "made", "--zip", "made.zip")
    assert run_here(capfd, "validate", "made.zip", "--json").record == {"ok": True, "problems": []}
    (place / "made" / "data" / "rows.csv").write_text(ROWS + "East,1\n")
    assert json.loads(run_here(capfd, "validate", "made", "--json").output)["ok"] is False
