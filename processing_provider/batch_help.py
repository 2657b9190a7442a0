# SPDX-License-Identifier: GPL-2.0-or-later
"""The help of the algorithm `runbatch`."""

from __future__ import annotations

from .help_blocks import AlgorithmHelp

SUMMARY = "Runs agents over the tasks of a pack, several at a time, scores what they make, and writes the report."
TAGS = (
    *("run", "batch", "benchmark", "gisagentbench", "agent", "agents", "pack", "task", "tasks", "evaluate", "score"),
    *("report", "episode", "episodes", "workers", "resume"),
)
RESULTS = {
    "Strict rate": "Share of strictly right episodes among those with a score; absent where there are none.",
    "Episodes with a record": "Those that were scored.",
    "Episodes in all": "Tasks times agents times repeats. Where some have no record, run it again to resume.",
    "Run folder": "Events, outputs and record of every episode, and the manifest.",
    "Report": "One page of the whole run.",
}
RULES = (
    "An episode that goes wrong is no error of the algorithm: its record says what is the case. Packs, tasks, agents "
    "and folders that cannot be used are errors.",
    "The run is the command `run` in a process of its own, and each episode has a QGIS process. Cancel ends them all; "
    "the same run folder resumes the run.",
)
EXAMPLE = (
    'echo \'{"inputs": {"PACK": "demo", "TASK": ["soho_pump_rings"], "WORKERS": 2, "OUT": "runs/snow"}}\''
    " | qgis_process run gisagentbench:runbatch -"
)
HELP = AlgorithmHelp(SUMMARY, TAGS, RESULTS, RULES, EXAMPLE)
