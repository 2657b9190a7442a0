# SPDX-License-Identifier: GPL-2.0-or-later
"""The calls of a reference, run one by one from the toolbox without a workspace, give what the reference gives."""

import pytest

from gisagentbench.headless.episode_scoring import score_outputs, task_inputs
from gisagentbench.headless.workspace_inputs import put_inputs
from gisagentbench.tasks.pack import find_pack
from gisagentbench.tests.processing_provider.by_hand import play_by_hand

pytestmark = pytest.mark.qgis
DEMO = find_pack("demo")
QUICK = ("olinda_built_up_index", "soho_pump_rings")
TASKS = [task if task in QUICK else pytest.param(task, marks=pytest.mark.slow) for task in DEMO.task_ids()]


@pytest.mark.parametrize("task_id", TASKS)
def test_a_reference_by_hand_is_strictly_right(task_id, tmp_path, qgis_application):
    put_inputs(tmp_path, task_inputs(DEMO, DEMO.task(task_id)))
    for name in ("layers", "output"):
        (tmp_path / name).mkdir()
    play_by_hand(DEMO.trajectory(task_id).steps, tmp_path / "inputs", tmp_path / "layers", tmp_path / "output")
    score = score_outputs(DEMO, task_id, tmp_path / "output")
    failed = {file: record.first_failing_check for file, record in score.outputs.items() if not record.strict}
    assert (score.strict, failed) == (True, {})
