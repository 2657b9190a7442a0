# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks which agents there are for a task, and offers them in the form."""

from __future__ import annotations

from typing import Any

from ..panel.messages import Messages
from ..panel.question_round import QuestionRound
from ..panel.service_client import ServiceClient
from .task_form import TaskForm


class AgentOffer:
    """Fills the form for a task.

    Args:
        client: Asks the service.
        messages: Tells why there are none.
    """

    def __init__(self, client: ServiceClient, messages: Messages, form: TaskForm) -> None:
        self._round, self._messages, self._form = QuestionRound(client), messages, form

    def task_chosen(self, pack: str, task: dict[str, Any]) -> None:
        """Shows a task; its agents follow, unless another task is chosen by then."""
        self._form.set_task(pack, task)
        self._round.begin()
        told = {"pack": pack, "task": task["id"]}
        self._round.ask(
            "agents", told, lambda answer: self._form.set_agents(answer.get("agents") or []), self._messages.error
        )
