# SPDX-License-Identifier: GPL-2.0-or-later
"""What a person has chosen, read anew at each question, so that no part of the window goes on with what was."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Literal, NamedTuple, cast

from qgis.core import QgsSettings
from qgis.PyQt.QtCore import QObject, QTimer, pyqtSignal

from ...headless import installed_plugin, machine
from . import endpoint as endpoints
from . import limits
from .auth_keys import AuthKeys, Key, KeyState
from .endpoint import Endpoint
from .proxy import proxy_variables

GROUP = "gisagentbench"
Guard = Literal["refuse", "warn", "silent"]
GUARDS: tuple[Guard, ...] = ("refuse", "warn", "silent")


class Folders(NamedTuple):
    """Folders that a person has chosen.

    Args:
        packs: Folders that hold packs, beside those of the plugin.
        runs: Where episodes of the panel are stored.
    """

    packs: list[str]
    runs: str


class Settings(QObject):
    """The settings of the plugin.

    Args:
        store: Left out: QGIS's own.
        keys: Left out: those of QGIS.
    """

    changed = pyqtSignal()
    """Something was stored: what has been started with the old values is to be started anew."""

    def __init__(
        self, parent: QObject | None = None, store: QgsSettings | None = None, keys: AuthKeys | None = None
    ) -> None:
        super().__init__(parent)
        self._given = store
        self.keys = keys or AuthKeys()
        self._is_changed = False
        self._proxy = self._proxy_now()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._look_at_proxy)

    def endpoints(self) -> list[Endpoint]:
        """Returns the endpoints in the order of the page."""
        return endpoints.endpoints_of(self._text("endpoints") or "")

    def endpoint(self, name: str) -> Endpoint | None:
        """Returns the endpoint of a name."""
        return next((one for one in self.endpoints() if one.name == name), None)

    def set_endpoints(self, chosen: Sequence[Endpoint]) -> None:
        """Stores the endpoints."""
        self._set("endpoints", endpoints.text_of(chosen))

    def key_state(self, endpoint: Endpoint) -> KeyState:
        """Tells whether the key of an endpoint can be read; asks nobody."""
        return self.keys.state(endpoint.auth_id, endpoint.wants_key)

    def key_for(self, endpoint: Endpoint, ask: bool = False) -> Key:
        """Reads the key of an endpoint.

        Args:
            ask: Whether QGIS may ask for the master password: only after a person asked for what needs the key.
        """
        return self.keys.key(endpoint.auth_id, endpoint.wants_key, ask)

    def limits(self) -> dict[str, float | int | None]:
        """Returns the limits of an episode by name, None for no limit."""
        return {one.name: self.limit(one) for one in limits.LIMITS if one.is_of_episode}

    def limit(self, one: limits.Limit) -> float | int | None:
        """Returns a limit, None for none."""
        return limits.value_of(one, self._text(f"limits/{one.name}"))

    def set_limit(self, name: str, value: float | None) -> None:
        """Stores a limit; None for none."""
        self._set(f"limits/{name}", limits.text_of(value))

    def guard(self) -> Guard:
        """Returns what becomes of a finding of the guards: refused, told, or kept back."""
        word = self._text("guard")
        return cast(Guard, word) if word in GUARDS else "refuse"

    def set_guard(self, word: Guard) -> None:
        """Stores what becomes of a finding."""
        self._set("guard", word)

    def folders(self) -> Folders:
        """Returns the folders of packs and runs."""
        try:
            listed = json.loads(self._text("folders/packs") or "[]")
        except (ValueError, RecursionError):
            listed = []
        packs = [one for one in listed if isinstance(one, str) and one] if isinstance(listed, list) else []
        return Folders(packs, self._text("folders/runs") or str(default_runs_folder()))

    def set_folders(self, folders: Folders) -> None:
        """Stores the folders."""
        self._set("folders/packs", json.dumps(folders.packs))
        self._set("folders/runs", "" if folders.runs == str(default_runs_folder()) else folders.runs)

    def keep_layers(self) -> bool:
        """Tells whether layers of episodes stay in the project when the panel is closed."""
        return self._text("remove_layers_on_close") not in ("true", "1")

    def set_keep_layers(self, keep: bool) -> None:
        """Stores whether layers stay."""
        self._set("remove_layers_on_close", "false" if keep else "true")

    def chosen_python(self) -> str:
        """Returns the interpreter that was chosen, "" where none was."""
        return self._text("python") or ""

    def set_chosen_python(self, program: str) -> None:
        """Stores the interpreter of the service; "" for the one that is found."""
        self._set("python", program)

    def python_program(self) -> Path:
        """Returns the interpreter of the service.

        Raises: MachineBroken where there is none, or the chosen one is gone.
        """
        chosen = self.chosen_python()
        if not chosen:
            return machine.python_program()
        if Path(chosen).is_file():
            return Path(chosen)
        raise machine.MachineBroken(
            f"The Python that was chosen is not there: {chosen}.", "Choose another one in the options of GISAgentBench."
        )

    def service_environment(self) -> dict[str, str]:
        """Returns all variables of the service: those of every child, QGIS's proxy, the chosen interpreter.

        Raises: MachineBroken.
        """
        variables = machine.child_environment()
        variables.update(self._proxy_now())
        if self.chosen_python():
            variables[installed_plugin.CHOSEN_PYTHON] = str(self.python_program())
        return variables

    def tell_changed(self) -> None:
        """Says that what was stored is to be read anew, if anything is another now; of the proxy a moment later.

        QGIS confirms all pages of its options at once, and takes up a proxy of its own page behind them.
        """
        if self._is_changed:
            self._is_changed = False
            self._proxy = self._proxy_now()
            self.changed.emit()
        self._soon.start()

    def _look_at_proxy(self) -> None:
        proxy = self._proxy_now()
        if proxy != self._proxy:
            self._proxy = proxy
            self.changed.emit()

    def _proxy_now(self) -> dict[str, str]:
        return proxy_variables([one.base_url for one in self.endpoints()])

    @property
    def _store(self) -> QgsSettings:
        return self._given if self._given is not None else QgsSettings()

    def _text(self, name: str) -> str | None:
        value = self._store.value(f"{GROUP}/{name}", None)
        return None if value is None else str(value)

    def _set(self, name: str, text: str) -> None:
        if self._text(name) != text:
            self._store.setValue(f"{GROUP}/{name}", text)
            self._is_changed = True


def default_runs_folder() -> Path:
    """Returns where episodes are stored as long as nothing else is chosen; an update of the plugin leaves it alone."""
    if installed_plugin.is_installed(machine.ROOT):
        return installed_plugin.user_folder("data") / "runs"
    return machine.ROOT / "runs" / "panel"
