# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the report of one run or several, from what lies in their folders and nothing else."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from ...tasks.pack import PackFolder
from ...tools.execution.paths import write_atomically
from ..map_drawing.drawing_process import draw as draw_in_process
from .episode_view import Pictures
from .output_maps import maps_left_out, output_jobs, output_pictures
from .page import render_page
from .page_content import all_episodes, report_content
from .picture import Draw
from .result_files import agents_csv, episode_rows, results_csv, results_json
from .run_reading import EpisodeContent, read_run
from .step_maps import step_jobs, step_maps_left_out, step_pictures

FILES = ("report.html", "results.csv", "agents.csv", "results.json")


def write_report(run_dir: Path, draw: Draw = draw_in_process, pack: PackFolder | None = None) -> list[Path]:
    """Writes the report of a run into its folder.

    Args:
        run_dir: A run folder.
        draw: Draws the maps.
        pack: The pack of the run; sought by its name where left out.
    Returns: The files, the page first.
    Raises: CommandRefused where the folder holds no run.
    """
    return write_reports([run_dir], run_dir, draw, pack)


def write_reports(
    run_dirs: Sequence[Path],
    out: Path,
    draw: Draw = draw_in_process,
    pack: PackFolder | None = None,
    grams_per_1000_tokens: float | None = None,
) -> list[Path]:
    """Writes one report of several runs.

    Args:
        run_dirs: Run folders.
        out: A folder that is there.
        draw: Draws the maps.
        pack: The pack of all runs; sought by its name for each where left out.
        grams_per_1000_tokens: Of carbon dioxide; without it there is no estimate.
    Returns: The files, the page first.
    Raises: CommandRefused where a folder holds no run.
    """
    runs = [read_run(folder, pack) for folder in run_dirs]
    episodes = all_episodes(runs)
    with tempfile.TemporaryDirectory(prefix="report_") as folder:
        pictures = draw_pictures(episodes, Path(folder), draw)
    content = report_content(runs, pictures, grams_per_1000_tokens)
    page = content.page
    left_out = maps_left_out(episodes, pictures.outputs), step_maps_left_out(episodes)
    page.problems += [sentence for sentence in left_out if sentence]
    rows = episode_rows(content.entrants)
    texts = {
        "report.html": render_page(page),
        "results.csv": results_csv(rows),
        "agents.csv": agents_csv(content.rows),
        "results.json": results_json(page, content.rows, rows),
    }
    for name in FILES:
        write_atomically(out / name, texts[name])
    return [out / name for name in FILES]


def draw_pictures(episodes: list[EpisodeContent], folder: Path, draw: Draw) -> Pictures:
    """Draws all maps at once, since a start of QGIS takes longer than a map.

    Args:
        folder: Takes the picture files.
    """
    of_outputs, of_steps = output_jobs(episodes, folder), step_jobs(episodes, folder)
    jobs = [*of_outputs.values(), *of_steps.values()]
    drawn = iter(draw(jobs) if jobs else [])
    outputs = dict(zip(of_outputs, drawn, strict=False))
    return Pictures(
        output_pictures(episodes, outputs),
        step_pictures(episodes, dict(zip(of_steps, drawn, strict=True))),
    )
