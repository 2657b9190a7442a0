# SPDX-License-Identifier: GPL-2.0-or-later
"""docs/settings.md and docs/install-in-qgis.md say what the window says, and name folders and files as they are."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from gisagentbench.headless import installed_plugin
from gisagentbench.headless.plugin_zip import making, rules
from gisagentbench.plugin.i18n import words
from gisagentbench.plugin.i18n.extraction import words_of
from gisagentbench.plugin.settings.endpoint import PRESETS

DOCS = Path(__file__).resolve().parents[2] / "docs"
SETTINGS = (DOCS / "settings.md").read_text(encoding="utf-8")
INSTALL = (DOCS / "install-in-qgis.md").read_text(encoding="utf-8")


def first_column(page: str, heading: str) -> list[str]:
    """The first column of the table under a row of headings."""
    lines = page.split(heading, 1)[1].splitlines()[2:]
    rows = lines[: next(number for number, line in enumerate(lines) if not line.startswith("|"))]
    return [row.split("|")[1].strip() for row in rows]


def test_what_is_said_of_keys_is_what_the_window_says() -> None:
    shown = first_column(SETTINGS, "| what is shown |")
    assert len(shown) == 5
    assert [text for text in shown if text not in words_of(words.FOLDER.parent).texts] == []


def test_the_endpoints_that_need_no_key_are_those_on_this_computer() -> None:
    listed = re.search(r"on this computer \(([^)]*)\) need no key", SETTINGS)
    assert listed is not None
    on_this_computer = [preset.name for preset in PRESETS if "127.0.0.1" in preset.base_url]
    assert sorted(re.sub(r"\s+", " ", listed[1]).split(", ")) == sorted(on_this_computer)


def test_the_files_of_the_zip_are_named() -> None:
    assert first_column(INSTALL, "| file |") == [f"`{making.PLUGIN_FILE}`", f"`{making.PACK_FILE}`"]
    assert f"more than {rules.LARGEST_BYTES // 1_000_000} MB" in INSTALL


@pytest.mark.skipif(sys.platform != "linux", reason="the column of Linux")
def test_the_folders_are_those_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", *installed_plugin.FOLDER_VARIABLES.values()):
        monkeypatch.delenv(name, raising=False)
        assert name.startswith("XDG") or f"`{name}`" in INSTALL
    for kind in ("data", "cache"):
        folder = installed_plugin.user_folder(kind).relative_to(Path.home())  # type: ignore[arg-type]
        assert f"| `~/{folder}` |" in INSTALL


@pytest.mark.parametrize("page", [SETTINGS, INSTALL])
def test_links_lead_somewhere(page: str) -> None:
    targets = [target.split("#")[0] for target in re.findall(r"\]\(([^)]+)\)", page)]
    assert [target for target in targets if not (DOCS / target).exists()] == []
