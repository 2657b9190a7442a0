# SPDX-License-Identifier: GPL-2.0-or-later
"""An agent tab with a service that answers by a script, and what such a service tells of an episode."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gisagentbench.tests.plugin.fake_service import asked, fake_command
from gisagentbench.tests.plugin.told_tasks import task
from gisagentbench.tests.plugin.waiting import turn, wait_for

AGENTS = [
    {"name": "openai", "title": "Language model", "needs_model": True},
    {"name": "reference", "title": "Reference", "needs_model": False},
]


def state(name: str, **more: Any) -> dict[str, Any]:
    notice = {"notice": "state", "session": "s1", "state": name, "call": None, "outcome": None, "message": ""}
    return {**notice, "error": None, **more}


def event(name: str, **more: Any) -> dict[str, Any]:
    return {"notice": "event", "session": "s1", "event": {"event": name, **more}}


def made(call: int, api: str, ok: bool = True) -> list[dict[str, Any]]:
    error = None if ok else {"code": "CRS_MISMATCH", "message": "Feet and degrees.", "hint": "Reproject."}
    record = {"api": api, "ok": ok, "step": call, "seconds": 0.25, "output": f"s{call}", "error": error, "warnings": []}
    record["observation"] = {"text": f"{api} made 3 polygons"}
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "cost_usd": 0.01}
    return [
        event("model_turn", turn=call, text=f"Now {api}.", calls=[], seconds=1.0, usage=usage),
        event("call_started", call=call, turn=call, api=api, arguments={"layer": "a"}),
        event("call_finished", call=call, step=record),
    ]


BEGUN = {"result": {"session": "s1", "folder": "/runs/1"}}
ENDED = [event("finished", outcome="finished", message=""), state("ended", outcome="finished")]


class View:
    """The tab and what stands around it."""

    def __init__(self, window: Any, tmp_path: Path, script: dict[str, Any], settings: Any = None) -> None:
        from gisagentbench.plugin.agent.agent_view import AgentView
        from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers
        from gisagentbench.plugin.panel.messages import Messages
        from gisagentbench.plugin.panel.service_client import ServiceClient

        main = window.mainWindow()
        self.folder, self.window, self.script = tmp_path, window, script
        self.client = ServiceClient(main, fake_command(tmp_path, script))
        self.canvas = EpisodeLayers(window, main)
        self.tab = AgentView(self.client, self.canvas, Messages(window, main), settings, main)

    def choose(self, agent: str = "reference") -> None:
        self.tab.task_chosen("/packs/city", task("parks"))
        wait_for(lambda: self.tab.form.agent.count() == 2)
        self.tab.form.agent.setCurrentIndex([one["name"] for one in AGENTS].index(agent))

    def asked(self, op: str) -> list[dict[str, Any]]:
        return [one for one in asked(self.folder) if one["op"] == op]

    def rows(self) -> list[list[str]]:
        model = self.tab.steps
        return [[model.index(row, column).data() for column in range(6)] for row in range(model.rowCount())]

    def close(self) -> None:
        self.tab.close_view()
        self.canvas.close(remove=True)
        self.client.close()
        turn()
