# SPDX-License-Identifier: GPL-2.0-or-later
"""Jobs and results travel between processes unchanged."""

import pytest

from gisagentbench.headless.map_drawing.map_job import (
    DrawnMap,
    LayerSource,
    MapJob,
    Panel,
    PanelLayer,
    PanelsJob,
    drawn_line,
    read_drawn,
    read_jobs,
    write_jobs,
)

OUTPUT, REFERENCE = LayerSource("out.gpkg", "vector", "parks"), LayerSource("reference.gpkg", "vector")
FULL = MapJob(
    "difference.png",
    OUTPUT,
    against=REFERENCE,
    beside=OUTPUT,
    contract={"kind": "vector"},
    context=(LayerSource("streets.shp", "vector"),),
    column="area",
    caption="Area",
    values="label",
    width=300,
)


PANELS = PanelsJob(
    "panels.png",
    (
        Panel("Given", (PanelLayer(REFERENCE, "parks", "area"), PanelLayer(OUTPUT, "paths", look="over"))),
        Panel("Made", (PanelLayer(OUTPUT, "cells", values="angle", like_first=True),)),
    ),
    frame="last",
    width=250,
    most_bytes=40_000,
)


@pytest.mark.parametrize("job", [FULL, MapJob("a.png", REFERENCE), PANELS], ids=["full", "short", "panels"])
def test_a_job_comes_back_as_it_went(job, tmp_path):
    write_jobs(tmp_path / "job.json", [job])
    assert read_jobs(tmp_path / "job.json") == [job]


def test_a_job_of_another_version_is_refused(tmp_path):
    (tmp_path / "job.json").write_text('{"schema_version": 2, "jobs": []}')
    with pytest.raises(ValueError, match="schema_version 2, not 1"):
        read_jobs(tmp_path / "job.json")


def test_a_torn_last_line_is_no_result():
    first, second = DrawnMap("a.png", 400, 300, {"same": 3}, ["note"]), DrawnMap("", problem="gone")
    lines = drawn_line(first) + drawn_line(second)
    assert read_drawn(lines) == [first, second]
    assert read_drawn(lines[:-5]) == [first]
    assert read_drawn("") == []
