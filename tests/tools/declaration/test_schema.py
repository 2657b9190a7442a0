# SPDX-License-Identifier: GPL-2.0-or-later
"""The JSON Schema of a tool accepts what its decoder accepts and refuses what it refuses."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from gisagentbench.tools.declaration.facts import Field, LayerFacts
from gisagentbench.tools.declaration.host_job import HostJob
from gisagentbench.tools.declaration.records import HandleRecord, StepRecord, WorkspaceFile
from gisagentbench.tools.declaration.registry import all_tools
from gisagentbench.tools.declaration.schema import arguments_schema, function_schema, record_schema

sys.path.insert(0, str(Path(__file__).parent))
from codec_tools import CALL, every_type_spec  # noqa: E402 (a module beside the test)

SCHEMA = arguments_schema(every_type_spec())


def accepts(arguments: dict[str, Any]) -> bool:
    return not list(jsonschema.Draft202012Validator(SCHEMA).iter_errors(arguments))


def test_the_schema_accepts_the_call() -> None:
    assert accepts(CALL)
    assert accepts({**CALL, "fields": "all"})
    assert accepts({**CALL, "statistics": {"area": "sum"}})
    assert accepts({**CALL, "extent": "parks"})


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("connectivity", 6), ("band", 0), ("distance", "500 m"), ("share", 0), ("keep", "yes"), ("layer", "Parks"),
        ("layers", []), ("statistics", {"area": "average"}), ("weights", {"a": -1}), ("extent", {"xmin": 1}),
        ("ranges", [{"min": 0}]), ("positions", [{"x": 1}]), ("colour", "red"),
    ],
)  # fmt: skip
def test_the_schema_refuses(argument: str, value: Any) -> None:
    assert not accepts({**CALL, argument: value})


@pytest.mark.parametrize("name", list(all_tools()))
def test_every_tool_has_a_valid_schema(name: str) -> None:
    spec = all_tools()[name]
    schema = function_schema(spec)["function"]["parameters"]
    jsonschema.Draft202012Validator.check_schema(schema)
    assert all(item["description"] for item in schema["properties"].values())
    bare = function_schema(spec, "bare")["function"]["parameters"]
    assert not any("description" in item for item in bare["properties"].values() if "pattern" not in item)


@pytest.mark.parametrize(
    ("record", "example"),
    [
        (StepRecord, StepRecord("clip", {"layer": "a"}, ok=True, output="b").record()),
        (HostJob, {"workspace": "w", "address": ["127.0.0.1", 5], "secret": "s"}),
        (
            WorkspaceFile,
            WorkspaceFile(
                {"a": HandleRecord("table", "work/a.gpkg", "a", LayerFacts("table", fields=(Field("n", "text"),)))}
            ).record(),
        ),
    ],
)
def test_stored_records_have_a_schema_with_version(record: type, example: dict[str, Any]) -> None:
    import json

    schema = record_schema(record)
    assert schema["version"] == 1
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(json.loads(json.dumps(example)), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**json.loads(json.dumps(example)), "more": 1}, schema)


def test_every_message_of_the_host_protocol_fits_its_schema() -> None:
    import json
    from dataclasses import asdict

    from gisagentbench.tools.declaration import host_messages as messages
    from gisagentbench.tools.declaration.schema import union_schema

    schema = union_schema("HostMessage", messages.Message, messages.SCHEMA_VERSION)
    lines = [
        messages.Hello("s", 5, {"qgis": "3.40.6"}, ["clip"]),
        messages.Request(1, "call", "clip", {"layer": "a"}),
        messages.Request(2, "close"),
        messages.Progress(1, 0.5),
        messages.StepAnswer(1, StepRecord("clip", {}, ok=True)),
        messages.CloseAnswer(2, ["a.gpkg"]),
    ]
    for line in lines:
        jsonschema.validate(json.loads(json.dumps(asdict(line))), schema)
    for wrong in ({"id": 1, "op": "stop"}, {"progress": 0.5}, {"id": "1", "step": {}}, []):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, schema)
