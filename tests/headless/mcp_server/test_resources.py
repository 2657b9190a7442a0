# SPDX-License-Identifier: GPL-2.0-or-later
"""Resources tell facts of a workspace, as it is now; neither data nor places on the machine."""

import json

from gisagentbench.headless.mcp_server.resources import Resources
from gisagentbench.tools.declaration.facts import Field, LayerFacts
from gisagentbench.tools.declaration.records import HandleRecord, WorkspaceFile

VIEW = {
    "task": "t", "title": "A task", "parameters": {},
    "prompt": {"objective": "Count.", "inputs": "Parks.", "outputs": "A table.", "constraints": []},
    "inputs": {"parks": {"file": "parks.gpkg", "kind": "vector", "description": "Outlines"}},
    "outputs": [{"kind": "table", "file": "out.csv", "columns": {"n": "integer"}}],
}  # fmt: skip
TASK = ["workspace://task/prompt", "workspace://task/contract"]


def workspace(folder):
    for part in ("inputs", "work", "output"):
        (folder / part).mkdir()
    (folder / "inputs/parks.gpkg").write_bytes(b"12345")
    (folder / "inputs/a b.csv").write_bytes(b"1")
    (folder / "output/out.csv").write_bytes(b"123")
    (folder / "output/.writing-1").mkdir()
    (folder / "output/.writing-1/half.csv").write_bytes(b"1")
    (folder / "output/link.csv").symlink_to("/etc/passwd")
    facts = LayerFacts(
        kind="vector", crs="EPSG:2263", geometry_type="Polygon", fields=(Field("n", "integer"),), count=4
    )
    record = HandleRecord("vector", "work/parks_ft.gpkg", "parks_ft", facts, 2)
    (folder / "workspace.json").write_text(json.dumps(WorkspaceFile(handles={"parks_ft": record}).record()))
    return folder


def uris(resources):
    return [one.uri for one in resources.all()]


def data(resources, uri):
    return json.loads(resources.find(uri).text)


def test_before_the_first_call_there_are_task_and_declared_inputs():
    assert uris(Resources(VIEW)) == [*TASK, "workspace://inputs/parks.gpkg"]


def test_everything_of_a_workspace_is_listed_but_links_and_unfinished_files(tmp_path):
    found = uris(Resources(VIEW, workspace(tmp_path)))
    assert found == [
        *(*TASK, "workspace://inputs/parks.gpkg", "workspace://inputs/a%20b.csv"),
        *("workspace://layers/parks_ft", "workspace://output/out.csv"),
    ]


def test_without_a_task_there_is_no_task(tmp_path):
    assert [uri for uri in uris(Resources(None, workspace(tmp_path))) if "task" in uri] == []


def test_an_input_tells_what_the_task_says_of_it_and_its_size(tmp_path):
    told = data(Resources(VIEW, workspace(tmp_path)), "workspace://inputs/parks.gpkg")
    assert told == {"file": "parks.gpkg", "kind": "vector", "description": "Outlines", "bytes": 5}


def test_a_layer_tells_the_facts_that_are_known_of_it(tmp_path):
    told = data(Resources(None, workspace(tmp_path)), "workspace://layers/parks_ft")
    assert told == {
        "layer": "parks_ft", "made_by_call": 2, "kind": "vector", "crs": "EPSG:2263", "geometry_type": "Polygon",
        "fields": [{"name": "n", "type": "integer"}], "count": 4,
    }  # fmt: skip


def test_no_text_tells_a_place_on_the_machine(tmp_path):
    assert [one.uri for one in Resources(VIEW, workspace(tmp_path)).all() if str(tmp_path) in one.text] == []


def test_what_is_not_there_is_not_found(tmp_path):
    resources = Resources(VIEW, workspace(tmp_path))
    for uri in ("workspace://inputs/../workspace.json", "file:///etc/passwd", "", "workspace://layers/none"):
        assert resources.find(uri) is None
