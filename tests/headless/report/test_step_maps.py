# SPDX-License-Identifier: GPL-2.0-or-later
"""Each step shows the layer it made, as far as it is still in the workspace."""

import json

import pytest

from gisagentbench.headless.map_drawing.map_job import DrawnMap
from gisagentbench.headless.report.run_reading import EpisodeContent, Step
from gisagentbench.headless.report.step_maps import StepPlace, new_column, step_jobs, step_pictures
from gisagentbench.tests.headless.report.made_run import step_record


def step(number, api, made, fields=None):
    observation = {"kind": "vector", "fields": fields or {}, "text": ""}
    return Step(number, api, {}, record=step_record(api, {}, output=made, observation=observation))


def episode(folder, steps, handles):
    facts = {"kind": "vector"}
    records = {
        name: {"kind": kind, "path": path, "sublayer": "", "facts": facts, "step": 1}
        for name, (kind, path) in handles.items()
    }
    document = {"schema_version": 1, "handles": records, "inputs": {}, "steps": len(steps)}
    (folder / "workspace.json").write_text(json.dumps(document))
    return EpisodeContent(None, None, folder, None, steps=steps)


def test_layers_and_rasters_have_a_map_and_nothing_else(tmp_path):
    for name in ("parks.gpkg", "slope.tif", "rows.gpkg"):
        (tmp_path / name).write_bytes(b"x")
    handles = {
        "parks": ("vector", "parks.gpkg"),
        "slope": ("raster", "slope.tif"),
        "rows": ("table", "rows.gpkg"),
        "gone": ("vector", "gone.gpkg"),
        "outside": ("vector", "../outside.gpkg"),
    }
    (tmp_path.parent / "outside.gpkg").write_bytes(b"x")
    steps = [step(number, "buffer", name) for number, name in enumerate([*handles, "parks.csv", None], start=1)]
    jobs = step_jobs([episode(tmp_path, steps, handles)], tmp_path)
    assert {place.call: job.layer.path for place, job in jobs.items()} == {
        1: str(tmp_path / "parks.gpkg"),
        2: str(tmp_path / "slope.tif"),
    }


@pytest.mark.parametrize("text", ["", "{", '{"schema_version": 9}', "[]"])
def test_a_broken_workspace_file_has_no_maps(text, tmp_path):
    content = episode(tmp_path, [step(1, "buffer", "parks")], {})
    (tmp_path / "workspace.json").write_text(text)
    assert step_jobs([content], tmp_path) == {}


def test_a_map_is_coloured_by_what_the_step_computed():
    seen: set[str] = set()
    load = step(1, "load_layer", "tracts", {"code": "text", "people": "integer"})
    same = step(2, "reproject_layer", "tracts_utm", {"code": "text", "people": "integer"})
    computed = step(3, "zonal_statistics", "tracts_slope", {"code": "text", "people": "integer", "slope_mean": "real"})
    assert [new_column(one, seen) for one in (load, same, computed)] == ["", "", "slope_mean"]


def test_the_text_for_those_who_do_not_see_names_step_and_layer(tmp_path):
    content = episode(tmp_path, [step(7, "clip", "near_places")], {})
    (tmp_path / "a.png").write_bytes(b"png")
    drawn = {StepPlace(0, 7): DrawnMap(str(tmp_path / "a.png"), 240, 200)}
    picture = step_pictures([content], drawn)[StepPlace(0, 7)]
    assert (picture.title, picture.alt) == ("near_places", "Map of near_places, made by step 7, clip.")
