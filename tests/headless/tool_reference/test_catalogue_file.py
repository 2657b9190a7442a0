# SPDX-License-Identifier: GPL-2.0-or-later
"""The catalogue in the tree is the one that follows from the declarations."""

import csv
import io
import re
from pathlib import Path

import pytest

from gisagentbench.headless.tool_reference.argument_words import notation
from gisagentbench.headless.tool_reference.catalogue_file import CATALOGUE, catalogue_text
from gisagentbench.tools.declaration.registry import all_tools

CHANGES = CATALOGUE.parent / "catalogue-changes.md"
PLANNED = Path(__file__).parents[2] / "tools" / "planned_names.txt"


def rows():
    return list(csv.DictReader(io.StringIO(CATALOGUE.read_text(encoding="utf-8"))))


def test_the_file_is_not_stale():
    written = CATALOGUE.read_text(encoding="utf-8")
    assert written == catalogue_text(), "write it anew: python -m gisagentbench.headless.tool_reference"


def test_it_has_the_planned_tools_once_each_in_thirteen_groups():
    names = [row["name"] for row in rows()]
    assert len(names) == len(set(names)) == 128
    assert set(names) == set(PLANNED.read_text(encoding="utf-8").split())
    assert len({row["group"] for row in rows()}) == 13


def test_no_cell_that_every_tool_has_is_empty():
    always = ("algorithm_id", "title", "kind", "engine", "outputs", "roles", "summary")
    assert [row["name"] for row in rows() if not all(row[column] for column in always)] == []


@pytest.mark.parametrize(
    ("tool", "argument", "written"),
    [
        ("clip", "mask", "mask:polygons"),
        ("union", "other_prefix", "other_prefix:text=other_"),
        ("sieve_raster", "connectivity", "connectivity:enum(4|8)"),
        ("buffer", "ring_distances", "ring_distances:list(distance)=none"),
        ("buffer", "dissolve", "dissolve:bool=false"),
        ("summarize_by_group", "statistics", "statistics:mapping(field:list(statistic))"),
        ("reclassify_raster", "rules", "rules:ranges"),
        ("distance_matrix", "nearest", "nearest:integer=all"),
    ],
)
def test_arguments_in_the_notation_of_the_catalogue(tool, argument, written):
    assert notation(all_tools()[tool].argument(argument)) == written


def changes(title):
    """Tool and text of each row of a table in the list of changes."""
    text = CHANGES.read_text(encoding="utf-8").partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    return re.findall(r"^\| `(\w+)` \| (.*) \| [^|]+ \|$", text, re.MULTILINE)


def test_the_list_of_changes_agrees_with_the_arguments():
    found = [
        (tool, *part) for tool, row in changes("Arguments") for part in re.findall(r"((?:`\w+`(?:, )?)+): (\w+)", row)
    ]
    assert len(found) > 100
    for tool, names, verb in found:
        for name in re.findall(r"\w+", names):
            assert (all_tools()[tool].argument(name) is None) == (verb == "dropped"), f"{tool}.{name}"
            if verb == "required":
                assert all_tools()[tool].argument(name).required, f"{tool}.{name}"


def test_the_list_of_changes_agrees_with_the_engines():
    text = CHANGES.read_text(encoding="utf-8").partition("\n## Engines\n")[2]
    now = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$", text, re.MULTILINE))
    assert len(now) > 100
    assert [tool for tool, engine in now.items() if all_tools()[tool].engine != engine] == []
