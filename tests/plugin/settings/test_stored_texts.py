# SPDX-License-Identifier: GPL-2.0-or-later
"""Endpoints and limits come back from the settings as they went in; what was edited by hand does no harm."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gisagentbench.plugin.settings import limits
from gisagentbench.plugin.settings.endpoint import PRESETS, Endpoint, endpoints_of, free_name, text_of

OLLAMA = Endpoint("Ollama", "http://127.0.0.1:11434/v1", ("qwen3:8b", "llama3"), "")
OPENAI = Endpoint("OpenAI", "https://api.openai.com/v1", (), "abc1234")


def test_endpoints_come_back_in_their_order() -> None:
    assert endpoints_of(text_of([OPENAI, OLLAMA])) == [OPENAI, OLLAMA]


@pytest.mark.parametrize("text", ["", "null", "{}", "[", "[1, null, []]", '"x"', "[" * 100_000])
def test_what_is_no_list_of_endpoints_holds_none(text: str) -> None:
    assert endpoints_of(text) == []


@pytest.mark.parametrize(
    "change",
    [
        {"name": ""},
        {"name": 3},
        {"base_url": "ftp://host/v1"},
        {"base_url": "https://ada:secret@host/v1"},
        {"base_url": "https://host/v1/chat/completions"},
        {"auth_id": None},
    ],
)
def test_an_entry_that_can_be_no_endpoint_is_left_out(change: dict[str, Any]) -> None:
    good = {**OLLAMA._asdict(), "models": list(OLLAMA.models)}
    assert endpoints_of(json.dumps([good | change | {"name": change.get("name", "Other")}, good])) == [OLLAMA]


def test_models_that_are_no_names_and_second_endpoints_of_a_name_are_left_out() -> None:
    entry = {"name": "A", "base_url": "http://host/v1/", "models": ["m", "m", "", "two words", 3, "n"], "auth_id": ""}
    assert endpoints_of(json.dumps([entry, entry])) == [Endpoint("A", "http://host/v1", ("m", "n"), "")]


def test_every_preset_is_an_endpoint_and_those_on_this_computer_want_no_key() -> None:
    made = [Endpoint(preset.name, preset.base_url) for preset in PRESETS]
    assert endpoints_of(text_of(made)) == made
    assert [one.name for one in made if one.wants_key] == ["OpenAI", "OpenRouter"]


def test_a_free_name_is_found() -> None:
    assert free_name("A", []) == "A"
    assert free_name("A", ["A", "A 2", "B"]) == "A 3"


def test_every_limit_of_an_episode_is_on_the_page() -> None:
    from gisagentbench.headless.manifest import Limits

    of_episode = [limit for limit in limits.LIMITS if limit.is_of_episode]
    assert [limit.name for limit in of_episode] == list(Limits.model_fields)
    assert Limits(**{limit.name: limits.value_of(limit, None) for limit in of_episode}) == Limits()


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("calls", None, 200),
        ("calls", "", None),
        ("calls", "35", 35),
        ("calls", "many", 200),
        ("calls", "-1", 200),
        ("calls", "nan", 200),
        ("calls", "1e9", 200),
        ("turns", None, None),
        ("money", "0.25", 0.25),
        ("tokens", "123456789", 123_456_789),
        ("answer_seconds", "", 600),
        ("answer_seconds", "90", 90),
        ("test_seconds", None, 90),
        ("test_seconds", "", 90),
        ("test_seconds", "300", 300),
    ],
)
def test_a_limit_is_read(name: str, text: str | None, value: float | None) -> None:
    limit = next(one for one in limits.LIMITS if one.name == name)
    assert limits.value_of(limit, text) == value


@pytest.mark.parametrize(("value", "text"), [(None, ""), (200, "200"), (0.25, "0.25"), (123_456_789, "123456789")])
def test_a_limit_is_written(value: float | None, text: str) -> None:
    assert limits.text_of(value) == text
