# SPDX-License-Identifier: GPL-2.0-or-later
"""The page in the options of QGIS: nothing is stored before it is confirmed, and a test of a connection never waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.settings.children import told_by

pytestmark = pytest.mark.qgis
KEY = "sk-lovelacelovelacelovelace"
OPENAI = ["OpenAI", "https://api.openai.com/v1", ["gpt-one"], "made123"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def told(folder: Path) -> dict[str, Any]:
    return told_by("page_scenarios.py", folder)


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("found by name", True),
        ("empty", [True, False]),
        ("needs a key", "This endpoint needs a key: type it here, or choose one that is stored."),
        ("test without a key", ["It is absent.", 0]),
        ("enter adds a model and leaves the options open", [["gpt-one"], True]),
        (
            "asked",
            [["test_connection", {"base_url": OPENAI[1], "model": "gpt-one", "key": KEY, "seconds": 90}]],
        ),
        ("while asked", ["Stop the test", "Asking gpt-one…"]),
        ("answered", ["gpt-one answered. It lists 2 models.", "Test connection", True]),
        ("models offered", ["gpt-one", "gpt-two"]),
        ("fault", "The key was refused. Look at it."),
        ("stored before it is confirmed", [[], {}]),
        ("stored", [[OPENAI], {"made123": KEY}, [], [1]]),
        ("key field after storing", ""),
        ("in the settings", False),
    ],
)
def test_an_endpoint_is_added_tested_and_stored(what: str, answer: Any, told: dict[str, Any]) -> None:
    assert told["editing"][what] == answer


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("stopped", [True, "", "Test connection"]),
        ("changed", [True, ""]),
        ("page gone", True),
        ("nothing stored", [OPENAI]),
    ],
)
def test_a_test_that_nobody_waits_for_is_ended(what: str, answer: Any, told: dict[str, Any]) -> None:
    assert told["going_away"][what] == answer


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("without a key", [False, False]),
        ("plain", [True, True]),
        ("others", [[False, False]] * 4),
        ("while asked", True),
        ("time", 5),
        ("answered", [True, True]),
        ("key shown", False),
        ("on this computer", "It answered."),
    ],
)
def test_a_key_that_others_could_read_is_warned_of(what: str, answer: Any, told: dict[str, Any]) -> None:
    assert told["open_way"][what] == answer


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("locked note", "It is locked. Unlock it."),
        ("locked test", ["It is locked. Unlock it.", True, 0]),
        ("address", True),
        (
            "told",
            [
                "OpenAI: It was not stored.",
                "Other: The base URL begins with http:// or https:// and goes up to /chat/completions, without it.",
            ],
        ),
        ("kept", [OPENAI]),
        ("still there", ["made123"]),
        ("removed", [[], []]),
    ],
)
def test_what_cannot_be_stored_is_told(what: str, answer: Any, told: dict[str, Any]) -> None:
    assert told["faults"][what] == answer


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        ("limits", [35, 0.25, None, 35]),
        ("guard", "warn"),
        ("folders", [["/some/packs"], "/some/runs", "/some/runs", False]),
        ("no limit", None),
        ("usual folder", True),
    ],
)
def test_limits_and_folders_come_back(what: str, answer: Any, told: dict[str, Any]) -> None:
    assert told["the_rest"][what] == answer


def test_without_a_word_of_the_person_limits_are_those_of_the_command_line(told: dict[str, Any]) -> None:
    from gisagentbench.headless.manifest import Limits

    assert Limits(**told["the_rest"]["limits at first"]) == Limits()


def test_the_page_fits_beside_the_list_of_options_on_a_small_screen(told: dict[str, Any]) -> None:
    """The list of pages takes some 250 of 1,280 pixels."""
    assert told["the_rest"]["width"] <= 1000


def test_the_page_is_drawn(told: dict[str, Any], folder: Path) -> None:
    for name in ("empty.png", "tested.png", "fault.png", "locked.png", "whole.png", "spanish.png", "german.png"):
        assert (folder / name).stat().st_size > 5000, name
