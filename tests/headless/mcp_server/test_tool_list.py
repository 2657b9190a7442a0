# SPDX-License-Identifier: GPL-2.0-or-later
"""The tools of the protocol are those of the catalogue, schemas unchanged, and answers are readable by any client."""

import json

import jsonschema
import pytest
from mcp_types import CallToolResult, ListToolsResult

from gisagentbench.headless.mcp_server.tool_list import call_result, refused_result, tool_list
from gisagentbench.tools.declaration.catalogue import catalogue
from gisagentbench.tools.declaration.errors import ToolError

DONE = {
    "api": "buffer", "arguments": {}, "ok": True, "output": "rings", "outputs": {"output": "rings", "count": 3},
    "observation": {"text": "vector, 3 rows"}, "warnings": [], "error": None,
}  # fmt: skip
FAILED = DONE | {
    "ok": False, "output": None, "outputs": {}, "observation": None, "warnings": ["CRS_UNSUITABLE: degrees"],
    "error": {"code": "UNKNOWN_LAYER", "message": 'there is no layer "a"', "hint": "list_layers lists them"},
}  # fmt: skip


def on_the_wire(model):
    return json.loads(model.model_dump_json(by_alias=True, exclude_none=True))


def test_every_tool_is_there_as_the_catalogue_has_it():
    listed = on_the_wire(ListToolsResult(tools=tool_list()))["tools"]
    wanted = [(one["name"], one["title"], one["schema"], one["read_only"]) for one in catalogue()]
    found = [(one["name"], one["title"], one["inputSchema"], one["annotations"]["readOnlyHint"]) for one in listed]
    assert found == wanted
    assert len(found) == 128


def test_every_schema_is_one_and_every_description_says_something():
    for tool in tool_list():
        jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        assert tool.description.splitlines()[0].endswith(".")


def test_no_tool_is_said_to_destroy_or_to_reach_the_world():
    hints = {(tool.annotations.destructive_hint, tool.annotations.open_world_hint) for tool in tool_list()}
    assert hints == {(False, False)}


def test_chosen_tools_stand_in_the_order_of_the_catalogue():
    assert [tool.name for tool in tool_list(["clip", "load_layer"])] == ["load_layer", "clip"]


def test_a_done_call_is_text_and_its_whole_record():
    result = call_result(DONE)
    assert result.content[0].text == "output: rings\nvector, 3 rows"
    assert (result.structured_content, result.is_error) == (DONE, False)


def test_a_failed_call_is_one_line_with_code_and_hint_then_its_warnings():
    result = call_result(FAILED)
    assert result.content[0].text == (
        'UNKNOWN_LAYER: there is no layer "a". Hint: list_layers lists them.\nWarning: CRS_UNSUITABLE: degrees'
    )
    assert result.is_error is True


def test_a_call_that_was_not_made_is_an_error_too():
    result = refused_result(ToolError("LIMIT_EXCEEDED", "too much", "wait"))
    assert (result.content[0].text, result.is_error) == ("LIMIT_EXCEEDED: too much. Hint: wait.", True)
    assert result.structured_content == {"error": {"code": "LIMIT_EXCEEDED", "message": "too much", "hint": "wait"}}


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (float("nan"), None),
        (float("-inf"), None),
        ("a\ud800", "a\\ud800"),
        ({"\udfff": [float("inf"), "ü"]}, {"\\udfff": [None, "ü"]}),
        ([1, 2.5, True, None], [1, 2.5, True, None]),
    ],
)
def test_values_that_json_lacks_are_told_so_that_every_client_can_read_them(value, told):
    result = call_result(DONE | {"arguments": {"x": value}})
    text = result.model_dump_json(by_alias=True)
    assert CallToolResult.model_validate_json(text).structured_content["arguments"] == {"x": told}
