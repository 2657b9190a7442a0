# SPDX-License-Identifier: GPL-2.0-or-later
"""The list of endpoints on the page, with the fields of the chosen one beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QObject, Qt
from qgis.PyQt.QtGui import QAction, QKeySequence
from qgis.PyQt.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QListWidget,
    QMenu,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ..i18n import tr, tr_marked
from .connection_form import ConnectionForm
from .endpoint import PRESETS, Endpoint, free_name
from .endpoint_draft import Draft
from .endpoint_form import EndpointForm
from .settings import Settings


class EndpointsForm(QWidget):
    """Endpoints, to be edited; `store` stores them with their keys.

    Args:
        seconds: Gives the time that a test of a connection may take.
    """

    def __init__(
        self,
        settings: Settings,
        make_client: Callable[[QObject], Any],
        seconds: Callable[[], float],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._drafts = [Draft.of(endpoint) for endpoint in settings.endpoints()]
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Endpoints"))
        self.form = EndpointForm(settings.keys, self)
        self.connection = ConnectionForm(settings.keys, make_client, seconds, self)
        self.hint = QLabel(tr("No endpoint yet. Add one to let a language model work on tasks."), self)
        self.hint.setWordWrap(True)
        self._lay_out()
        self.list.currentRowChanged.connect(self._show)
        self.form.edited.connect(self._on_edited)
        self.connection.listed.connect(self.form.offer_models)
        self._fill(0)

    def store(self) -> list[str]:
        """Stores the endpoints, and the keys that were given.

        Returns: Sentences on what could not be stored.
        """
        self.form.take()
        troubles = []
        kept: list[Endpoint] = []
        for draft in self._drafts:
            fault = draft.fault([one.name for one in kept])
            if fault:
                troubles.append(fault)
                kept += [draft.stored] if draft.stored is not None else []
                continue
            troubles += self._store_key(draft)
            draft.stored = draft.endpoint()
            kept.append(draft.stored)
        before = {endpoint.auth_id for endpoint in self._settings.endpoints()}
        for auth_id in before - {endpoint.auth_id for endpoint in kept}:
            self._settings.keys.remove(auth_id)
        self._settings.set_endpoints(kept)
        self.form.refresh()
        return troubles

    def _store_key(self, draft: Draft) -> list[str]:
        """Stores the key that was typed; returns why not."""
        if not draft.new_key:
            return []
        stored = self._settings.keys.store(draft.name, draft.new_key, draft.auth_id)
        if not stored.auth_id:
            return [f"{draft.name}: {stored.sentence} {stored.hint}".strip()]
        draft.auth_id, draft.new_key = stored.auth_id, ""
        return []

    def end_test(self) -> None:
        """Ends a test that runs."""
        self.connection.end()

    def add(self, name: str, base_url: str) -> None:
        """Adds an endpoint and shows its fields."""
        self.form.take()
        self._drafts.append(Draft(free_name(name, [draft.name for draft in self._drafts]), base_url))
        self._fill(len(self._drafts) - 1)
        self.form.focus_first(bool(base_url))

    def remove(self) -> None:
        """Takes the chosen endpoint off the list; its key goes with it when the options are confirmed."""
        row = self.list.currentRow()
        if 0 <= row < len(self._drafts):
            self._drafts.pop(row)
            self._fill(min(row, len(self._drafts) - 1))

    def _lay_out(self) -> None:
        add = QToolButton(self)
        add.setIcon(QgsApplication.getThemeIcon("/symbologyAdd.svg"))
        add.setToolTip(tr("Add an endpoint"))
        add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        add.setMenu(self._presets(add))
        remove = QToolButton(self)
        delete = QAction(QgsApplication.getThemeIcon("/symbologyRemove.svg"), tr("Remove the endpoint"), self.list)
        delete.setShortcut(QKeySequence(QKeySequence.StandardKey.Delete))
        delete.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        delete.triggered.connect(self.remove)
        self.list.addAction(delete)
        remove.setDefaultAction(delete)
        buttons = QHBoxLayout()
        buttons.addWidget(add)
        buttons.addWidget(remove)
        buttons.addStretch(1)
        left, right = QWidget(self), QWidget(self)
        for side, parts in ((left, (self.list, buttons)), (right, (self.hint, self.form, self.connection))):
            column = QVBoxLayout(side)
            column.setContentsMargins(0, 0, 0, 0)
            for part in parts:
                column.addLayout(part) if isinstance(part, QHBoxLayout) else column.addWidget(part)
        right.layout().addStretch(1)
        layout = QHBoxLayout(self)  # no splitter: it knows nothing of texts that need more lines where they are narrow
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(left, 1)
        layout.addWidget(right, 3)
        self.setTabOrder(self.list, add)
        self.setTabOrder(add, remove)

    def _presets(self, parent: QWidget) -> QMenu:
        menu = QMenu(parent)
        for preset in PRESETS:
            action = menu.addAction(f"{preset.name} ({tr_marked(preset.where)})")
            action.triggered.connect(lambda _=False, one=preset: self.add(one.name, one.base_url))
        menu.addSeparator()
        other = menu.addAction(tr("Other endpoint…"))
        other.triggered.connect(lambda _=False: self.add(tr("New endpoint"), ""))
        return menu

    def _fill(self, row: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([draft.name for draft in self._drafts])
        self.list.setCurrentRow(row)
        self.list.blockSignals(False)
        self._show(row)

    def _show(self, row: int) -> None:
        draft = self._drafts[row] if 0 <= row < len(self._drafts) else None
        self.connection.end()
        self.form.show_draft(draft)
        self.connection.show_draft(draft)
        for part, is_shown in ((self.hint, draft is None), (self.form, draft is not None)):
            part.setVisible(is_shown)
        self.connection.setVisible(draft is not None)

    def _on_edited(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._drafts) and self.list.item(row) is not None:
            self.list.item(row).setText(self._drafts[row].name)
        self.connection.forget()
