# SPDX-License-Identifier: GPL-2.0-or-later
"""A warning is used where a later call takes the layer, or the call wrote a file; looking is no use."""

import pytest

from gisagentbench.headless.events import CallFinished, CallStarted
from gisagentbench.headless.warnings_used import WarningCounts, warning_counts
from gisagentbench.tasks.task import Task
from gisagentbench.tests.headless.report.made_run import TASKS, step_record, task_document

LOAD = ("load_layer", {"file": "rows.csv", "name": "rows"})
CENTRES = ("centroids", {"layer": "rows", "output": "centres"})
LOOK = ("describe_layer", {"layer": "centres"})
BUFFER = ("buffer", {"layer": "centres", "distance": 5, "unit": "m", "method": "planar", "output": "near"})
EXPORT = ("export_layer", {"layer": "rows", "file": "people.csv", "format": "csv"})
FAILS, WARNS = "fails", "warns"


def events(*calls):
    """Calls as (api, arguments), each followed by what is special about it, if anything."""
    told = []
    for number, (call, how) in enumerate(calls, start=1):
        api, arguments = call
        more = {"warnings": ["CRS_UNSUITABLE: it is in degrees."]} if how == WARNS else {}
        if how == FAILS:
            more = {"ok": False, "error": {"code": "BAD_VALUE", "message": "", "hint": ""}}
        told.append(CallStarted(call=number, turn=number, api=api, arguments=arguments))
        told.append(CallFinished(call=number, step=step_record(api, arguments, **more)))
    return told


@pytest.mark.parametrize(
    ("calls", "counts"),
    [
        ([(LOAD, ""), (CENTRES, WARNS), (BUFFER, "")], WarningCounts(1, 1)),
        ([(LOAD, ""), (CENTRES, WARNS), (LOOK, "")], WarningCounts(1, 0)),
        ([(LOAD, ""), (CENTRES, WARNS), (BUFFER, FAILS)], WarningCounts(1, 0)),
        ([(LOAD, ""), (CENTRES, ""), (LOOK, WARNS), (BUFFER, "")], WarningCounts(1, 0)),
        ([(LOAD, ""), (EXPORT, WARNS)], WarningCounts(1, 1)),
        ([(LOAD, WARNS), (CENTRES, WARNS), (BUFFER, "")], WarningCounts(2, 2)),
        ([(LOAD, ""), (CENTRES, "")], WarningCounts(0, 0)),
    ],
    ids=["taken", "looked at", "the taker failed", "looking warned", "written", "both taken", "none"],
)
def test_warnings_of_an_episode(calls, counts):
    task = Task.model_validate(task_document(TASKS[0]))
    assert warning_counts(events(*calls), task) == counts
