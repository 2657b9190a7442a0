# SPDX-License-Identifier: GPL-2.0-or-later
"""The figures on the table of roles are those of the table as it is, and every pair in dispute is decided."""

import csv
import itertools
import json
import re
from pathlib import Path

import pytest

from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.roles import INSPECT_ROLES, ROLES

FOLDER = Path(__file__).parents[3] / "docs" / "roles"
TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")


def by_role():
    return {name: ROLES[name][0] for name in all_tools()}


def by_engine():
    groups = json.loads((FOLDER / "second-grouping.json").read_text(encoding="utf-8"))["groups"]
    assert len([tool for group in groups for tool in group["tools"]]) == 128
    return {tool: number for number, group in enumerate(groups) for tool in group["tools"]}


def pairs_of(grouping):
    return {pair for pair in itertools.combinations(all_tools(), 2) if grouping[pair[0]] == grouping[pair[1]]}


def adjusted_rand(one, other, count):
    """Hubert and Arabie 1985, by counts of pairs."""
    both, total = len(one & other), count * (count - 1) / 2
    expected = len(one) * len(other) / total
    return (both - expected) / ((len(one) + len(other)) / 2 - expected)


def test_the_index_of_a_grouping_with_itself_is_one_and_with_a_made_one_as_on_paper():
    # 4 things in {ab}{cd} and {abc}{d}: 2 and 3 pairs of 6, one in both: (1 - 1) / (2.5 - 1) = 0
    one, other = {("a", "b"), ("c", "d")}, {("a", "b"), ("a", "c"), ("b", "c")}
    assert adjusted_rand(one, one, 4) == 1
    assert adjusted_rand(one, other, 4) == 0


def test_the_figures_are_those_of_the_table():
    roles, engines = pairs_of(by_role()), pairs_of(by_engine())
    figures = dict(re.findall(r"^\| (.+?) \| (.+?) \|$", TEXT, re.MULTILINE))
    assert f"{adjusted_rand(roles, engines, 128):.3f}" in figures.values()
    assert str(len(roles ^ engines)) in figures.values()
    assert f"{len(roles - engines)} / {len(engines - roles)}" in figures.values()
    every_role = {role for roles in ROLES.values() for role in roles} | {"dissolve"}
    assert f"have {len(every_role)} roles, {len(set(by_role().values()))} of them" in TEXT.replace("\n", " ")
    looks = [pair for pair in roles - engines if {ROLES[name][0] for name in pair} <= INSPECT_ROLES]
    assert f"{len(looks)} pairs are looks" in TEXT.replace("\n", " ")
    assert f"{len(set(by_engine().values()))} groups" in TEXT


def test_every_disputed_pair_is_decided():
    roles, engines = pairs_of(by_role()), pairs_of(by_engine())
    with (FOLDER / "adjudicated-pairs.csv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    decided = {(row["tool"], row["other_tool"]): row for row in rows}
    assert set(decided) == roles ^ engines
    for pair, row in decided.items():
        assert row["joined_by"] == ("roles" if pair in roles else "engines")
        assert len(row["why_the_table_stays"].split()) > 5


def test_a_changed_table_is_found():
    changed = by_role() | {"slope": "buffer"}
    assert pairs_of(changed) != pairs_of(by_role())
    with pytest.raises(KeyError):
        pairs_of({"slope": "slope"})
