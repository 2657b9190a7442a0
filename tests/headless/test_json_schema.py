# SPDX-License-Identifier: GPL-2.0-or-later
"""The JSON Schemas in docs/schemas are those of the models as they are."""

import json

import jsonschema
import pytest

from gisagentbench.headless.json_schema import FOLDER, MODELS, RECORDS, schema_files
from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.run_store import open_run
from gisagentbench.tasks.yaml_tree import parse_yaml
from gisagentbench.tests.headless.made_pack import write_pack
from gisagentbench.tests.headless.program import fake_qgis_process, run_here
from gisagentbench.tools.declaration.errors import ERROR_CODES

FILES = schema_files()


@pytest.mark.parametrize("name", FILES)
def test_the_stored_schema_is_that_of_the_model(name):
    stored = (FOLDER / name).read_text(encoding="utf-8") if (FOLDER / name).exists() else "absent"
    assert stored == FILES[name], "write them anew: python -m gisagentbench.headless.json_schema"


def test_there_is_no_schema_without_a_model():
    assert {path.name for path in FOLDER.iterdir()} == set(FILES)


def test_every_schema_of_something_stored_says_its_version():
    documents = {name: json.loads(text) for name, text in FILES.items()}
    versions = {name: schema.get("schema_version") or schema.get("version") for name, schema in documents.items()}
    assert [name for name, version in versions.items() if version is None] == ["error.json", "observation.json"]
    assert len(documents) == len(MODELS) + len(RECORDS) + 1  # the messages of the host


def test_the_error_schema_has_the_closed_list_of_codes():
    schema = json.loads(FILES["error.json"])
    assert schema["$defs"]["ErrorRecord"]["properties"]["code"]["enum"] == list(ERROR_CODES)


def test_a_code_outside_the_closed_list_is_refused():
    with pytest.raises(ValueError, match="closed list"):
        CommandRefused("OH_NO", "made up")


def agrees(name, document):
    """Holds a document against a schema, by a library that is not ours."""
    schema = json.loads(FILES[f"{name}.json"])
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(document, schema)


def test_what_a_run_stores_agrees_with_its_schemas(tmp_path, monkeypatch, capfd):
    pack = write_pack(tmp_path / "made", ("count_people",))
    for name, value in fake_qgis_process(tmp_path).items():
        monkeypatch.setenv(name, value)
    run_here(capfd, "run", "--pack", pack, "--out", tmp_path / "out")
    (episode,) = open_run(tmp_path / "out").episodes()
    attempt = episode.last_attempt
    agrees("manifest", json.loads((tmp_path / "out/manifest.json").read_text()))
    agrees("episode_score", json.loads((episode.folder / "score.json").read_text()))
    agrees("workspace", json.loads((attempt / "workspace.json").read_text()))
    events = [json.loads(line) for line in (attempt / "events.jsonl").read_text().splitlines()]
    for event in events:
        agrees("event", event)
    for step in (event["step"] for event in events if event["event"] == "call_finished"):
        agrees("step", step)


def test_documents_of_a_pack_agree_with_their_schemas(tmp_path):
    pack = write_pack(tmp_path / "made", ("count_people",))
    task = parse_yaml((pack / "tasks/count_people/task.yaml").read_text()).value
    agrees("pack", parse_yaml((pack / "pack.yaml").read_text()).value)
    agrees("task", task)
    agrees("contract", task["outputs"][0])
    agrees("trajectory", json.loads((pack / "tasks/count_people/reference.json").read_text()))


def test_an_error_answer_agrees_with_its_schema(capfd):
    agrees("error", run_here(capfd, "rnu", "--json").record)
