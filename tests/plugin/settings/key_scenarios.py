# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs by itself: keys in the real store of QGIS, with somebody who types the master password, or does not."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication, QgsAuthMethodConfig, QgsCredentials, QgsSettings

from gisagentbench.plugin.settings.auth_keys import AuthKeys, Key
from gisagentbench.plugin.settings.endpoint import Endpoint
from gisagentbench.plugin.settings.settings import Settings

FOLDER = Path(os.environ["FOLDER"])
KEY = "sk-" + "lovelace" * 3


class Person(QgsCredentials):
    """Types what is laid down, and counts how often somebody asks."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0
        self.types: str | None = None
        self.setInstance(self)

    def requestMasterPassword(self, password: str, stored: bool = False) -> tuple[bool, str]:  # noqa: N802
        self.asked += 1
        return (False, "") if self.types is None else (True, self.types)

    def request(self, realm: str, username: str, password: str, message: str = "") -> tuple[bool, str, str]:
        self.asked += 1
        return False, "", ""


def shown(key: Key) -> list[Any]:
    return [key.state, key.key, bool(key.sentence), bool(key.hint)]


def store_foreign(manager: Any, method: str, values: dict[str, str]) -> str:
    config = QgsAuthMethodConfig(method)
    config.setName(f"theirs {method}")
    config.setConfigMap(values)
    stored = manager.storeAuthenticationConfig(config)
    return (stored[1] if isinstance(stored, tuple) else config).id()


def scenarios(manager: Any, person: Person) -> dict[str, Any]:
    keys, told = AuthKeys(), {}
    settings = Settings()
    local, openai = Endpoint("Local", "http://127.0.0.1:1/v1"), Endpoint("OpenAI", "https://api.openai.com/v1")
    told["nothing stored"] = [
        shown(settings.key_for(one)) for one in (local, openai, openai._replace(auth_id="zzzzzzz"))
    ]
    told["asked before anything was stored"] = person.asked
    person.types = None
    stored = keys.store("OpenAI", KEY)
    told["not stored without the master password"] = [stored.auth_id, bool(stored.sentence), manager.configIds()]
    person.types = "a master password"
    stored = keys.store("OpenAI", KEY)
    told["stored"] = [bool(stored.auth_id), stored.sentence, keys.names() == {stored.auth_id: "GISAgentBench: OpenAI"}]
    openai = openai._replace(auth_id=stored.auth_id)
    settings.set_endpoints([local, openai])
    told["read"] = shown(settings.key_for(settings.endpoint("OpenAI")))
    told["bad keys"] = [
        bool(keys.store("OpenAI", text, stored.auth_id).auth_id) for text in ("", "two words", "schlüssel")
    ]
    asked = person.asked
    manager.clearMasterPassword()
    told["locked"] = [settings.key_state(openai), shown(settings.key_for(openai)), person.asked - asked]
    person.types = None
    told["not unlocked"] = [shown(settings.key_for(openai, ask=True)), person.asked - asked]
    person.types = "a master password"
    told["unlocked"] = [shown(settings.key_for(openai, ask=True)), person.asked - asked]
    told["asked once"] = [shown(settings.key_for(openai, ask=True)), person.asked - asked]
    again = keys.store("OpenAI", KEY + "2", stored.auth_id)
    told["overwritten"] = [again.auth_id == stored.auth_id, keys.key(stored.auth_id).key == KEY + "2"]
    basic = store_foreign(manager, "Basic", {"username": "ada", "password": "basic-key-1"})
    other = store_foreign(manager, "APIHeader", {"X-Api-Key": "x-key-1"})
    told["foreign"] = [shown(keys.key(basic)), shown(keys.key(other))]
    beside = keys.store("OpenAI", KEY, basic)
    told["foreign is not overwritten"] = [beside.auth_id not in ("", basic), keys.key(basic).key]
    for auth_id in (basic, stored.auth_id):
        keys.remove(auth_id)
    told["removed"] = [basic in manager.configIds(), stored.auth_id in manager.configIds()]
    told["gone"] = shown(settings.key_for(openai))
    QgsSettings().sync()
    told["in plain text"] = [
        str(file.relative_to(FOLDER))
        for file in FOLDER.rglob("*")
        if file.is_file() and any(text in file.read_bytes() for text in (KEY.encode(), b"basic-key-1"))
    ]
    told["in words"] = KEY in repr(Key("there", KEY)) + str(Key("there", KEY))
    return told


if __name__ == "__main__":
    application = QgsApplication([], False)
    application.initQgis()
    store = QgsApplication.authManager()
    store.setPasswordHelperEnabled(False)
    answers = scenarios(store, Person())
    sys.stdout.write("\n" + json.dumps(answers) + "\n")
    sys.stdout.flush()
    application.exitQgis()
