# SPDX-License-Identifier: GPL-2.0-or-later
"""The tab that shows packs and their tasks."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QModelIndex, Qt, pyqtSignal
from qgis.PyQt.QtGui import QAction, QKeySequence
from qgis.PyQt.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QSplitter,
    QStackedWidget,
    QTextBrowser,
    QToolBar,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from ..canvas.episode_layers import EpisodeLayers
from ..i18n import tr
from ..panel.messages import Messages
from ..panel.panel_view import PanelView
from ..panel.service_client import ServiceClient
from .empty_page import EmptyPage
from .filter_row import FilterRow
from .open_menu import open_menu
from .pack_listing import PackListing
from .task_filter import TaskFilter
from .task_inputs import TaskInputs
from .task_page import task_page
from .task_tree import KEY, TaskTree


class TaskBrowser(PanelView):
    """Shows packs and their tasks, and lets one be chosen.

    Args:
        client: Asks the service.
        canvas: Shows inputs on the map.
        messages: Tells people.
        settings: Those of the person; None: defaults.
    """

    chosen = pyqtSignal(str, dict)
    """A task was chosen: the folder of its pack, and its entry as the service told of it."""
    agent_wanted = pyqtSignal()
    """The chosen task is to be given to an agent."""
    reference_wanted = pyqtSignal(str, str)
    """The reference of a task is to be opened as a trace: the folder of its pack, and its id."""
    packs_listed = pyqtSignal()
    """All packs and their tasks are listed."""

    def __init__(
        self,
        client: ServiceClient,
        canvas: EpisodeLayers,
        messages: Messages,
        settings: Any = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(client, canvas, messages, parent)
        self.tree = TaskTree(self)
        self.filter = TaskFilter(self)
        self.filter.setSourceModel(self.tree)
        self.listing = PackListing(client, messages, settings, self.tree, self)
        self._wanted: tuple[str, str] | None = None
        self.inputs = TaskInputs(client, canvas, messages, self)
        self._build()
        self.listing.begun.connect(self._begun)
        self.listing.packs_known.connect(self._packs_known)
        self.listing.tasks_known.connect(self._tasks_known)
        self.listing.failed.connect(self._cannot_list)
        self.listing.done.connect(self.packs_listed)

    def load(self) -> None:
        """Asks for all packs; safe to call again."""
        self.listing.load()

    def open_pack(self, path: str) -> None:
        """Copies a pack from a folder or zip to the person's own packs, and lists it."""
        self.listing.open_pack(path)

    def chosen_task(self) -> tuple[str, dict[str, Any]] | None:
        """Returns the folder of the pack and the entry of the chosen task; None where none is."""
        index = self.view.currentIndex().siblingAtColumn(0)
        entry = self.tree.entries.get(index.data(KEY))
        return (entry.pack, entry.task) if entry is not None else None

    def choose(self, pack: str, task: str) -> None:
        """Chooses a task by its name, now or once it is listed."""
        self._wanted = (pack, task)
        item = self.tree.task_item(pack, task)
        index = self.filter.mapFromSource(item.index()) if item is not None else QModelIndex()
        if index.isValid():
            self._wanted = None
            self.view.setCurrentIndex(index)

    def _build(self) -> None:
        self.row = FilterRow(self)
        self.row.changed.connect(self._filter)
        self.view = QTreeView(self)
        self.view.setModel(self.filter)
        self.view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.view.setAlternatingRowColors(True)
        self.view.setUniformRowHeights(True)
        self.view.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.view.header().setStretchLastSection(False)
        self.view.setAccessibleName(tr("Tasks"))
        self.view.selectionModel().currentChanged.connect(self._current_changed)
        self.view.doubleClicked.connect(lambda index: self._give_to_agent())
        self.page = QTextBrowser(self)
        self.page.setOpenLinks(False)
        self.page.setAccessibleName(tr("Prompt and contract"))
        self.empty = EmptyPage(self)
        self.empty.folder_wanted.connect(self._ask_for_folder)
        self.empty.zip_wanted.connect(self._ask_for_zip)
        splitter = QSplitter(Qt.Orientation.Vertical, self)
        splitter.addWidget(self.view)
        splitter.addWidget(self.page)
        splitter.setStretchFactor(0, 1)
        splitter.setStretchFactor(1, 1)
        listed = QWidget(self)
        inside = QVBoxLayout(listed)
        inside.setContentsMargins(0, 0, 0, 0)
        for part in (self._tools(), self.row, splitter):
            inside.addWidget(part)
        inside.setStretch(2, 1)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.empty)
        self.stack.addWidget(listed)
        self.stack_up(self.stack)

    def _tools(self) -> QToolBar:
        tools = QToolBar(self)
        opens = QToolButton(self)
        opens.setIcon(QgsApplication.getThemeIcon("/mActionFileOpen.svg"))
        opens.setToolTip(tr("Open a pack (folder or zip)"))
        opens.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        opens.setMenu(open_menu(self, self._ask_for_folder, self._ask_for_zip))
        tools.addWidget(opens)
        self.reload = _action(tools, "/mActionRefresh.svg", tr("Look for packs again"), self.load, "Alt+Shift+L")
        tools.addSeparator()
        self.load_inputs = _action(
            tools, "/mActionAddLayer.svg", tr("Add the inputs of the task to the map"), self._add_inputs, "Alt+Shift+I"
        )
        self.give = _action(
            tools, "/mActionStart.svg", tr("Give the task to an agent"), self._give_to_agent, "Alt+Shift+G"
        )
        words = tr("Open the reference of the task as a trace")
        self.trace = _action(tools, "/mActionHistory.svg", words, self._open_reference, "Alt+Shift+F")
        self._enable(False)
        return tools

    def _enable(self, on: bool) -> None:
        for action in (self.load_inputs, self.give, self.trace):
            action.setEnabled(on)

    def _begun(self) -> None:
        self.empty.say_waiting()
        current = self.chosen_task()
        if current is not None:
            self._wanted = (current[0], str(current[1]["id"]))

    def _packs_known(self, count: int) -> None:
        self.stack.setCurrentIndex(1 if count else 0)
        if not count:
            self.empty.say_empty()

    def _tasks_known(self) -> None:
        self.row.set_tasks(self.tree.tasks())
        self._filter()
        if self._wanted is not None:
            self.choose(*self._wanted)

    def _cannot_list(self, fault: dict[str, str]) -> None:
        self.empty.say_fault(fault)
        self.stack.setCurrentIndex(0)

    def _filter(self) -> None:
        self.filter.set_wanted(self.row.wanted())
        self.view.expandAll()

    def _current_changed(self, *_: object) -> None:
        chosen = self.chosen_task()
        self._enable(chosen is not None)
        if chosen is None:
            self.page.clear()
            return
        self.page.setHtml(task_page(chosen[1]))
        self.chosen.emit(*chosen)

    def _give_to_agent(self) -> None:
        if self.chosen_task() is not None:
            self.agent_wanted.emit()

    def _open_reference(self) -> None:
        chosen = self.chosen_task()
        if chosen is not None:
            self.reference_wanted.emit(chosen[0], str(chosen[1]["id"]))

    def _add_inputs(self) -> None:
        chosen = self.chosen_task()
        if chosen is not None:
            self.inputs.add(*chosen)

    def _ask_for_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, tr("Open the folder of a pack"))
        if folder:
            self.open_pack(folder)

    def _ask_for_zip(self) -> None:
        path, _ = QFileDialog.getOpenFileName(self, tr("Open the zip of a pack"), "", tr("Packs") + " (*.zip)")
        if path:
            self.open_pack(path)


def _action(tools: QToolBar, icon: str, tip: str, act: Any, keys: str) -> QAction:
    action = QAction(QgsApplication.getThemeIcon(icon), tip, tools)
    action.setShortcut(QKeySequence(keys))
    action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    action.setToolTip(f"{tip} ({action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)})")
    action.triggered.connect(lambda checked=False: act())
    tools.addAction(action)
    tools.parentWidget().addAction(action)
    return action
