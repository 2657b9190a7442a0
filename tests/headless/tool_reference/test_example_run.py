# SPDX-License-Identifier: GPL-2.0-or-later
"""The worked examples run on the data of the demo pack, and what they make can be drawn."""

import json

import pytest

from gisagentbench.headless.map_drawing.drawing_process import draw
from gisagentbench.headless.tool_reference.example_maps import example_picture, given_layers
from gisagentbench.headless.tool_reference.example_run import run_examples
from gisagentbench.headless.tool_reference.group_pages import has_picture
from gisagentbench.tools.declaration.examples import examples
from gisagentbench.tools.declaration.records import read_workspace_file
from gisagentbench.tools.declaration.registry import all_tools

pytestmark = pytest.mark.qgis
DRAWN = [name for name, spec in all_tools().items() if has_picture(spec)]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    return tmp_path_factory.mktemp("examples") / "workspace"


@pytest.fixture(scope="module")
def run(workspace):
    return run_examples(workspace, workspace.parent / "host.log")


@pytest.fixture(scope="module")
def handles(run, workspace):
    return read_workspace_file(json.loads((workspace / "workspace.json").read_text(encoding="utf-8"))).handles


def job_of(name, handles, workspace):
    picture = workspace.parent / f"{name}.png"
    return example_picture(all_tools()[name], examples()[name], handles, workspace, picture)


def test_the_layers_of_the_examples_are_made(run):
    assert [step["error"] for step in run.layers if not step["ok"]] == []


@pytest.mark.parametrize("name", all_tools())
def test_an_example_is_done_and_makes_something(name, run):
    step = run.steps[name]
    assert step["ok"], step["error"]
    made = step["observation"]
    assert made.get("count") != 0 and made.get("nodata_share", 0) < 1


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_shows_what_was_given_and_what_was_made(name, handles, workspace):
    job = job_of(name, handles, workspace)
    given = [layer for layer in given_layers(all_tools()[name], examples()[name]) if handles[layer].kind != "table"]
    assert [panel.title for panel in job.panels] == (["Given", "Made"] if given else ["Made"])
    made = job.panels[-1].layers[0]
    call = examples()[name].call.arguments
    assert made.name == call.get("output", call.get("name"))
    columns = [one.column for panel in job.panels for one in panel.layers if one.column]
    fields = {
        field.name for panel in job.panels for one in panel.layers for field in handles[one.name].facts.fields or ()
    }
    assert set(columns) <= fields


def test_a_picture_is_drawn_alike_twice(handles, workspace):
    job = job_of("clip", handles, workspace)
    first, again = draw([job, job])
    assert (first.problem, again.problem, first.width) == ("", "", 2 * 250 + 26)
    content = workspace.parent.joinpath("clip.png").read_bytes()
    assert draw([job])[0].problem == "" and workspace.parent.joinpath("clip.png").read_bytes() == content
