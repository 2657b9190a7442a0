# SPDX-License-Identifier: GPL-2.0-or-later
"""The help of the algorithm `runbatch`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .help_blocks import entries, rich

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


def help_text(parameters: Iterable[tuple[str, str]]) -> str:
    """Writes the help as rich text.

    Args:
        parameters: Label and help of each.
    """
    blocks = [f"<p>{escape(SUMMARY)}</p>", entries("Parameters", parameters), entries("Results", RESULTS.items())]
    blocks += [f"<p>{rich(rule)}</p>" for rule in RULES]
    return "".join([*blocks, f"<h3>Example</h3><p><code>{escape(EXAMPLE)}</code></p>"])
