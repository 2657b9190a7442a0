# SPDX-License-Identifier: GPL-2.0-or-later
"""The caveats of the embedded pack bite: each naive way is refused, or answers wrongly, as naive.json says."""

import pytest

from gisagentbench.headless.episode_scoring import task_inputs
from gisagentbench.headless.tool_host import ToolHost
from gisagentbench.headless.workspace_inputs import put_inputs
from gisagentbench.scoring.score import score_task
from gisagentbench.tasks.document import read_model
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tasks.task_evidence import NaiveWays

pytestmark = pytest.mark.qgis
DEMO = find_pack("demo")
CALL_SECONDS = 120
WAYS = [
    pytest.param(task, way, id=f"{task}-{caveat}", marks=[pytest.mark.slow] if way.bites.wrong else [])
    for task in DEMO.task_ids()
    if DEMO.task(task).caveats
    for caveat, way in read_model(DEMO.task_folder(task) / "naive.json", NaiveWays).ways.items()
]


def replayed(task, steps, workspace):
    """Replays steps until one is refused; returns its code, or None where all were done."""
    put_inputs(workspace, task_inputs(DEMO, DEMO.task(task)))
    with ToolHost(workspace, workspace / "host.log") as host:
        for step in steps:
            done = host.call(step.api, step.arguments, CALL_SECONDS)
            if not done["ok"]:
                return done["error"]["code"]
    return None


@pytest.mark.parametrize(("task", "way"), WAYS)
def test_a_naive_way_ends_as_it_is_said_to(task, way, tmp_path):
    workspace = tmp_path / "workspace"
    assert replayed(task, way.steps, workspace) == way.bites.refused
    if way.bites.wrong:
        score = score_task(DEMO.task(task), DEMO.reference_folder(task), workspace / "output", workspace / "inputs")
        failed = [check.name for record in score.outputs.values() for check in record.checks if check.passed is False]
        assert failed[0] == way.bites.wrong
