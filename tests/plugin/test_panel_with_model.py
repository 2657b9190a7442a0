# SPDX-License-Identifier: GPL-2.0-or-later
"""The panel with the real service and a model that answers by a script: success, time, refusal, stop."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.headless.agents.model_server import DONE, ModelServer, Reply, asks, chunk, fails, says
from gisagentbench.tests.plugin.real_panel import RealPanel
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = [pytest.mark.qgis, pytest.mark.slow]
KEY = "sk-hush-5c1f7a90"
LOAD = ("load_layer", {"file": "boroughs.shp", "name": "boroughs"})
NEVER = Reply([chunk({"role": "assistant", "content": "Well"}), chunk({"content": "…"}), DONE], pause=30.0)


@contextmanager
def played(window: Any, runs: Path, *replies: Reply, **settings: Any) -> Iterator[tuple[Any, ModelServer]]:
    """A model begins at a task of the demo pack, in a panel that is closed afterwards."""
    from gisagentbench.tests.plugin.settings_of_tests import SettingsOfTests

    with ModelServer(*replies).serving() as server:
        given = {"key": KEY, "keep": False, "limits": {}, **settings}
        panel = RealPanel(window, runs, SettingsOfTests(base_url=server.base_url, **given))
        try:
            panel.open()
            panel.choose(agent="openai")
            panel.dock.agent.start()
            yield panel.dock.agent, server
        finally:
            panel.close()
            turn()


def steps(agent: Any) -> list[tuple[str, str]]:
    return [(step.api or step.kind, step.state) for step in agent.steps.episode.steps]


def test_a_model_works_and_its_tokens_are_counted(window: Any, tmp_path: Path) -> None:
    with played(window, tmp_path, asks(LOAD, text="I look first."), says("That is all.")) as (agent, server):
        wait_for(lambda: agent.session.state == "ended", 120)
        assert agent.steps.episode.outcome == "finished"
        names = [name for name, _ in steps(agent)]
        assert names == ["load_layer", "answer"]
        assert agent.steps.episode.totals.tokens == 2 * (1000 + 50)  # what the server says of each answer
        assert "I look first." in [step.said for step in agent.steps.episode.steps]
        assert server.received[0].headers["authorization"] == f"Bearer {KEY}"
        folder = Path(agent.folder)
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert folder.is_dir() and KEY.encode() not in kept


def test_a_malformed_call_is_a_failed_step_and_the_model_goes_on(window: Any, tmp_path: Path) -> None:
    replies = (asks(("load_layer", '{"file": "stops')), asks(("no_such_tool", {"x": 1})), says("I give up."))
    with played(window, tmp_path, *replies) as (agent, _):
        wait_for(lambda: agent.session.state == "ended", 120)
        assert agent.steps.episode.outcome == "finished"
        failed = [step for step in agent.steps.episode.steps if step.kind == "call"]
        assert [step.state for step in failed] == ["failed", "failed"]
        assert failed[1].error["code"] == "UNKNOWN_TOOL"


def test_a_key_that_is_refused_is_told_in_words(window: Any, tmp_path: Path) -> None:
    with played(window, tmp_path, fails(401, "Incorrect API key provided", "invalid_api_key")) as (agent, _):
        wait_for(lambda: not agent.is_busy() and window.messages(), 60)
        assert steps(agent) == []
        told = " ".join(window.messages())
        assert "key" in told and "Traceback" not in told and KEY not in told
        assert agent.steering.run_action.isEnabled()


def test_a_model_that_is_too_slow_ends_by_the_limit_of_time(window: Any, tmp_path: Path) -> None:
    with played(window, tmp_path, NEVER, limits={"seconds": 2.0}) as (agent, _):
        wait_for(lambda: agent.session.state == "ended", 60)
        assert agent.steps.episode.outcome == "limit_seconds"


def test_a_stop_while_the_model_answers_takes_effect_at_once(window: Any, tmp_path: Path) -> None:
    with played(window, tmp_path, NEVER) as (agent, server):
        wait_for(lambda: server.received and agent.session.state == "running", 60)
        agent.steering.stop_action.trigger()
        wait_for(lambda: agent.session.state == "ended", 5)
        assert agent.steps.episode.outcome == "cancelled"
        assert not any("killed" in text for text in window.messages())


def test_closing_the_panel_does_not_wait_for_the_model(window: Any, tmp_path: Path) -> None:
    """The model never comes to its end."""
    from gisagentbench.tests.plugin.settings_of_tests import SettingsOfTests

    with ModelServer(NEVER).serving() as server:
        panel = RealPanel(window, tmp_path, SettingsOfTests(KEY, keep=False, base_url=server.base_url, limits={}))
        dock = panel.open()
        panel.choose(agent="openai")
        dock.agent.start()
        wait_for(lambda: server.received, 60)
        dock.close()
        panel.close()


def test_a_locked_key_asks_nobody_and_starts_nothing(window: Any, tmp_path: Path) -> None:
    with played(window, tmp_path, says("Hello"), state="locked") as (agent, server):
        turn(50)
        assert agent.session.state == "idle" and server.received == []
        assert window.messages() == ["The key is locked. Unlock it."]
