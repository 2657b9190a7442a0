# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks the service for packs and their tasks, and fills the tree with them."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..i18n import plural, tr
from ..panel.fault_text import fault_text
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient
from .task_tree import TaskTree


class PackListing(QObject):
    """Lists packs and opens new ones.

    Args:
        client: Asks the service.
        messages: Tells people.
        settings: Those of the person, with folders of packs; None: there are none.
        tree: What is filled.
    """

    begun = pyqtSignal()
    packs_known = pyqtSignal(int)
    """So many packs there are; their tasks come after that."""
    tasks_known = pyqtSignal()
    """The tasks of one more pack are in the tree."""
    done = pyqtSignal()
    """All packs and their tasks are in the tree."""
    failed = pyqtSignal(dict)
    """Nothing can be listed: code, sentence, hint."""

    def __init__(
        self, client: ServiceClient, messages: Messages, settings: Any, tree: TaskTree, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._messages = messages
        self._settings = settings
        self._tree = tree
        self._unlisted: set[str] = set()

    def load(self) -> None:
        """Asks for all packs; safe to call again."""
        self.begun.emit()
        folders = list(self._settings.folders().packs) if self._settings is not None else []
        self._client.ask("packs", {"folders": folders}, self._take_packs, self.failed.emit)

    def open_pack(self, path: str, replace: bool = False) -> None:
        """Copies a pack from a folder or zip to the person's own packs.

        Args:
            replace: Whether another version of it may go.
        """

        def cannot(fault: dict[str, str]) -> None:
            if fault.get("code") != "OUTPUT_EXISTS" or replace:
                self._messages.error(fault)
                return
            self._messages.warning(fault.get("sentence", ""), tr("Replace it"), lambda: self.open_pack(path, True))

        self._client.ask("open_pack", {"path": path, "replace": replace}, self._take_opened, cannot)

    def _take_packs(self, answer: dict[str, Any]) -> None:
        packs = answer.get("packs") or []
        for fault in answer.get("faults") or []:
            self._messages.warning(fault_text(fault))
        self._tree.set_packs(packs)
        self.packs_known.emit(len(packs))
        self._unlisted = {str(pack["folder"]) for pack in packs}
        for folder in list(self._unlisted):
            self._ask_for_tasks(folder)
        if not packs:
            self.done.emit()

    def _ask_for_tasks(self, folder: str) -> None:
        def take(answer: dict[str, Any]) -> None:
            self._tree.set_tasks(folder, answer.get("tasks") or [], answer.get("faults") or [])
            self.tasks_known.emit()
            self._listed(folder)

        def cannot(fault: dict[str, str]) -> None:
            self._messages.error(fault)
            self._listed(folder)

        self._client.ask("tasks", {"pack": folder}, take, cannot)

    def _listed(self, folder: str) -> None:
        self._unlisted.discard(folder)
        if not self._unlisted:
            self.done.emit()

    def _take_opened(self, pack: dict[str, Any]) -> None:
        count = len(pack.get("tasks") or [])
        self._messages.success(plural("{pack}: {n} task", "{pack}: {n} tasks", count, pack=pack.get("title")))
        self.load()
