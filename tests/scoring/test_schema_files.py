# SPDX-License-Identifier: GPL-2.0-or-later
"""The JSON Schemas in docs/schemas are those of the models."""

from __future__ import annotations

import json

import pytest

from gisagentbench.scoring.schema_files import ALL_MODELS, SCHEMA_FOLDER
from gisagentbench.tasks.json_schema import schema_text


def test_there_is_a_file_for_every_model_and_no_other() -> None:
    ours = {name for name in ALL_MODELS if (SCHEMA_FOLDER / f"{name}.json").is_file()}
    assert ours == set(ALL_MODELS)


@pytest.mark.parametrize("name", sorted(ALL_MODELS))
def test_file_is_fresh(name: str) -> None:
    text = (SCHEMA_FOLDER / f"{name}.json").read_text("utf-8")
    # pydantic versions differ in the order of keys, not in what they say
    assert json.loads(text) == json.loads(schema_text(name, ALL_MODELS[name]))
    assert json.loads(text)["schema_version"] == 1
