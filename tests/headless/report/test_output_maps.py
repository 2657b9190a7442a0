# SPDX-License-Identifier: GPL-2.0-or-later
"""Which maps a report asks for, and what it makes of them; drawn by a stand-in."""

from pathlib import Path

import pytest
from pydantic import TypeAdapter

from gisagentbench.headless.map_drawing.map_job import DrawnMap
from gisagentbench.headless.report import output_maps as subject
from gisagentbench.headless.report.output_maps import (
    Place,
    maps_left_out,
    output_jobs,
    output_pictures,
    theme_column,
)
from gisagentbench.headless.report.run_reading import read_run
from gisagentbench.tasks.contract import OutputContract
from gisagentbench.tests.headless.report.made_run import CELLS_CONTRACT, SQUARES_CONTRACT, made_run

PNG = b"\x89PNG not really"


class StandIn:
    """Draws nothing, keeps the jobs."""

    def __init__(self, **result):
        self.jobs, self.result = [], result

    def __call__(self, jobs):
        self.jobs = jobs
        for job in jobs:
            Path(job.picture).write_bytes(PNG)
        return [DrawnMap(job.picture, 400, 300, **self.result) for job in jobs]


def output_maps(episodes, folder, draw):
    jobs = output_jobs(episodes, folder)
    return output_pictures(episodes, dict(zip(jobs, draw(list(jobs.values())), strict=True)))


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return read_run(made_run(tmp_path_factory.mktemp("run")))


def test_layers_and_rasters_have_three_maps_and_tables_none(run, tmp_path):
    places = output_maps(run.episodes, tmp_path, StandIn())
    squares, heights = 0, 1
    assert set(places) == {
        Place(task, 0, side) for task in (squares, heights) for side in ("reference", "output", "difference")
    }


def test_an_output_that_was_not_written_is_said_in_its_place(tmp_path):
    folder = made_run(tmp_path)
    next(folder.glob("episodes/squares/*/1/attempt-1/output/squares.gpkg")).unlink()
    run = read_run(folder)
    pictures = output_maps(run.episodes, tmp_path, StandIn())
    sides = {place.side: picture for place, picture in pictures.items() if place.episode == 0}
    assert set(sides) == {"reference", "output"}
    assert (sides["output"].source, sides["output"].notes) == (
        "",
        ["Nothing was written, so there is nothing to draw."],
    )


def test_wrong_answers_come_first_where_there_are_too_many(run, tmp_path, monkeypatch):
    monkeypatch.setattr(subject, "MOST_PICTURES", 3)
    pictures = output_maps(run.episodes, tmp_path, StandIn())
    assert {place.episode for place in pictures} == {0}
    left_out = "To keep this page small, one output has no maps; those of wrong answers come first."
    assert maps_left_out(run.episodes, pictures) == left_out


def test_nothing_is_said_where_every_map_is_drawn(run, tmp_path):
    pictures = output_maps(run.episodes, tmp_path, StandIn())
    assert maps_left_out(run.episodes, pictures) == ""


def test_the_output_borrows_frame_and_classes_of_the_reference(run, tmp_path):
    draw = StandIn()
    output_maps(run.episodes, tmp_path, draw)
    reference, output, difference = draw.jobs[:3]
    assert (reference.against, reference.beside) == (None, output.layer)
    assert output.against == difference.against == reference.layer
    assert difference.contract["file"] == "squares.gpkg" and output.contract is None
    assert reference.column == output.column == "people"


def test_a_contract_survives_its_way_to_the_process_that_draws(run, tmp_path):
    draw = StandIn()
    output_maps(run.episodes, tmp_path, draw)
    sent = [TypeAdapter(OutputContract).validate_python(job.contract) for job in draw.jobs if job.contract]
    assert sent == [episode.task.outputs[0] for episode in run.episodes[:2]]


def test_counts_are_told_to_those_who_do_not_see(run, tmp_path):
    draw = StandIn(counts={"same": 3, "wrong": 1, "moved": 0, "missing": 1, "extra": 0})
    alt = output_maps(run.episodes, tmp_path, draw)[Place(0, 0, "difference")].alt
    assert alt == "Map of the differences of squares.gpkg; rows: 3 the same, 1 with a wrong value, 1 missing."


def test_a_map_that_failed_says_why_and_has_no_picture(run, tmp_path):
    picture = output_maps(run.episodes, tmp_path, StandIn(problem="a.gpkg is empty."))[Place(0, 0, "output")]
    assert (picture.source, picture.notes) == ("", ["No map: a.gpkg is empty."])


@pytest.mark.parametrize(
    ("rule", "columns", "column"),
    [
        ("a measure before a class", {"kind": {"type": "text"}, "area": {"type": "real"}}, "area"),
        ("coordinates colour nothing", {"x": {"type": "real", "role": "coordinate"}}, ""),
        ("a class where there is no measure", {"kind": {"type": "text"}}, "kind"),
        ("identifiers colour nothing", {}, ""),
    ],
)
def test_the_column_that_colours_a_map(rule, columns, column):
    columns = {"id": {"type": "integer"}, **columns}
    contract = TypeAdapter(OutputContract).validate_python({**SQUARES_CONTRACT, "columns": columns})
    assert theme_column(contract) == column, rule
    assert theme_column(TypeAdapter(OutputContract).validate_python(CELLS_CONTRACT)) == ""
