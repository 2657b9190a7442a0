# SPDX-License-Identifier: GPL-2.0-or-later
"""Paths of a pack: each rule with a path that breaks it, and the nearest one that does not."""

from __future__ import annotations

import pytest

from gisagentbench.tasks.portable_paths import clash, path_problem

PATHS = [
    ("../a", "leads out of the pack", "..a"),
    ("a/..", "leads out of the pack", "a/..b"),
    ("/a", "is absolute", "a/"),
    ("C:a", "is absolute", "CC/a"),
    ("a//b", "has an empty part", "a/b"),
    ("a/./b", "has an empty part", "a/.b"),
    ("", "has an empty part", "a"),
    ("a?b", "has a character that some systems do not take", "a!b"),
    ("a\nb", "has a character that some systems do not take", "a_b"),
    ("a\u202eb", "has a character that some systems do not take", "a\u00e9b"),
    ("a" * 121, "is too long or too deep", "a" * 120),
    ("\u00e9" * 61, "is too long or too deep", "\u00e9" * 60),
    ("a/" * 12 + "a", "is too long or too deep", "a/" * 11 + "a"),
    ("a.", "has a part that begins or ends with a space, or ends with a dot", "a.b"),
    ("a /b", "has a part that begins or ends with a space, or ends with a dot", "a b/c"),
    (" a", "has a part that begins or ends with a space, or ends with a dot", "a a"),
    ("data/Com1.csv", "is a name that some systems keep for devices", "data/com10.csv"),
    ("nul", "is a name that some systems keep for devices", "null"),
]


@pytest.mark.parametrize(("path", "problem", "near_miss"), PATHS, ids=lambda text: ascii(text)[:40])
def test_a_path_that_some_system_takes_otherwise_is_named(path: str, problem: str, near_miss: str) -> None:
    assert (path_problem(path), path_problem(near_miss)) == (problem, None)


CLASHES = [
    (["a", "A"], ("a", "A")),
    (["Data/a", "data/b"], ("Data", "data/b")),
    (["\u00e9", "e\u0301"], ("\u00e9", "e\u0301")),
    (["stra\u00dfe", "STRASSE"], ("stra\u00dfe", "STRASSE")),
    (["a", "a"], ("a", "a")),
    (["a", "a/b"], ("a", "a/b")),
    (["a/b", "a"], ("a", "a/b")),
    (["a/b/c", "A"], ("a", "A")),
    (["a/b", "a/c", "ab", "b/a"], None),
]


@pytest.mark.parametrize(("paths", "twins"), CLASHES, ids=ascii)
def test_two_paths_that_are_one_file_somewhere_are_found(paths: list[str], twins: tuple[str, str] | None) -> None:
    assert clash(paths) == twins
