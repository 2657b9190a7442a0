# SPDX-License-Identifier: GPL-2.0-or-later
"""The page of a task says what a person needs, and escapes what a pack says."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.tests.plugin.told_tasks import task

pytestmark = pytest.mark.qgis


def page(**changes: Any) -> str:
    from gisagentbench.plugin.browser.task_page import task_page

    return task_page({**task("parks"), **changes})


def test_prompt_inputs_and_contract_are_on_the_page() -> None:
    text = page()
    for words in ("How many parks?", "A park on a border counts.", "parks.gpkg", "City of Olinda", "CC-BY-4.0"):
        assert words in text
    for words in ("Contract of result.gpkg", "EPSG:2263", "park_count", "exactly equal", "7 calls in the reference"):
        assert words in text


def test_words_of_a_pack_are_no_html() -> None:
    text = page(
        title="<script>x</script>", prompt={"objective": "<img src='file:///etc/passwd'>", "constraints": ["<b>"]}
    )
    assert "<script" not in text and "<img" not in text and "&lt;b&gt;" in text


def test_a_task_with_hardly_anything_has_a_page() -> None:
    from gisagentbench.plugin.browser.task_page import task_page

    assert "bare" in task_page({"id": "bare"})
