# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of one run or several: one page that stands alone, and its figures as CSV and JSON.

writing           reads runs, draws their maps, writes the files
run_reading       episodes, steps and tasks of a run folder
usage             tokens and money that an agent spent
status            what became of an episode, in a word
entrants          who is compared: every agent of every run
figures           rates, closeness and times over all episodes
agent_figures     rates, repeats, work, time and money of each agent
figure_rows       the figures of agents as rows, and those of papers
figure_table      these rows as a table of the page
published         figures that papers print of their own agents
published_view    these as tables of the page
comparison        tasks by agents, changes from one to another, options that differ
cost_chart        cost against strict rate
result_files      CSV and JSON
page              templates filled, texts escaped
page_content      everything the page says
episode_view      one episode as the page tells of it
output_words      an output: checks, closeness, worst rows
contract_words    a contract in words
workflow_words    calls beside the reference, and why an episode failed, in words
failures          why episodes failed, over all of them
check_words       checks, outcomes, families and caveats in words
step_words        a call: arguments, observation, error
run_options       versions and options
size_limits       how large a page may become
output_maps       reference, output and difference as pictures
picture           a map inside the page
step_maps         the layer that each step made
value_words       shares and values as people read them
table_preview     first rows of a table beside the reference
templates         HTML, style and script
published_figures  the figures of papers, as CSV
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...tasks.pack import PackFolder


def write(run_dir: Path, pack: PackFolder | None = None) -> list[Path]:
    """Writes the report of a run into its folder.

    Args:
        pack: The pack of the run; sought by its name where left out.
    Returns: report.html, results.csv, agents.csv, results.json.
    Raises: CommandRefused where the folder holds no run.
    """
    from .writing import write_report

    return write_report(run_dir, pack=pack)


def write_of_runs(
    run_dirs: Sequence[Path], out: Path, pack: PackFolder | None = None, grams_per_1000_tokens: float | None = None
) -> list[Path]:
    """Writes one report of several runs into a folder that is there.

    Args:
        pack: The pack of all of them; sought by its name for each where left out.
        grams_per_1000_tokens: Of carbon dioxide; without it there is no estimate.
    Returns: As `write`.
    Raises: CommandRefused where a folder holds no run.
    """
    from .writing import write_reports

    return write_reports(run_dirs, out, pack=pack, grams_per_1000_tokens=grams_per_1000_tokens)
