# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the report of a run into its folder, from what lies there and nothing else."""

from __future__ import annotations

import tempfile
from pathlib import Path

from ...tasks.pack import PackFolder
from ...tools.execution.paths import write_atomically
from ..map_drawing.drawing_process import draw as draw_in_process
from .failures import run_failures
from .figures import run_figures
from .output_maps import maps_left_out, output_jobs, output_pictures
from .page import render_page
from .page_content import Pictures, page_content
from .picture import Draw
from .result_files import episode_rows, results_csv, results_json
from .run_reading import RunContent, read_run
from .step_maps import step_jobs, step_pictures


def write_report(run_dir: Path, draw: Draw = draw_in_process, pack: PackFolder | None = None) -> list[Path]:
    """Writes report.html, results.csv and results.json.

    Args:
        run_dir: A run folder.
        draw: Draws the maps.
        pack: The pack of the run; sought by its name where left out.
    Returns: The files, the page first.
    Raises: CommandRefused where the folder holds no run.
    """
    run = read_run(run_dir, pack)
    with tempfile.TemporaryDirectory(prefix="report_") as folder:
        pictures = draw_pictures(run, Path(folder), draw)
    left_out = maps_left_out(run.episodes, run.pack, pictures.outputs)
    if left_out:
        run.problems.append(left_out)
    page = render_page(page_content(run, pictures))
    rows = episode_rows(run.episodes)
    texts = {
        "report.html": page,
        "results.csv": results_csv(rows),
        "results.json": results_json(run_figures(run.episodes), run_failures(run.episodes), rows),
    }
    for name, text in texts.items():
        write_atomically(run_dir / name, text)
    return [run_dir / name for name in texts]


def draw_pictures(run: RunContent, folder: Path, draw: Draw) -> Pictures:
    """Draws all maps of a run at once, since a start of QGIS takes longer than a map.

    Args:
        folder: Takes the picture files.
    """
    of_outputs, of_steps = output_jobs(run.episodes, run.pack, folder), step_jobs(run.episodes, folder)
    jobs = [*of_outputs.values(), *of_steps.values()]
    drawn = iter(draw(jobs) if jobs else [])
    outputs = dict(zip(of_outputs, drawn, strict=False))
    return Pictures(
        output_pictures(run.episodes, outputs),
        step_pictures(run.episodes, dict(zip(of_steps, drawn, strict=True))),
    )
