# SPDX-License-Identifier: GPL-2.0-or-later
"""Names say what is inside, every folder's `__init__.py` is its map, every file states its licence."""

import ast
import re
from pathlib import PurePosixPath

import pytest

from gisagentbench.tests.house.source_tree import FLOORS, ROOT, files, package_files, text_of, tree_of

# Drawers: anything fits in, so nothing is found again.
DRAWERS = {
    "utils",
    "util",
    "common",
    "misc",
    "base",
    "manager",
    "managers",
    "helpers",
    "helper",
    "stuff",
    "core",
    "lib",
}
LICENCE = "# SPDX-License-Identifier: GPL-2.0-or-later"
MAP_LINE = re.compile(r"^ {0,4}([a-z_][a-z0-9_]*)/? {2,}\S")


def drawer_names(path: PurePosixPath) -> list[str]:
    """Returns the parts of a path that are drawers, or end in one (`raster_utils`)."""
    words = [*path.parts[:-1], path.stem]
    return [word for word in words if word in DRAWERS or word.rpartition("_")[2] in DRAWERS]


def mapped_names(docstring: str | None) -> set[str]:
    """Returns the names that a folder's map has a line for: `name  what`."""
    return {line[1] for line in map(MAP_LINE.match, (docstring or "").splitlines()) if line}


def map_faults(mapped: set[str], code: set[str], all_names: set[str]) -> list[str]:
    """Compares a folder's map with what lies in it: each module and package has a line, other things may have one."""
    missing = [f"no line for {name}" for name in sorted(code - mapped)]
    return missing + [f"a line for {name}, which is not there" for name in sorted(mapped - code - all_names)]


def names_in(folder: PurePosixPath) -> set[str]:
    """Returns the modules and packages of a folder of the project."""
    inside = {path.relative_to(folder) for path in package_files() if path.is_relative_to(folder)}
    return {path.parts[0].removesuffix(".py") for path in inside} - {"__init__"}


def folders_of_code() -> list[PurePosixPath]:
    return sorted({path.parent for path in package_files() if path.parent != PurePosixPath(".")})


def states_licence(text: str) -> bool:
    """Tells whether the licence line is the first, or the second after a `#!` line."""
    lines = text.splitlines()
    return LICENCE in (lines[1:2] if lines and lines[0].startswith("#!") else lines[:1])


def test_no_file_or_folder_is_a_drawer():
    assert [str(path) for path in files(".py", ".sh") if drawer_names(path)] == []


@pytest.mark.parametrize("folder", folders_of_code(), ids=str)
def test_the_map_of_a_folder_names_what_lies_in_it(folder):
    init = folder / "__init__.py"
    assert (ROOT / init).exists(), f"{folder} has no __init__.py"
    entries = {path.stem for path in (ROOT / folder).iterdir()}
    assert map_faults(mapped_names(ast.get_docstring(tree_of(init))), names_in(folder), entries) == []


def test_every_python_and_shell_file_states_its_licence():
    assert [str(path) for path in files(".py", ".sh") if not states_licence(text_of(path))] == []


def test_tests_stand_where_their_subject_stands():
    rooms = {path.parts[1] for path in files(".py") if path.parts[0] == "tests" and len(path.parts) > 2}
    assert rooms <= {*FLOORS, "house", "setup", "docs", "bench", "questions"}


def test_drawers_are_found():
    assert drawer_names(PurePosixPath("tools/utils/clip.py")) == ["utils"]
    assert drawer_names(PurePosixPath("scoring/raster_utils.py")) == ["raster_utils"]
    assert drawer_names(PurePosixPath("scoring/database.py")) == []


def test_faults_of_a_map_are_found():
    docstring = "Rooms of scoring.\n\nrows    matches rows\nvalues  compares values\nAll of them are pure functions.\n"
    assert mapped_names(docstring) == {"rows", "values"}
    assert map_faults({"rows", "icons"}, {"rows"}, {"rows", "icons"}) == []
    assert map_faults({"rows", "values"}, {"rows", "geometry"}, {"rows", "geometry"}) == [
        "no line for geometry",
        "a line for values, which is not there",
    ]


def test_a_missing_licence_line_is_found():
    assert states_licence(f"{LICENCE}\nimport os\n")
    assert states_licence(f"#!/bin/sh\n{LICENCE}\n")
    assert not states_licence('"""Text."""\n' + LICENCE)
    assert not states_licence("")
