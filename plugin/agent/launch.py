# SPDX-License-Identifier: GPL-2.0-or-later
"""What an episode is begun with."""

from __future__ import annotations

from typing import Any

from .model_key import ModelKey
from .steering import Steering
from .task_form import TaskForm


class Launch:
    """Puts together what the form, the tool bar and the settings say.

    Args:
        settings: Those of the person; None: defaults.
        keys: Gets the key of an endpoint, or says why there is none.
    """

    def __init__(self, form: TaskForm, steering: Steering, settings: Any, keys: ModelKey) -> None:
        self._form, self._steering, self._settings, self._keys = form, steering, settings, keys

    def arguments(self) -> dict[str, Any] | None:
        """Returns the arguments of `start_episode`; None where the key cannot be had, which is told."""
        settings, form = self._settings, self._form
        arguments = {
            "pack": form.pack,
            "task": form.task_id,
            "agent": form.agent_name(),
            "model": None,
            "key": None,
            "limits": settings.limits() if settings is not None else {},
            "guard": settings.guard() if settings is not None else "refuse",
            "approve": self._steering.approve_action.isChecked(),
        }
        chosen = form.chosen_model()
        if chosen is None:
            return arguments
        endpoint, name = chosen
        key = self._keys.argument(endpoint)
        return None if key is None else arguments | {"model": {"base_url": endpoint.base_url, "name": name}, **key}

    def arguments_to_go_on(self, folder: str, base_url: Any) -> dict[str, Any] | None:
        """Returns those of `continue_episode`.

        Args:
            folder: Of the episode.
            base_url: The endpoint that it was begun with; None for none.
        """
        key = self._keys.argument_at(base_url)
        approve = self._steering.approve_action.isChecked()
        return None if key is None else {"folder": folder, "approve": approve, **key}
