# SPDX-License-Identifier: GPL-2.0-or-later
"""Each kind of change of a pack is found, told once and in words, under the part that it is of."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from gisagentbench.headless.pack_difference import differences, pack_changes
from gisagentbench.headless.trajectory_difference import step_changes
from gisagentbench.tasks.pack import load_pack, write_checksums
from gisagentbench.tasks.trajectory import Trajectory
from gisagentbench.tests.headless.made_pack import CHECK, ROWS, steps, trajectory, write_pack

BASE = "tasks/count_people"


@pytest.fixture
def packs(tmp_path: Path) -> tuple[Path, Path]:
    """Two copies of one pack; the second one is to be changed."""
    first = write_pack(tmp_path / "first")
    shutil.copytree(first, tmp_path / "second")
    return first, tmp_path / "second"


def changes(packs: tuple[Path, Path], rewrite_checksums: bool = True) -> list[tuple[str, str, str, str]]:
    if rewrite_checksums:
        write_checksums(packs[1])
    return [tuple(change) for change in pack_changes(load_pack(packs[0]), load_pack(packs[1]))]


def rewrite(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))


def test_a_copy_is_the_same(packs) -> None:
    assert changes(packs) == []


def test_documents_that_are_written_in_another_way_say_the_same(packs) -> None:
    """Their checksums differ, so the packs are not the same release."""
    task, calls, pack = (packs[1] / name for name in (f"{BASE}/task.yaml", f"{BASE}/reference.json", "pack.yaml"))
    task.write_text("# a comment\n" + yaml.safe_dump(yaml.safe_load(task.read_text())))
    calls.write_text(calls.read_text().replace(": ", ":"))
    pack.write_text("# a comment\n" + pack.read_text())
    says = "is written in another way and says the same."
    assert changes(packs) == [
        ("pack", "layout", "changed", f"pack.yaml {says}"),
        ("task count_people", "layout", "changed", f"task.yaml {says}"),
        ("task count_people", "layout", "changed", f"reference.json {says}"),
    ]


YAML_CHANGES = [
    ("pack.yaml", 'version: "0.1"', 'version: "0.2"', ("pack", "version", "changed", 'version: "0.1" became "0.2"')),
    (
        "pack.yaml",
        "licence: CC0\nareas",
        "licence: MIT\nareas",
        ("pack", "licence", "changed", 'licence: "CC0" became "MIT"'),
    ),
    (
        "pack.yaml",
        "publisher: nobody",
        "publisher: somebody",
        ("dataset rows", "data entry", "changed", 'publisher: "nobody" became "somebody"'),
    ),
    (
        f"{BASE}/task.yaml",
        "Count the people.",
        "Count all people.",
        ("task count_people", "prompt", "changed", 'prompt.objective: "Count the people." became "Count all people."'),
    ),
    (
        f"{BASE}/task.yaml",
        "description: People",
        "description: Persons",
        ("task count_people", "inputs", "changed", 'inputs.rows.description: "People" became "Persons"'),
    ),
    (
        f"{BASE}/task.yaml",
        "id_columns: [name]",
        "id_columns: [name]\n    columns_exact: true",
        ("task count_people", "contract", "changed", "outputs.out.csv.columns_exact: false became true"),
    ),
    (
        f"{BASE}/task.yaml",
        "source:",
        "caveats: {nodata: {bites: wrong}}\nsource:",
        ("task count_people", "caveats", "added", 'caveats.nodata: new, {"bites": "wrong"}'),
    ),
]


@pytest.mark.parametrize(("file", "before", "after", "change"), YAML_CHANGES, ids=[row[3][3] for row in YAML_CHANGES])
def test_a_changed_key_is_told_with_both_values(packs, file, before, after, change) -> None:
    rewrite(packs[1] / file, before, after)
    assert changes(packs) == [change]


def test_a_task_that_came_and_one_that_went_are_one_change_each(packs) -> None:
    shutil.move(packs[1] / "tasks" / "count_again", packs[1] / "tasks" / "count_anew")
    rewrite(packs[1] / "tasks" / "count_anew" / "task.yaml", "count_again", "count_anew")
    rewrite(packs[1] / "tasks" / "count_anew" / "reference.json", "count_again", "count_anew")
    assert changes(packs) == [
        ("task count_again", "task", "removed", 'The task "count_again" is gone.'),
        ("task count_anew", "task", "added", 'The task "count_anew" is new.'),
    ]


FILE_CHANGES = [
    (f"{BASE}/check.py", CHECK + "# more\n", ("task count_people", "second derivation", "changed")),
    (f"{BASE}/broken/half.csv", "x", ("task count_people", "broken outputs", "added")),
    (f"{BASE}/review.yaml", "schema_version: 1\nreviews: []\n", ("task count_people", "reviews", "added")),
    ("data/more.csv", "x", ("file data/more.csv", "data", "added")),
    ("README.md", "x", ("file README.md", "other files", "added")),
]


@pytest.mark.parametrize(("file", "text", "change"), FILE_CHANGES, ids=[row[0] for row in FILE_CHANGES])
def test_a_changed_file_is_told_under_its_part(packs, file, text, change) -> None:
    (packs[1] / file).parent.mkdir(exist_ok=True)
    (packs[1] / file).write_text(text)
    assert [found[:3] for found in changes(packs)] == [change]


def test_other_bytes_of_a_reference_are_told_apart_from_another_content(packs) -> None:
    (packs[1] / BASE / "reference" / "out.csv").write_text("name,people\nSouth,20\nNorth,10\n")
    assert [found[1:] for found in changes(packs)] == [
        ("reference bytes", "changed", "reference/out.csv has other bytes and the same content.")
    ]
    (packs[1] / BASE / "reference" / "out.csv").write_text(ROWS.replace("20", "21"))
    assert [found[1:] for found in changes(packs)] == [
        ("reference content", "changed", "reference/out.csv was changed.")
    ]


def test_a_stale_checksum_is_told_where_the_files_are_the_same(packs) -> None:
    rewrite(packs[1] / "pack.yaml", '"data/rows.csv": ', '"data/rows.csv": 0000')
    text = (packs[1] / "pack.yaml").read_text()
    line = next(line for line in text.splitlines() if line.startswith('  "data/rows.csv"'))
    (packs[1] / "pack.yaml").write_text(text.replace(line, line[:-4]))
    ((where, part, kind, message),) = changes(packs, rewrite_checksums=False)
    assert (where, part, kind) == ("file data/rows.csv", "checksums", "changed")
    assert message.startswith("pack.yaml: data/rows.csv:")


def test_a_changed_step_of_the_reference_is_told(packs) -> None:
    (packs[1] / BASE / "reference.json").write_text(trajectory(steps(output="all.csv"), "count_people"))
    assert [found[1:] for found in changes(packs)] == [
        ("reference steps", "changed", 'step 2 (export_layer): file "out.csv" became "all.csv".')
    ]


A = {"api": "load_layer", "arguments": {"file": "a"}}
B = {"api": "buffer", "arguments": {"layer": "a", "distance": 1}}
ROUNDER = {"api": "buffer", "arguments": {"layer": "a", "distance": 1, "segments": 8}}
C = {"api": "dissolve", "arguments": {"layer": "b"}}
D = {"api": "clip", "arguments": {"layer": "c"}}
STEP_CHANGES = [
    ([A, B], [A, B], []),
    ([A, B], [A, {**B, "note": "for people"}], []),
    ([A, B, C], [A, C], ["step 2 (buffer) is gone."]),
    ([A], [A, B, C], ["steps 2 to 3 (buffer, dissolve) are new."]),
    ([A, B], [A, ROUNDER], ["step 2 (buffer): segments left out became 8."]),
    ([A, B, C], [A, D], ["steps 2 to 3 (buffer, dissolve) became step 2 (clip)."]),
    ([A, B], [{**A, "arguments": {"file": "z"}}, B], ['step 1 (load_layer): file "a" became "z".']),
]  # fmt: skip


@pytest.mark.parametrize(("before", "after", "sentences"), STEP_CHANGES, ids=str)
def test_changes_of_steps_are_said_with_their_numbers(before, after, sentences) -> None:
    first, second = (Trajectory.model_validate({"schema_version": 1, "steps": one}) for one in (before, after))
    assert step_changes(first, second) == sentences


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 1.0}, ["a"]),
        ({"a": 1}, {"a": True}, ["a"]),
        ({"a": [1, 2]}, {"a": [2, 1]}, ["a"]),
        ({"a": [{"b": 1}, {"c": 2}]}, {"a": [{"b": 1}, {"c": 3}]}, ["a[1].c"]),
        ({"a": {}}, {"b": {}}, ["a", "b"]),
    ],
)
def test_the_innermost_keys_that_differ_are_named(old, new, paths) -> None:
    assert [path for path, _, _ in differences(old, new, "")] == paths
