# SPDX-License-Identifier: GPL-2.0-or-later
"""Keys in QGIS's store of authentication configurations: read, written, and why there is none."""

from __future__ import annotations

import re
from typing import Any, Literal, NamedTuple

from qgis.core import QgsApplication, QgsAuthMethodConfig

from ..i18n import tr

KeyState = Literal["none", "there", "locked", "absent", "disabled", "unreadable"]
OUR_NAMES = "GISAgentBench: "
METHOD = "APIHeader"
HEADER = "Authorization"
SCHEME = "Bearer "
IS_KEY = re.compile(r"[!-~]{1,4096}")


class Key(NamedTuple):
    """A key, or why there is none.

    Args:
        state: `none`: none is wanted; `there`; `locked`: the master password has not been given; `absent`: none is
            stored, or the stored one is gone; `disabled`: QGIS has no store; `unreadable`: what is stored is no key.
        key: None in every state but `there`.
        sentence: Why there is none; "" where that is as it should be.
        hint: What helps.
    """

    state: KeyState
    key: str | None = None
    sentence: str = ""
    hint: str = ""

    def __repr__(self) -> str:
        """Shows everything but the key, which would otherwise stand in every trace of an error."""
        return f"Key(state={self.state!r}, sentence={self.sentence!r})"


class Stored(NamedTuple):
    """What became of storing a key: the id of its configuration, "" with a reason where it was not stored."""

    auth_id: str
    sentence: str = ""
    hint: str = ""


class AuthKeys:
    """QGIS's store.

    Args:
        manager: Left out: that of QGIS.
    """

    def __init__(self, manager: Any = None) -> None:
        self._given = manager

    @property
    def _manager(self) -> Any:
        # asked for when it is needed: the first use opens the database
        return self._given if self._given is not None else QgsApplication.authManager()

    def state(self, auth_id: str, is_wanted: bool = False) -> KeyState:
        """Tells whether a key can be read now; asks nobody and decrypts nothing.

        Args:
            auth_id: Of its configuration, "" for none.
            is_wanted: Whether the endpoint takes nobody without a key.
        """
        if not auth_id:
            return "absent" if is_wanted else "none"
        manager = self._manager
        if manager.isDisabled():
            return "disabled"
        if auth_id not in manager.configIds():
            return "absent"
        return "there" if manager.masterPasswordIsSet() else "locked"

    def key(self, auth_id: str, is_wanted: bool = False, ask: bool = False) -> Key:
        """Reads a key.

        Args:
            ask: Whether QGIS may ask for the master password: only where a person just asked for what needs the key.
        """
        state = self.state(auth_id, is_wanted)
        if state == "locked" and ask and self._manager.setMasterPassword(True):
            state = self.state(auth_id, is_wanted)
        if state != "there":
            return Key(state, None, *self.words(state, auth_id))
        loaded, config = _pair(self._manager.loadAuthenticationConfig(auth_id, QgsAuthMethodConfig(), True))
        key = key_in(config) if loaded and config is not None else None
        if key is None:
            return Key("unreadable", None, *self.words("unreadable", auth_id))
        return Key("there", key)

    def store(self, endpoint_name: str, key: str, auth_id: str = "") -> Stored:
        """Stores a key; QGIS asks for the master password where it does not have it yet.

        Args:
            endpoint_name: Is part of the name under which QGIS lists the configuration.
            auth_id: A configuration of ours that is to be overwritten; any other is left as it is.
        """
        if not IS_KEY.fullmatch(key):
            sentence = tr("This is no key: it has spaces or letters beyond ASCII, or is too long.")
            return Stored("", sentence, tr("Paste the key alone."))
        manager = self._manager
        if manager.isDisabled():
            return Stored("", *self.words("disabled", auth_id))
        if not (manager.masterPasswordIsSet() or manager.setMasterPassword(True)):
            return Stored("", tr("The key was not stored, since the master password was not given."), "")
        config = QgsAuthMethodConfig(METHOD)
        config.setName(f"{OUR_NAMES}{endpoint_name}")
        config.setConfigMap({HEADER: f"{SCHEME}{key}"})
        if self.is_ours(auth_id):
            config.setId(auth_id)
            done = bool(manager.updateAuthenticationConfig(config))
        else:
            done, config = _pair(manager.storeAuthenticationConfig(config))
        if done and config is not None and config.id():
            return Stored(config.id())
        return Stored("", tr("QGIS could not store the key."), tr("The log panel of QGIS says why."))

    def remove(self, auth_id: str) -> None:
        """Removes a configuration that this plugin made; others are shared with layers and stay."""
        if self.is_ours(auth_id):
            self._manager.removeAuthenticationConfig(auth_id)

    def is_ours(self, auth_id: str) -> bool:
        """Tells whether this plugin made a configuration."""
        return self.names().get(auth_id, "").startswith(OUR_NAMES)

    def names(self) -> dict[str, str]:
        """Returns the names of all configurations by id; they are not encrypted, so nothing is asked for."""
        if self._manager.isDisabled():
            return {}
        return {auth_id: config.name() for auth_id, config in self._manager.availableAuthMethodConfigs().items()}

    def words(self, state: KeyState, auth_id: str = "") -> tuple[str, str]:
        """Returns sentence and hint of a state; empty where there is nothing to be said."""
        page = tr("Settings ▸ Options ▸ GISAgentBench")
        if state == "locked":
            return tr("The key is locked."), tr("QGIS asks for the master password as soon as the key is used.")
        if state == "absent":
            gone = tr("The stored key is gone from QGIS's authentication database.") if auth_id else ""
            return gone or tr("This endpoint needs a key."), tr("Store it under {page}.").format(page=page)
        if state == "disabled":
            why = str(self._manager.disabledMessage() or "").strip()
            return tr("QGIS's authentication database cannot be used, so there is no key."), why
        if state == "unreadable":
            sentence = tr("The authentication configuration holds no key, or the master password does not fit it.")
            hint = tr("It must be of the kind “API Header” with Authorization, or “Basic authentication”.")
            return sentence, hint
        return "", ""


def key_in(config: QgsAuthMethodConfig) -> str | None:
    """Returns the key that a configuration holds; None where it holds none of a kind that endpoints take."""
    key = None
    if config.method() == METHOD:
        headers = {name.lower(): value for name, value in config.configMap().items()}
        value = headers.get(HEADER.lower(), "")
        key = value[len(SCHEME) :] if value.lower().startswith(SCHEME.lower()) else None
    elif config.method() == "Basic":
        key = config.config("password")
    return key if key and IS_KEY.fullmatch(key) else None


def _pair(answer: Any) -> tuple[bool, QgsAuthMethodConfig | None]:
    """Reads what PyQGIS makes of a function with a configuration as out parameter."""
    return (bool(answer[0]), answer[1]) if isinstance(answer, tuple) else (bool(answer), None)
