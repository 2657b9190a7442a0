# SPDX-License-Identifier: GPL-2.0-or-later
"""The test of a connection: asks the service, and shows what it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QObject, Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from ...headless.agents.language_model.keys import needs_key
from ..i18n import plural, tr
from .auth_keys import AuthKeys, Key
from .endpoint import key_warning
from .endpoint_draft import Draft, address_fault

ICONS = {"ok": "/mIconSuccess.svg", "fault": "/mIconWarning.svg", "": ""}
ICON_SIZE = 16


class ConnectionForm(QWidget):
    """A button, and what came of it.

    Args:
        make_client: Makes a client of the service, which is ended with the test.
        seconds: Gives the time that a test may take.
    """

    listed = pyqtSignal(list)
    """The endpoint listed its models."""

    def __init__(
        self,
        keys: AuthKeys,
        make_client: Callable[[QObject], Any],
        seconds: Callable[[], float],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._keys, self._make_client, self._seconds = keys, make_client, seconds
        self._draft: Draft | None = None
        self._client: Any = None
        self._warning = ""
        self.button = QPushButton(tr("Test connection"), self)
        self.button.clicked.connect(self._on_pressed)
        self.icon, self.said = QLabel(self), QLabel(self)
        self.said.setWordWrap(True)
        self.said.setTextFormat(Qt.TextFormat.PlainText)
        self.said.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.said, 1)

    def show_draft(self, draft: Draft | None) -> None:
        """Takes the endpoint that is tested."""
        self._draft = draft
        self.forget()

    def forget(self) -> None:
        """Takes back what was said, since the endpoint is another one now."""
        self.end()
        self._say("", "")

    def end(self) -> None:
        """Ends a test that runs."""
        client, self._client = self._client, None
        if client is not None:
            client.close()
            client.deleteLater()
            self._say("", "")
        self.button.setText(tr("Test connection"))

    def _on_pressed(self) -> None:
        if self._client is not None:
            self.end()
            return
        draft = self._draft
        fault = tr("There is no endpoint.") if draft is None else address_fault(draft.base_url)
        if draft is None or fault:
            self._say("fault", fault)
            return
        key = self._key_of(draft)
        if key.state not in ("there", "none"):
            self._say("fault", f"{key.sentence} {key.hint}".strip())
            return
        model = draft.models[0] if draft.models else None
        self._warning = key_warning(draft.base_url) if key.key else ""
        asking = tr("Asking {model}…").format(model=model) if model else tr("Asking for the models…")
        self._say("fault" if self._warning else "", f"{asking} {self._warning}".strip())
        self.button.setText(tr("Stop the test"))
        client = self._client = self._make_client(self)
        arguments = {"base_url": draft.base_url, "model": model, "key": key.key, "seconds": self._seconds()}
        client.ask(
            "test_connection",
            arguments,
            lambda result: self._on_answer(client, result),
            lambda fault: self._on_answer(client, {"ok": False, **fault}),
        )

    def _key_of(self, draft: Draft) -> Key:
        if draft.new_key:
            return Key("there", draft.new_key)
        return self._keys.key(draft.auth_id, needs_key(draft.base_url) is not None, ask=True)

    def _on_answer(self, client: Any, answer: dict[str, Any]) -> None:
        if client is not self._client:  # of a test that was ended
            return
        self.end()
        words = " ".join(filter(None, (answer.get("sentence"), answer.get("hint"))))
        models = [name for name in answer.get("models") or [] if isinstance(name, str)]
        if models:
            listed = plural("It lists {n} model.", "It lists {n} models.", len(models))
            words = f"{words} {listed}".strip()
            self.listed.emit(models)
        is_fine = answer.get("ok") and not self._warning
        self._say("ok" if is_fine else "fault", f"{words} {self._warning}".strip())

    def _say(self, kind: str, text: str) -> None:
        icon = QgsApplication.getThemeIcon(ICONS[kind]) if ICONS[kind] else None
        self.icon.setVisible(icon is not None)
        if icon is not None:
            self.icon.setPixmap(icon.pixmap(ICON_SIZE, ICON_SIZE))
        self.said.setText(text)
