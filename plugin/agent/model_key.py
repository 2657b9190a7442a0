# SPDX-License-Identifier: GPL-2.0-or-later
"""The key of an endpoint, had only when a person asks for what needs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..i18n import tr
from ..panel.messages import Messages
from ..settings.endpoint import key_warning


class ModelKey:
    """Reads keys for an episode.

    Args:
        settings: Those of the person; None: there are no endpoints.
        messages: Told why there is no key.
        open_settings: What the button of that message does.
    """

    def __init__(self, settings: Any, messages: Messages, open_settings: Callable[[], None]) -> None:
        self._settings = settings
        self._messages = messages
        self._open_settings = open_settings

    def argument(self, endpoint: Any) -> dict[str, Any] | None:
        """Returns the key as an argument, null where the endpoint wants none; None where it cannot be had.

        QGIS may ask for its master password.
        """
        key = self._settings.key_for(endpoint, ask=True)
        if key.state in ("none", "there"):
            warning = key_warning(endpoint.base_url) if key.key else ""
            if warning:
                self._messages.warning(warning, tr("Options…"), self._open_settings)
            return {"key": key.key}
        self._messages.warning(f"{key.sentence} {key.hint}".strip(), tr("Options…"), self._open_settings)
        return None

    def argument_at(self, base_url: str | None) -> dict[str, Any] | None:
        """Returns the key for an address likewise; an empty object where the settings know no such endpoint."""
        endpoints = self._settings.endpoints() if self._settings is not None and base_url else []
        found = next((endpoint for endpoint in endpoints if endpoint.base_url == base_url), None)
        return {} if found is None else self.argument(found)
