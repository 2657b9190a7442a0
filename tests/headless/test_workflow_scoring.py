# SPDX-License-Identifier: GPL-2.0-or-later
"""The demo pack by its own reference, and by scripts that go wrong in ways worked out by hand."""

import pytest

from gisagentbench.headless.agents.reference import Reference
from gisagentbench.headless.agents.script import Script
from gisagentbench.headless.episode import Episode
from gisagentbench.headless.manifest import Limits
from gisagentbench.headless.workflow_scoring import rules_of, score_workflow
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tasks.release import Release, RoleDrop
from gisagentbench.tasks.trajectory import Trajectory
from gisagentbench.tests.headless.made_hosts import RecordingHost

DEMO = find_pack("demo")
SNOW = "soho_pump_rings"


def played(agent, host=None):
    events = []
    Episode(agent, host or RecordingHost(), Limits(), events.append).run()
    return events


def steps_of(task_id):
    return [step.model_dump(exclude_none=True) for step in DEMO.trajectory(task_id).steps]


def scripted(tmp_path, steps, host=None, strict=False, pack=DEMO):
    events = played(Script(Trajectory(schema_version=1, steps=steps)), host)
    return score_workflow(pack, SNOW, events, tmp_path, strict)


@pytest.mark.parametrize("task_id", DEMO.task_ids())
def test_the_reference_agent_has_1_in_every_figure(tmp_path, task_id):
    events = played(Reference(DEMO.trajectory(task_id)))
    score, failure = score_workflow(DEMO, task_id, events, tmp_path, True)
    figures = (score.closeness, score.without_exports, score.raw, score.multiplicity, score.argument_aware)
    assert (score.status, figures, failure) == ("graded", (1.0,) * 5, None)
    assert (score.missing, score.extra, score.order_violations, score.spoiling_steps) == ([], [], [], [])


def test_a_script_without_reprojection(tmp_path):
    """Of reproject, buffer, aggregate_join and export 3 roles are done; of 5 calls the two reprojections are none,
    buffer has another layer (3 of its 4 arguments agree), the join another second layer (3 of 4), the export is right.
    """
    left = [step for step in steps_of(SNOW) if step["api"] != "reproject_layer"]
    left[2]["arguments"]["layer"] = "pumps"
    left[3]["arguments"]["join_layer"] = "addresses"
    score, failure = scripted(tmp_path, left)
    assert (score.closeness, score.without_exports, score.multiplicity) == pytest.approx((3 / 4, 2 / 3, 3 / 5))
    assert score.argument_aware == pytest.approx((0 + 0 + 3 / 4 + 3 / 4 + 1) / 5)
    assert score.missing == ["reproject_vector"]
    assert failure.labels == ["missing_operation", "never_wrote_the_file"]


def test_a_script_with_one_wrong_number_whose_file_is_there(tmp_path):
    steps = steps_of(SNOW)
    next(step for step in steps if step["api"] == "buffer")["arguments"]["ring_distances"] = [60, 120, 181]
    (tmp_path / "pump_rings.csv").write_text("pump\n")
    score, failure = scripted(tmp_path, steps)
    assert (score.closeness, score.argument_aware) == pytest.approx((1, (1 + 1 + 3 / 4 + 1 + 1) / 5))
    (told,) = failure.mechanisms
    assert told.sentence == "All agrees with the reference but buffer (call 5), which differs in ring_distances."


def test_calls_that_failed_did_nothing(tmp_path):
    score, failure = scripted(tmp_path, steps_of(SNOW), RecordingHost({"buffer": "CRS_UNSUITABLE"}))
    assert score.missing == ["buffer"]
    assert ("single_call_error" in failure.labels) and (
        "buffer failed with CRS_UNSUITABLE (call 5) and was never done." in [m.sentence for m in failure.mechanisms]
    )


def test_a_run_without_calls_has_figures_and_no_note(tmp_path):
    score, failure = score_workflow(DEMO, SNOW, [], tmp_path, False)
    assert (score.closeness, failure) == (0.0, None)


def test_the_release_of_the_pack_is_what_is_dropped(tmp_path):
    drop = RoleDrop(role="reproject_vector", evidence="Run 3 measured on the ellipsoid.")
    released = DEMO.pack.model_copy(update={"release": Release(role_drops={SNOW: [drop]})})
    pack = DEMO._replace(pack=released)
    assert rules_of(pack, SNOW).drops == {"reproject_vector": "Run 3 measured on the ellipsoid."}
    assert rules_of(pack, "olinda_steep_ground").drops == {}
    left = [step for step in steps_of(SNOW) if step["api"] != "reproject_layer"]
    score, _ = scripted(tmp_path, left, pack=pack)
    assert (score.closeness, score.raw) == (1.0, pytest.approx(3 / 4))


def test_a_conditional_role_is_met_only_by_a_call_that_does_it(tmp_path):
    """nyc_distance_bands dissolves its buffers; a buffer that does not dissolve is no substitute for one that does."""
    task_id = "nyc_distance_bands"
    steps = steps_of(task_id)
    next(step for step in steps if step["api"] == "buffer")["arguments"]["dissolve"] = False
    events = played(Script(Trajectory(schema_version=1, steps=steps)))
    score, _ = score_workflow(DEMO, task_id, events, tmp_path, False)
    assert score.missing == ["dissolve"]
    assert score.closeness == pytest.approx(5 / 6)
