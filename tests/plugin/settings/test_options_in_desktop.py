# SPDX-License-Identifier: GPL-2.0-or-later
"""Desktop QGIS opens its options at the page of the plugin; a test of a connection names what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from gisagentbench.tests.plugin.desktop_run import needs_desktop, told_in_desktop

pytestmark = [pytest.mark.qgis, pytest.mark.slow, needs_desktop]


def test_the_options_of_qgis_open_at_the_page(tmp_path: Path) -> None:
    told = told_in_desktop(Path(__file__).parents[1] / "options_pictures.py", tmp_path)
    assert not told["master password at start"]
    assert told["opened at the page"] and not told["horizontal scrolling"]
    assert told["help"] == ["settings.html"]  # and not the manual of QGIS
    assert "refused" in told["connection"]
    assert (tmp_path / "options_page.png").stat().st_size > 20_000
