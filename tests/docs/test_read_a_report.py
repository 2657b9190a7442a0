# SPDX-License-Identifier: GPL-2.0-or-later
"""The page on reports names every column of the files beside a report, and the limits as they are."""

import csv
import io
import re

import pytest

from gisagentbench.headless.machine import ROOT
from gisagentbench.headless.report import output_maps, size_limits, step_maps
from gisagentbench.headless.report.writing import write_report
from gisagentbench.tests.headless.report.made_run import made_run
from gisagentbench.tests.headless.report.parsed_page import draw_pixels

PAGE = (ROOT / "docs" / "read-a-report.md").read_text(encoding="utf-8")


def named_columns(file):
    """The names in the first cells of the table under the heading of a file."""
    part = PAGE.split(f"### {file}")[1].split("\n#")[0]
    cells = [line.split("|")[1] for line in part.splitlines() if line.startswith("| `")]
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


@pytest.mark.parametrize("file", ["results.csv", "agents.csv"])
def test_every_column_is_told(file, tmp_path):
    written = {path.name: path for path in write_report(made_run(tmp_path), draw_pixels)}
    header = next(csv.reader(io.StringIO(written[file].read_text())))
    assert named_columns(file) == header


def test_the_limits_are_those_of_the_program():
    assert f"{output_maps.MOST_PICTURES} and {step_maps.MOST_PICTURES} on a page" in PAGE
    assert f"{size_limits.MOST_PICTURE_BYTES // 1000} kB each" in PAGE
    assert f"{size_limits.MOST_STEP_TEXT // 1_000_000} million characters" in PAGE
    assert f"{size_limits.MOST_STEPS} of an episode" in PAGE
    assert f"{size_limits.MOST_TEXT:,} characters" in PAGE
