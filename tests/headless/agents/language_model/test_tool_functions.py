# SPDX-License-Identifier: GPL-2.0-or-later
"""The functions are those that the strictest endpoints take: 128, short names and descriptions, plain schemas."""

import re

import jsonschema
import pytest

from gisagentbench.headless.agents.language_model.tool_functions import in_dialect, shortened, tool_functions
from gisagentbench.tools.declaration.registry import all_tools

# What the function schemas of OpenAI, Gemini's compatible endpoint, vLLM and llama.cpp have in common.
KNOWN = {
    *("type", "description", "enum", "properties", "required", "additionalProperties", "items", "anyOf"),
    *("minimum", "maximum", "minItems", "maxLength", "pattern", "default"),
}


def schemas_in(schema):
    yield schema
    for part in schema.get("properties", {}).values():
        yield from schemas_in(part)
    for part in [schema.get("items"), schema.get("additionalProperties"), *schema.get("anyOf", [])]:
        if isinstance(part, dict):
            yield from schemas_in(part)


@pytest.mark.parametrize("level", ["full", "bare"])
def test_every_tool_is_one_function_that_endpoints_take(level):
    functions = [function["function"] for function in tool_functions(None, level)]
    assert [function["name"] for function in functions] == list(all_tools())
    assert len(functions) <= 128
    for function in functions:
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", function["name"])
        assert 0 < len(function["description"]) <= 1024
        jsonschema.Draft202012Validator.check_schema(function["parameters"])
        for schema in schemas_in(function["parameters"]):
            assert set(schema) - KNOWN == set(), function["name"]
            assert isinstance(schema.get("type", ""), str)
            assert {"type", "anyOf", "enum"} & set(schema), function["name"]


def test_bare_functions_say_less():
    full, bare = (len(str(tool_functions(None, level))) for level in ("full", "bare"))
    assert bare < full / 2


def test_a_subset_keeps_the_order_of_the_catalogue():
    asked = ["export_layer", "clip", "load_layer"]
    names = [one["function"]["name"] for one in tool_functions(asked)]
    assert names == [name for name in all_tools() if name in asked]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"const": "all"}, {"type": "string", "enum": ["all"]}),
        ({"type": ["number", "null"]}, {"anyOf": [{"type": "number"}, {"type": "null"}]}),
        (
            {"type": "number", "exclusiveMinimum": 0, "description": "A width."},
            {"type": "number", "description": "A width. Above 0."},
        ),
        (
            {"type": "object", "properties": {"const": {"type": "string"}}, "required": ["const"]},
            {"type": "object", "properties": {"const": {"type": "string"}}, "required": ["const"]},
        ),
    ],
)
def test_words_that_some_endpoints_refuse_are_written_in_others(given, said):
    assert in_dialect(given) == said


@pytest.mark.parametrize("value", ["all", 3.5, None, {"a": 1}, "x"])
def test_the_dialect_takes_what_the_schema_takes(value):
    for schema in ({"const": "all"}, {"type": ["number", "null"]}, {"anyOf": [{"type": "string"}, {"const": "all"}]}):
        taken = [jsonschema.Draft202012Validator(one).is_valid(value) for one in (schema, in_dialect(schema))]
        assert taken[0] == taken[1]


def test_a_long_description_loses_whole_sentences_from_its_end():
    assert shortened("One two. Three four. Five six.", 22) == "One two. Three four."
    assert shortened("Short.", 22) == "Short."
    assert len(shortened("x" * 50, 22)) == 22
