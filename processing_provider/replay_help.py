# SPDX-License-Identifier: GPL-2.0-or-later
"""The help of the algorithm `replaytrajectory`."""

from __future__ import annotations

from .help_blocks import AlgorithmHelp

SUMMARY = "Replays the calls of a trajectory in a new workspace, and records what came of each."
TAGS = (
    *("replay", "trajectory", "run", "workflow", "plan", "calls", "steps", "agent", "benchmark", "gisagentbench"),
    *("reference", "workspace", "guard"),
)
RESULTS = {
    "All calls done": "Whether every call of the trajectory was made and none failed.",
    "Number of calls made": "Those that failed among them.",
    "Step records": "One record per call: API, arguments, outputs, observation, warnings, error, times.",
    "Workspace": "Layers lie in its folder `work`, exported files in `output`, what QGIS said in `host.log`.",
}
RULES = (
    "A call that fails is no error of the algorithm: its record says what is the case. Trajectories, inputs and "
    "folders that cannot be used are errors.",
    "The calls run in a QGIS process of their own, as they do for agents. Cancel ends it at once.",
)
EXAMPLE = (
    'echo \'{"inputs": {"TRAJECTORY": "plan.json", "INPUTS": ["parks=parks.gpkg"], "WORKSPACE": "replayed", '
    '"STEPS": "steps.json"}}\' | qgis_process run gisagentbench:replaytrajectory -'
)
HELP = AlgorithmHelp(SUMMARY, TAGS, RESULTS, RULES, EXAMPLE)
