# SPDX-License-Identifier: GPL-2.0-or-later
"""A release drops only what the reference does, and evidence that does the role all the same is none."""

import json

import pytest

from gisagentbench.headless.trajectory_check import trajectory_problems
from gisagentbench.tasks.pack import write_checksums
from gisagentbench.tests.headless.made_pack import steps, trajectory, write_pack

EVIDENCE = "Run 3 of agent X was strictly right without it."


@pytest.fixture
def pack(tmp_path):
    return write_pack(tmp_path / "made", ("count_people",))


def messages(pack, **tables):
    release = {table: {"count_people": [{"evidence": EVIDENCE, **entry}]} for table, entry in tables.items()}
    text = (pack / "pack.yaml").read_text()
    (pack / "pack.yaml").write_text(f"release: {json.dumps(release)}\n{text}")
    write_checksums(pack)
    return [problem.message for problem in trajectory_problems(pack)]


def test_a_role_of_the_reference_may_be_dropped(pack):
    assert messages(pack, role_drops={"role": "export_data"}) == []


def test_a_role_that_the_reference_does_not_have_is_told_with_those_it_has(pack):
    told = 'role_drops of "count_people" names the role "slope", which its reference does not have: export_data.'
    assert messages(pack, role_drops={"role": "slope"}) == [told]


def test_loading_is_no_role_that_could_be_dropped(pack):
    assert len(messages(pack, role_drops={"role": "load_data"})) == 1


def test_both_roles_of_an_order_are_looked_up(pack):
    assert len(messages(pack, order_exceptions={"first": "slope", "then": "buffer"})) == 2


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        (steps()[:1], []),
        (steps(), ['role_drops of "count_people": step 2 of "without.json" does the dropped role "export_data".']),
        (None, ['role_drops of "count_people": "without.json" cannot be read as a trajectory.']),
    ],
    ids=["does without", "does the role", "is not there"],
)
def test_a_trajectory_of_evidence_does_without_the_role(pack, calls, told):
    if calls is not None:
        (pack / "tasks/count_people/without.json").write_text(trajectory(calls))
    assert messages(pack, role_drops={"role": "export_data", "trajectory": "without.json"}) == told
