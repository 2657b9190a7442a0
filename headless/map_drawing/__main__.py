# SPDX-License-Identifier: GPL-2.0-or-later
"""The process that draws: `python -m gisagentbench.headless.map_drawing JOB_FILE RESULTS_FILE`.

A line is written per picture as it is done, so that a picture that takes the process down costs itself alone.
"""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from qgis.core import QgsApplication

from .drawing import draw_job
from .map_job import DrawnMap, drawn_line, read_jobs


def main(job_file: Path, results_file: Path) -> None:
    """Draws all jobs of a file."""
    application = QgsApplication([], False)
    application.initQgis()
    try:
        with results_file.open("w", encoding="utf-8") as results:
            for job in read_jobs(job_file):
                try:
                    drawn = draw_job(job)
                except Exception as error:  # one picture must not cost the others
                    drawn = DrawnMap(picture="", problem=f"{type(error).__name__}: {error}")
                results.write(drawn_line(drawn))
                results.flush()
    finally:
        gc.collect()  # layers must be gone before QGIS is
        application.exitQgis()


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
