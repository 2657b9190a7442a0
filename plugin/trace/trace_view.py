# SPDX-License-Identifier: GPL-2.0-or-later
"""The trace tab of the panel."""

from __future__ import annotations

from typing import Any

from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ..canvas.episode_layers import EpisodeLayers
from ..i18n import tr
from ..panel.messages import Messages
from ..panel.panel_view import PanelView
from ..panel.service_client import ServiceClient
from .argument_drafts import DraftKey, draft_keys, draft_words
from .call_queue import CallQueue
from .recorder import Recorder
from .step_adding import StepAdding
from .step_model import StepModel
from .step_page import StepPage
from .step_table import StepTable
from .step_tools import StepTools
from .stored_menu import StoredMenu
from .task_inputs import TaskInputs
from .trace_bar import TraceBar
from .trace_changes import TraceChanges
from .trace_files import TraceFiles
from .trace_opening import TraceOpening
from .trace_session import TraceSession
from .trace_words import hint_words, owed_words, title_words


class TraceView(PanelView):
    """Records what a person does as steps.

    Args:
        client: Asks the service.
        canvas: Shows layers on the map.
        messages: Tells people.
    """

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QWidget | None = None
    ) -> None:
        super().__init__(client, canvas, messages, parent)
        self.session = TraceSession(client, canvas, messages, self)
        self.queue = CallQueue(self.session, messages, self)
        self.inputs = TaskInputs(client, self.session, messages)
        self.recorder = Recorder(self.session, self.queue, messages, lambda: self.inputs.files, self)
        self.model = StepModel(self)
        self.table = StepTable(self.model, self)
        self.page = StepPage(self)
        self.bar = TraceBar(self)
        self.title = QLabel(self)
        self.owed = QLabel(self)
        self.changes = TraceChanges(self.session, self.table, messages)
        self.tools = StepTools(self.session, self.table, messages)
        self.files = TraceFiles(self.session, messages, self, lambda: draft_words(self._drafted_rows()))
        self.opening = TraceOpening(self.session, self, self._leave)
        self.adding = StepAdding(self.recorder, self.tools, lambda: self.bar.record.setChecked(True), self)
        menu = self.bar.open_menu
        self._stored = StoredMenu(menu, client, messages, self.opening.open_folder, self.opening.open_episode)
        self._keys: list[DraftKey] = []
        self._build()
        self._connect()
        self._show_all()

    def task_chosen(self, pack: str, task: dict[str, object]) -> None:
        """Takes over the task that was chosen in the task browser.

        Args:
            pack: Its pack as the service names it.
            task: Its entry as `tasks` answered.
        """
        self.opening.chosen = (pack, str(task.get("id", "")))
        self._show_all()

    def is_busy(self) -> bool:
        """Tells whether steps are made; a trace that rests goes on in another service, for it lies on disk."""
        return self.session.is_busy or len(self.queue) > 0

    def open_episode(self, folder: str) -> None:
        """Begins a trace with the calls of an agent's episode."""
        self.opening.open_episode(folder)

    def open_reference(self, pack: str, task: str) -> None:
        """Begins a trace with the reference of a task."""
        self.opening.open_reference(pack, task)

    def close_view(self) -> None:
        """Lets go of everything before the panel is closed."""
        self.bar.record.setChecked(False)
        self.adding.close()
        self.recorder.close()
        self.queue.clear()
        self.session.close()

    def _build(self) -> None:
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.owed.setTextFormat(Qt.TextFormat.PlainText)
        self.owed.setWordWrap(True)
        hint = QLabel(hint_words(), self)
        hint.setWordWrap(True)
        hint.setAlignment(Qt.AlignmentFlag.AlignTop)
        hint.setMargin(8)
        self._pages = QStackedWidget(self)
        self._split = QSplitter(Qt.Orientation.Vertical, self)
        self._split.addWidget(self.table)
        self._split.addWidget(self.page)
        self._split.setChildrenCollapsible(False)
        self._pages.addWidget(hint)
        self._pages.addWidget(self._split)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(4, 2, 4, 4)
        layout.setSpacing(3)
        for widget in (self.bar, self.title, self._pages, self.owed):
            layout.addWidget(widget, 1 if widget is self._pages else 0)
        self.table.set_menu(self.bar.step_actions())
        self.table.set_keys(self.bar.table_keys())
        self.bar.open_menu.addSeparator()
        self.bar.open_menu.addActions([self.bar.open_task, self.bar.open_file])
        self.addActions([self.bar.record, self.bar.add, self.bar.run, self.bar.stop, self.bar.save])

    def _connect(self) -> None:
        bar, session, changes = self.bar, self.session, self.changes
        session.opened.connect(self.inputs.ask)
        session.opened.connect(self._show_all)
        session.changed.connect(self._show_all)
        session.work.changed.connect(lambda _on: self._enable())
        session.progressed.connect(self.model.show_progress)
        self.queue.emptied.connect(session.find)
        self.queue.emptied.connect(self._enable)
        self.table.chosen.connect(self._step_chosen)
        self.model.moved.connect(changes.move)
        self.model.noted.connect(changes.note)
        self.page.editor.applied.connect(self._apply)
        self.page.editor.drafted.connect(self._show_drafts)
        bar.new_task.triggered.connect(lambda: self.opening.begin(self.opening.chosen))
        bar.new_free.triggered.connect(lambda: self.opening.begin(None))
        bar.open_task.triggered.connect(self.opening.open_chosen_reference)
        bar.open_file.triggered.connect(self.opening.ask_for_file)
        bar.record.toggled.connect(self._record)
        bar.add.triggered.connect(self.adding.choose_tool)
        bar.add_past.triggered.connect(self.adding.choose_past)
        bar.run.triggered.connect(lambda: session.rerun(max(0, self.table.row())))
        bar.stop.triggered.connect(session.stop)
        bar.up.triggered.connect(lambda: changes.move(self.table.row(), self.table.row() - 1))
        bar.down.triggered.connect(lambda: changes.move(self.table.row(), self.table.row() + 1))
        bar.delete.triggered.connect(lambda: changes.delete(self.table.row()))
        bar.note.triggered.connect(self.table.edit_note)
        bar.branch.triggered.connect(lambda: changes.branch(self.table.row()))
        bar.state.triggered.connect(self._look_back)
        bar.dialog.triggered.connect(self.tools.open_dialog)
        bar.copy_python.triggered.connect(self.tools.copy_python)
        bar.copy_command.triggered.connect(self.tools.copy_command)
        bar.copy_json.triggered.connect(self.tools.copy_json)
        bar.save.triggered.connect(self.files.save_reference)
        bar.contract.triggered.connect(self.files.open_contract)
        bar.export_model.triggered.connect(self.files.export_model)
        bar.export_python.triggered.connect(lambda: self.files.export_text("python"))
        bar.export_commands.triggered.connect(lambda: self.files.export_text("qgis_process"))

    def _leave(self) -> None:
        self.queue.clear()
        self.recorder.forget()

    def _look_back(self) -> None:
        session, step = self.session, self.table.row() + 1
        session.ask("trace_to_step", {"step": step}, lambda answer: session.map.look_back(answer.get("layers") or []))

    def _record(self, on: bool) -> None:
        self.recorder.record(on)
        session, chosen = self.session, self.opening.chosen
        if on and not session.is_open:
            self.opening.begin(chosen)
        elif on and chosen is not None and session.task != chosen[1]:
            text = tr('What is recorded goes into the open trace, "{trace}".').format(trace=session.title)
            self.messages.info(text, tr("New trace of the chosen task"), lambda: self.opening.begin(chosen))
        self._show_title()

    def _step_chosen(self, row: int) -> None:
        self._show_page()
        self._enable()
        if 0 <= row < len(self.session.steps) and self.session.steps[row].state == "done":
            self.session.map.choose(row)

    def _show_all(self) -> None:
        session = self.session
        is_longer = len(session.steps) > self.model.rowCount()
        self._keys = draft_keys(session.folder, session.steps)
        self.model.show(session.steps, session.findings)
        self._show_drafts()
        self._pages.setCurrentIndex(1 if session.steps else 0)
        row = self.table.row()
        if is_longer and session.steps and (row < 0 or self.bar.record.isChecked()):
            self.table.choose(len(session.steps) - 1)
        self._show_title()
        if self.table.row() == row:  # else it was shown when it was chosen
            self._show_page()
        self._enable()

    def _show_drafts(self) -> None:
        drafts = self._drafted_rows()
        self.model.show_drafts(drafts)
        text = owed_words(self.session, drafts)
        self.owed.setText(text)
        self.owed.setVisible(bool(text))

    def _show_title(self) -> None:
        self.title.setText(title_words(self.session, self.bar.record.isChecked()))

    def _show_page(self) -> None:
        row, steps = self.table.row(), self.session.steps
        if 0 <= row < len(steps):
            handles = self.session.map.facts_before(steps[:row])
            self.page.show_step(steps[row], handles, self.model.findings(row), self._keys[row])
        else:
            self.page.show_step(None, {}, ())

    def _drafted_rows(self) -> list[int]:
        """Lists rows of steps that have changes which are not applied."""
        drafts = self.page.editor.drafts()
        return [row for row, key in enumerate(self._keys) if key in drafts]

    def _apply(self, arguments: dict[str, Any], run: bool) -> None:
        key = self._keys[self.table.row()]
        self.changes.apply(arguments, run, lambda: self.page.editor.forget(key))

    def _enable(self) -> None:
        session, is_busy = self.session, self.is_busy()
        has_task = self.opening.chosen is not None
        self.bar.enable(session.is_open, is_busy, has_task, self.table.row(), len(session.steps))
        self.page.editor.allow_changes(not is_busy)
