# SPDX-License-Identifier: GPL-2.0-or-later
"""Settings with one endpoint, without QGIS's store and its authentication database."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from qgis.PyQt.QtCore import QObject, pyqtSignal


class SettingsOfTests(QObject):
    """What the panel asks of settings.

    Args:
        key: The key of the endpoint.
        state: Of the key.
        keep: Whether layers stay when the panel is closed.
        base_url: Of the endpoint.
        limits: Of an episode.
    """

    changed = pyqtSignal()

    def __init__(
        self,
        key: str | None = None,
        state: str = "there",
        keep: bool = True,
        base_url: str = "http://127.0.0.1:1/v1",
        limits: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()
        self._key, self._state, self._keep = key, state, keep
        self._base_url, self._limits = base_url, {"calls": 5} if limits is None else limits

    def endpoints(self) -> list[Any]:
        return [SimpleNamespace(name="Local", base_url=self._base_url, models=("small", "large"), auth_id="a")]

    def key_for(self, endpoint: Any, ask: bool = False) -> Any:
        is_there = self._state == "there"
        told = {"sentence": "" if is_there else "The key is locked.", "hint": "" if is_there else "Unlock it."}
        return SimpleNamespace(state=self._state, key=self._key if is_there else None, **told)

    def limits(self) -> dict[str, Any]:
        return self._limits

    def guard(self) -> str:
        return "warn"

    def keep_layers(self) -> bool:
        return self._keep

    def folders(self) -> Any:
        return SimpleNamespace(packs=[], runs="")
