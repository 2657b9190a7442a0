# SPDX-License-Identifier: GPL-2.0-or-later
"""Messages come into the bar of the window and go again, and those of others stay."""

from __future__ import annotations

from typing import Any

import pytest

from gisagentbench.tests.plugin.waiting import turn

pytestmark = pytest.mark.qgis


@pytest.fixture
def messages(window: Any) -> Any:
    from gisagentbench.plugin.panel.messages import Messages

    return Messages(window, window.mainWindow())


def texts(window: Any) -> list[str]:
    return [item.text() for item in window.messageBar().items()]


def test_only_the_latest_stay(messages: Any, window: Any) -> None:
    for number in range(5):
        messages.warning(f"number {number}")
    assert texts(window) == ["number 4", "number 3", "number 2"]


def test_messages_that_the_person_has_closed_are_forgotten(messages: Any, window: Any) -> None:
    """The bar frees them, and Python is not told; another message may lie at the same place in memory."""
    for number in range(3):
        messages.warning(f"number {number}")
    window.messageBar().clearWidgets()
    turn()
    assert messages._pushed == []
    for number in range(8):
        window.messageBar().pushMessage("Other", f"theirs {number}")
    messages.info("ours")
    messages.close()
    turn()
    assert texts(window) == [f"theirs {number}" for number in reversed(range(8))]


def test_ours_go_with_the_panel(messages: Any, window: Any) -> None:
    window.messageBar().pushMessage("Other", "theirs")
    messages.warning("ours")
    messages.close()
    assert texts(window) == ["theirs"]
