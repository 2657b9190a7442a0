# SPDX-License-Identifier: GPL-2.0-or-later
"""The trace tab of the panel."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from ...tools.declaration.errors import ToolError
from ..canvas.episode_layers import EpisodeLayers
from ..i18n import plural, tr
from ..panel.messages import Messages
from ..panel.service_client import ServiceClient
from .call_queue import CallQueue
from .recorder import Recorder
from .step_copies import as_command, as_json, as_python
from .step_model import StepModel
from .step_page import StepPage
from .step_table import StepTable
from .stored_menu import StoredMenu
from .tool_dialog import open_tool_dialog
from .trace_bar import TraceBar
from .trace_changes import TraceChanges
from .trace_files import TraceFiles
from .trace_session import TraceSession
from .trace_step import TraceStep


class TraceView(QWidget):
    """Records what a person does as steps.

    Args:
        client: Asks the service.
        canvas: Shows layers on the map.
        messages: Tells people.
    """

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.client, self.canvas, self.messages = client, canvas, messages
        self.session = TraceSession(client, canvas, messages, self)
        self.queue = CallQueue(self.session, messages, self)
        self.recorder = Recorder(self.session, self.queue, messages, lambda: self._input_files, self)
        self.model = StepModel(self)
        self.table = StepTable(self.model, self)
        self.page = StepPage(self)
        self.bar = TraceBar(self)
        self.title = QLabel(self)
        self.told = QLabel(self)
        self.changes = TraceChanges(self.session, self.table, messages)
        self.files = TraceFiles(self.session, messages, self)
        self._stored = StoredMenu(self.bar.open_menu, client, messages, self._open_folder, self.open_episode)
        self._chosen: tuple[str, str] | None = None
        self._input_files: dict[str, str] = {}
        self._dialogs: list[Any] = []
        self._build()
        self._connect()
        self._show_all()

    def task_chosen(self, pack: str, task: dict[str, object]) -> None:
        """Takes over the task that was chosen in the task browser.

        Args:
            pack: Its pack as the service names it.
            task: Its entry as `tasks` answered.
        """
        self._chosen = (pack, str(task.get("id", "")))
        self._show_all()

    def is_busy(self) -> bool:
        """Tells whether the service holds a trace, which would be lost to the window if it were started anew."""
        return self.session.is_open

    def open_episode(self, folder: str) -> None:
        """Begins a trace with the calls of an agent's episode."""
        self._leave()
        self.session.from_episode(folder)

    def close_view(self) -> None:
        """Lets go of everything before the panel is closed."""
        self.bar.record.setChecked(False)
        self.recorder.close()
        self.queue.clear()
        self.session.close()

    def _build(self) -> None:
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.told.setWordWrap(True)
        hint = QLabel(_hint(), self)
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
        for widget in (self.bar, self.title, self._pages, self.told):
            layout.addWidget(widget, 1 if widget is self._pages else 0)
        self.table.set_menu(self.bar.step_actions())
        self.table.set_keys(self.bar.table_keys())
        self.addActions([self.bar.record, self.bar.run, self.bar.stop, self.bar.save])

    def _connect(self) -> None:
        bar, session, changes = self.bar, self.session, self.changes
        session.opened.connect(self._opened)
        session.changed.connect(self._show_all)
        session.busy.connect(lambda _on: self._enable())
        session.progressed.connect(self.model.show_progress)
        self.queue.emptied.connect(session.find)
        self.queue.emptied.connect(self._enable)
        self.table.chosen.connect(self._step_chosen)
        self.model.moved.connect(changes.move)
        self.model.noted.connect(changes.note)
        self.page.editor.applied.connect(changes.apply)
        bar.new_task.triggered.connect(lambda: self._begin(self._chosen))
        bar.new_free.triggered.connect(lambda: self._begin(None))
        bar.record.toggled.connect(self._record)
        bar.run.triggered.connect(lambda: session.rerun(max(0, self.table.row())))
        bar.stop.triggered.connect(session.stop)
        bar.up.triggered.connect(lambda: changes.move(self.table.row(), self.table.row() - 1))
        bar.down.triggered.connect(lambda: changes.move(self.table.row(), self.table.row() + 1))
        bar.delete.triggered.connect(lambda: changes.delete(self.table.row()))
        bar.note.triggered.connect(self.table.edit_note)
        bar.branch.triggered.connect(lambda: changes.branch(self.table.row()))
        bar.state.triggered.connect(lambda: session.show_state(self.table.row()))
        bar.dialog.triggered.connect(self._open_dialog)
        bar.copy_python.triggered.connect(lambda: self._copy(as_python))
        bar.copy_command.triggered.connect(lambda: self._copy(as_command))
        bar.copy_json.triggered.connect(lambda: self._copy(lambda step, _folder, _layers: as_json(step)))
        bar.save.triggered.connect(self.files.save_reference)
        bar.contract.triggered.connect(self.files.open_contract)
        bar.export_model.triggered.connect(self.files.export_model)
        bar.export_python.triggered.connect(lambda: self.files.export_text("python"))
        bar.export_commands.triggered.connect(lambda: self.files.export_text("qgis_process"))

    def _begin(self, chosen: tuple[str, str] | None) -> None:
        self._leave()
        pack, task = chosen or (None, None)
        self.session.begin(pack, task)

    def _open_folder(self, folder: str) -> None:
        self._leave()
        self.session.open(folder)

    def _leave(self) -> None:
        self.queue.clear()
        self.recorder.forget()

    def _opened(self) -> None:
        """Asks which files on the map are inputs of the task, so that they are not taken for layers of others."""
        self._input_files = {}
        pack, task = self.session.pack, self.session.task
        if pack and task:
            told = {"pack": pack, "task": task}
            self.client.ask("input_layers", told, self._take_inputs, lambda fault: self.messages.log(str(fault)))
        self._show_all()

    def _take_inputs(self, answer: dict[str, Any]) -> None:
        names = {str(one.get("file", "")) for one in self.session.inputs}
        for layer in answer.get("layers") or []:
            path = str(layer.get("path", ""))
            name = path.replace("\\", "/").rpartition("/")[2]
            if name in names:
                self._input_files[path] = name

    def _record(self, on: bool) -> None:
        self.recorder.record(on)
        session, chosen = self.session, self._chosen
        if on and not session.is_open:
            self._begin(chosen)
        elif on and chosen is not None and session.task != chosen[1]:
            text = tr('What is recorded goes into the open trace, "{trace}".').format(trace=session.title)
            self.messages.info(text, tr("New trace of the chosen task"), lambda: self._begin(chosen))
        self._show_title()

    def _step_chosen(self, row: int) -> None:
        self._show_page()
        self._enable()
        if 0 <= row < len(self.session.steps) and self.session.steps[row].state == "done":
            self.session.show_step(row)

    def _show_all(self) -> None:
        session = self.session
        is_longer = len(session.steps) > self.model.rowCount()
        self.model.show(session.steps, session.findings)
        self._pages.setCurrentIndex(1 if session.steps else 0)
        if is_longer and session.steps and (self.table.row() < 0 or self.bar.record.isChecked()):
            self.table.choose(len(session.steps) - 1)
        self._show_title()
        self._show_page()
        self._show_told()
        self._enable()

    def _show_title(self) -> None:
        if not self.session.is_open:
            self.title.setText(tr("No trace is open."))
            return
        title = self.session.title
        recording = tr("{trace} · recording what the toolbox runs").format(trace=title)
        self.title.setText(recording if self.bar.record.isChecked() else title)

    def _show_page(self) -> None:
        row, steps = self.table.row(), self.session.steps
        step: TraceStep | None = steps[row] if 0 <= row < len(steps) else None
        handles = self.session.handles_before(row) if step is not None else {}
        self.page.show_step(step, handles, self.model.findings(row))

    def _show_told(self) -> None:
        """Says how many steps wait, and what the trace as a whole still owes."""
        steps, lines = self.session.steps, []
        waiting = len(steps) - self.session.valid_from
        if waiting:
            lines.append(
                plural(
                    "{n} step waits to be run, from step {first} on.",
                    "{n} steps wait to be run, from step {first} on.",
                    waiting,
                    first=self.session.valid_from + 1,
                )
            )
        lines += [f"⚠ {finding.text}" for finding in self.session.findings if finding.step >= len(steps)]
        self.told.setText("\n".join(lines))
        self.told.setVisible(bool(lines))

    def _enable(self) -> None:
        session = self.session
        is_busy = session.is_busy or len(self.queue) > 0
        self.bar.enable(session.is_open, is_busy, self._chosen is not None, self.table.row(), len(session.steps))
        self.page.editor.allow_changes(not is_busy)

    def _step(self) -> TraceStep | None:
        row = self.table.row()
        return self.session.steps[row] if 0 <= row < len(self.session.steps) else None

    def _copy(self, write: Any) -> None:
        step = self._step()
        if step is None:
            return
        try:
            QgsApplication.clipboard().setText(write(step, self.session.folder, self.session.layers))
        except ToolError as fault:
            self.messages.error({"code": fault.code, "sentence": fault.sentence, "hint": fault.hint})

    def _open_dialog(self) -> None:
        step = self._step()
        if step is None:
            return
        try:
            dialog = open_tool_dialog(step, self.session)
        except ToolError as fault:
            self.messages.error({"code": fault.code, "sentence": fault.sentence, "hint": fault.hint})
            return
        if dialog is not None:
            # Python's half of a dialog must live as long as it is shown
            self._dialogs.append(dialog)
            dialog.finished.connect(lambda _result: self._dialogs.remove(dialog) if dialog in self._dialogs else None)


def _hint() -> str:
    return tr(
        "Choose a task, press Record and work in the Processing toolbox: each tool that you run becomes a step here, "
        "and its layer appears in the group of the trace. Layers from elsewhere are taken into the inputs, with "
        "selection and filter applied. Steps can then be changed, moved, run again and saved as a reference."
    )
