# SPDX-License-Identifier: GPL-2.0-or-later
"""Variables named like secrets reach no child process."""

from __future__ import annotations

import pytest

from gisagentbench.headless import machine
from gisagentbench.scoring import limited_child
from gisagentbench.tasks.secret_names import is_secret_name

SECRETS = ["OPENAI_API_KEY", "GISAGENTBENCH_API_KEY", "AWS_SECRET_ACCESS_KEY", "HF_TOKEN", "db_password", "PGPASSWD",
           "OPENAI_ADMIN_KEY", "OPENAI_WEBHOOK_SECRET", "GOOGLE_APPLICATION_CREDENTIALS"]  # fmt: skip
OTHERS = ["PATH", "HOME", "XAUTHORITY", "KEYBOARD_LAYOUT", "MONKEY", "QGIS_AUTH_DB_DIR_PATH", "LANG", "TOKENIZERS"]


@pytest.mark.parametrize("name", SECRETS)
def test_secrets_are_kept_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "sk-1")
    assert is_secret_name(name)
    assert name not in machine.child_environment()
    assert name not in limited_child.child_environment({name: "sk-1", "LANG": "C"})


@pytest.mark.parametrize("name", OTHERS)
def test_other_names_are_no_secrets(name: str) -> None:
    assert not is_secret_name(name)
