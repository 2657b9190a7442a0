# SPDX-License-Identifier: GPL-2.0-or-later
"""Documents: what is read as what, and what is refused with which line and rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from pydantic import Field

from gisagentbench.tasks.document import StrictModel, read_document, read_model
from gisagentbench.tasks.document_problem import DocumentError

YAML_VALUES = [
    ('"007"', "007"),
    ("'12'", "12"),
    ("12", 12),
    ("-3", -3),
    ("1e-4", 1e-4),
    ("1.0e-6", 1.0e-6),
    (".5", 0.5),
    ("true", True),
    ("yes", "yes"),
    ("no", "no"),
    ("on", "on"),
    ("NO", "NO"),
    ("null", None),
    ("~", None),
    ("None", "None"),
    ("2024-02-29", "2024-02-29"),
    ("12:30:45", "12:30:45"),
    ("1_000", "1_000"),
    ("0x1F", "0x1F"),
    ("EPSG:2263", "EPSG:2263"),
    ("1.2.3", "1.2.3"),
]
FAULTS = [
    ("a.yaml", "a: 1\nb: 2\na: 3\n", 3, "duplicate_key"),
    ("a.yaml", "a: {b: 1,\n b: 2}\n", 2, "duplicate_key"),
    ("a.yaml", "a: 1\nzip: 007\n", 2, "leading_zeros"),
    ("a.yaml", "a: &x [1]\nb: *x\n", 1, "anchor"),
    ("a.yaml", "a: 1\nb: !!python/name:os.system x\n", 2, "tag"),
    ("a.yaml", "a: !!str 5\n", 1, "tag"),
    ("a.yaml", "a: [1,\nb: 2\n", 3, "not_yaml"),
    ("a.yaml", "a: 1\n---\nb: 2\n", 2, "not_yaml"),
    ("a.yaml", "a: 1\nb: \x0e\n", 2, "not_yaml"),
    ("a.yaml", "", 1, "empty"),
    ("a.yaml", "[" * 100 + "]" * 100, 1, "too_deep"),
    ("a.json", '{"a": 1,\n "a": 2}', 2, "duplicate_key"),
    ("a.json", '{"a": 1,\n}', 2, "not_json"),
    ("a.json", '{"a":\n NaN}', 2, "not_json"),
    ("a.json", "{'a': 1}", 1, "not_json"),
    ("a.json", '{"a": 007}', 1, "not_json"),
    ("a.json", '{"a": 1} x', 1, "not_json"),
    ("a.json", '{"a": "x\n"}', 1, "not_json"),
    ("a.json", "[" * 100 + "]" * 100, 1, "too_deep"),
]


class Inner(StrictModel):
    """A part."""

    size: float = Field(ge=0)
    name: str = ""


class Outer(StrictModel):
    """A whole."""

    parts: dict[str, Inner]
    count: int = 0


def written(tmp_path: Path, name: str, text: str) -> Path:
    """Writes a file and returns its path."""
    (tmp_path / name).write_text(text, "utf-8")
    return tmp_path / name


@pytest.mark.parametrize(("text", "value"), YAML_VALUES)
def test_plain_yaml_is_read_by_version_1_2(tmp_path: Path, text: str, value: Any) -> None:
    found = read_document(written(tmp_path, "a.yaml", f"key: {text}\n")).value["key"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(("name", "text", "line", "rule"), FAULTS)
def test_fault_of_the_text_has_line_and_rule(tmp_path: Path, name: str, text: str, line: int, rule: str) -> None:
    with pytest.raises(DocumentError) as error:
        read_document(written(tmp_path, name, text))
    problem = error.value.problems[0]
    assert (problem.line, problem.code, problem.where) == (line, rule, f"{tmp_path / name}:{line}")


def test_all_faults_of_the_values_are_listed_with_their_lines(tmp_path: Path) -> None:
    text = "count: '3'\nparts:\n  a: {size: -1}\n  b:\n    size: 1\n    nmae: x\n  c: {name: 5}\n"
    with pytest.raises(DocumentError) as error:
        read_model(written(tmp_path, "a.yaml", text), Outer)
    assert [(problem.line, problem.code) for problem in error.value.problems] == [
        (1, "wrong_type"),
        (3, "bad_value"),
        (6, "unknown_key"),
        (7, "missing_key"),
        (7, "wrong_type"),
    ]
    messages = [problem.message for problem in error.value.problems]
    assert messages[2] == '"parts.b.nmae" is not a key of this document. Nearest key: "name".'
    assert messages[3] == '"parts.c.size" is missing.'
    assert messages[4].endswith("found 5. Quote it to keep it text.")


def test_missing_file_and_wrong_encoding_are_problems_too(tmp_path: Path) -> None:
    with pytest.raises(DocumentError) as error:
        read_document(tmp_path / "none.yaml")
    assert error.value.problems[0].code == "missing_file"
    (tmp_path / "a.yaml").write_bytes(b"a: \xff\n")
    with pytest.raises(DocumentError) as error:
        read_document(tmp_path / "a.yaml")
    assert error.value.problems[0].message == "The file is not UTF-8 (byte 3)."


JSON_VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False, allow_infinity=False) | some.text(),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON_VALUES, some.sampled_from([None, 2]))
def test_json_is_read_as_the_json_module_writes_it(value: Any, indent: int | None) -> None:
    """Oracle: the json module of the standard library."""
    import json

    from gisagentbench.tasks.yaml_tree import parse_json

    assert parse_json(json.dumps(value, indent=indent)).value == value
    assert parse_json(json.dumps(value, ensure_ascii=False)).value == value
