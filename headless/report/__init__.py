# SPDX-License-Identifier: GPL-2.0-or-later
"""The report of a run: one page that stands alone, and its figures as CSV and JSON.

writing         reads a run, draws its maps, writes the files
run_reading     episodes, steps and tasks of a run folder
figures         rates, closeness and times, per family, caveat and agent
result_files    CSV and JSON
page            templates filled, texts escaped
page_content    everything the page says
output_words    an output: checks, closeness, worst rows
contract_words  a contract in words
workflow_words  calls beside the reference, and why an episode failed, in words
failures        why runs failed, over all episodes
check_words     checks, outcomes, families and caveats in words
step_words      a call: arguments, observation, error
run_options     versions and options
output_maps     reference, output and difference as pictures
picture         a map inside the page
step_maps       the layer that each step made
table_preview   first rows of a table beside the reference
templates       HTML, style and script
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...tasks.pack import PackFolder


def write(run_dir: Path, pack: PackFolder | None = None) -> list[Path]:
    """Writes the report of a run into its folder.

    Args:
        pack: The pack of the run; sought by its name where left out.
    Returns: report.html, results.csv, results.json.
    Raises: CommandRefused where the folder holds no run.
    """
    from .writing import write_report

    return write_report(run_dir, pack=pack)
