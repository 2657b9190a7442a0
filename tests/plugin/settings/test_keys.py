# SPDX-License-Identifier: GPL-2.0-or-later
"""Keys lie encrypted in QGIS's own store; nobody is asked for the master password before a key is stored or used."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from gisagentbench.tests.plugin.settings.children import told_by

pytestmark = pytest.mark.qgis
KEY = "sk-lovelacelovelacelovelace"
LOCKED = ["locked", None, True, True]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return told_by("key_scenarios.py", tmp_path_factory.mktemp("keys"))


@pytest.mark.parametrize(
    ("what", "answer"),
    [
        (
            "nothing stored",
            [["none", None, False, False], ["absent", None, True, True], ["absent", None, True, True]],
        ),
        ("asked before anything was stored", 0),
        ("not stored without the master password", ["", True, []]),
        ("stored", [True, "", True]),
        ("read", ["there", KEY, False, False]),
        ("bad keys", [False, False, False]),
        ("locked", ["locked", LOCKED, 0]),
        ("not unlocked", [LOCKED, 1]),
        ("unlocked", [["there", KEY, False, False], 2]),
        ("asked once", [["there", KEY, False, False], 2]),
        ("overwritten", [True, True]),
        ("foreign", [["there", "basic-key-1", False, False], ["unreadable", None, True, True]]),
        ("foreign is not overwritten", [True, "basic-key-1"]),
        ("removed", [True, False]),
        ("gone", ["absent", None, True, True]),
        ("in plain text", []),
        ("in words", False),
    ],
)
def test_a_key_in_the_store_of_qgis(what: str, answer: Any, told: dict[str, Any]) -> None:
    assert told[what] == answer


class Store:
    """A store that must not be asked for more than it offers."""

    def __init__(self, **answers: Any) -> None:
        self.answers = answers

    def __getattr__(self, name: str) -> Any:
        return lambda *_: self.answers[name]


def keys_of(**answers: Any) -> Any:
    from gisagentbench.plugin.settings.auth_keys import AuthKeys

    return AuthKeys(Store(**answers))


def test_a_store_that_is_switched_off_is_another_state_than_a_locked_one() -> None:
    keys = keys_of(isDisabled=True, disabledMessage="QCA is missing")
    assert keys.state("abc1234") == "disabled"
    assert keys.state("") == "none"
    found = keys.key("abc1234", ask=True)
    assert (found.state, found.key, found.hint) == ("disabled", None, "QCA is missing")
    assert keys.names() == {}
    assert keys.store("OpenAI", KEY).auth_id == ""


def test_a_locked_store_is_not_opened_for_a_look() -> None:
    """`setMasterPassword` and `loadAuthenticationConfig` are not there: asking for one of them would fail."""
    keys = keys_of(isDisabled=False, configIds=["abc1234"], masterPasswordIsSet=False)
    assert keys.state("abc1234") == "locked"
    assert keys.key("abc1234").state == "locked"


def test_a_configuration_that_cannot_be_decrypted_is_told() -> None:
    answers = {"isDisabled": False, "configIds": ["abc1234"], "masterPasswordIsSet": True}
    keys = keys_of(**answers, loadAuthenticationConfig=(False, None))
    assert keys.key("abc1234").state == "unreadable"


@pytest.mark.parametrize(
    ("method", "entries", "key"),
    [
        ("APIHeader", {"Authorization": "Bearer abc"}, "abc"),
        ("APIHeader", {"authorization": "bearer abc"}, "abc"),
        ("APIHeader", {"Authorization": "Basic abc"}, None),
        ("APIHeader", {"Authorization": "Bearer a b"}, None),
        ("Basic", {"password": "abc"}, "abc"),
        ("Basic", {"password": ""}, None),
        ("PKI-Paths", {"keypass": "abc"}, None),
    ],
)
def test_a_key_is_read_from_configurations_of_two_kinds(method: str, entries: dict[str, str], key: str | None) -> None:
    from gisagentbench.plugin.settings.auth_keys import key_in

    config = SimpleNamespace(
        method=lambda: method, configMap=lambda: entries, config=lambda name: entries.get(name, "")
    )
    assert key_in(config) == key
