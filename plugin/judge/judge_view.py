# SPDX-License-Identifier: GPL-2.0-or-later
"""The judge tab of the panel."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsTask
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QShowEvent
from qgis.PyQt.QtWidgets import QTabWidget, QToolBar, QWidget

from ..canvas.episode_layers import EpisodeLayers
from ..i18n import tr
from ..panel.fault_text import fault_text
from ..panel.messages import Messages
from ..panel.panel_view import PanelView
from ..panel.question_round import QuestionRound
from ..panel.service_client import ServiceClient
from ..panel.tight_room import squeeze, tighten
from .answer_reading import read_differences, read_score, read_steps
from .answers import Differences, OutputScore, Score
from .check_list import CheckList
from .difference_pane import DifferencePane
from .file_form import FileForm
from .findings import joined, worst_findings
from .layer_opening import OpenedLayers, open_in_background
from .map_views import MapViews
from .mark_keeping import MarkKeeping
from .marks import Mark, Marks
from .result_list import ResultList
from .step_list import StepList
from .subject_bar import SubjectBar
from .subjects import Subject
from .verdict_box import VerdictBox


class JudgeView(PanelView):
    """Shows why a result is right or wrong.

    Args:
        client: Asks the service.
        canvas: Shows layers on the map.
        messages: Tells people.
    """

    def __init__(
        self, client: ServiceClient, canvas: EpisodeLayers, messages: Messages, parent: QWidget | None = None
    ) -> None:
        super().__init__(client, canvas, messages, parent)
        self.subject: Subject | None = None
        self.score: Score | None = None
        self.marks, self.keeping = Marks(), MarkKeeping(messages)
        self._round = QuestionRound(client)
        self._shown = 0
        self._has_steps = False
        self._is_closed = False
        self._opening: QgsTask | None = None
        self.bar, self.form, self.verdict = SubjectBar(self), FileForm(self), VerdictBox(self)
        self.maps = MapViews(canvas.iface, self)
        canvas.adopt(self.maps.group)
        self.checks, self.steps = CheckList(self), StepList(self)
        self.differences = DifferencePane(self.maps.group, self)
        self.legend, self.findings = self.differences.legend, self.differences.findings
        self.results = ResultList(client, messages, self.bar)
        self.tabs = QTabWidget(self)
        self._lay_out()
        self._connect()

    def task_chosen(self, pack: str, task: dict[str, object]) -> None:
        """Takes over the task that was chosen in the task browser.

        Args:
            pack: Its pack as the service names it.
            task: Its entry as `tasks` answered.
        """
        self.form.set_task(pack, task)

    def show_folder(self, folder: str) -> None:
        """Judges a stored episode or trace, whichever it is."""
        self.bar.choose(Subject("episode", "", "", folder))

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (name of Qt)
        """Reads the list of results whenever the tab is chosen; there may be new ones."""
        super().showEvent(event)
        if not event.spontaneous():
            self.results.read()

    def judge(self, subject: Subject) -> None:
        """Scores something and shows what comes of it."""
        self._begin_round()
        self.subject = subject
        self.marks = self.keeping.marks_of(subject)
        self.bar.show_mark(self.marks.whole, True)
        self.verdict.show_words(tr("Scoring {what}…").format(what=subject.label), is_busy=True)
        self._round.ask("score", subject.asked, self._take_score, self._score_failed)

    def close_view(self) -> None:
        """Lets go of everything before the panel is closed."""
        if not self._is_closed:
            self._is_closed = True
            self._begin_round()
            self.maps.end_views()

    def _lay_out(self) -> None:
        map_bar = tighten(QToolBar(self))
        map_bar.addActions(self.maps.actions)
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(self.checks, tr("Checks"))
        self.tabs.addTab(self.differences, tr("Differences"))
        self.tabs.addTab(self.steps, tr("Steps"))
        self.tabs.setCornerWidget(map_bar, Qt.Corner.TopRightCorner)
        squeeze(self.tabs)
        self.form.hide()
        self.stack_up(self.bar, self.form, self.verdict, self.tabs)

    def _connect(self) -> None:
        self.bar.chosen.connect(self.judge)
        self.bar.list_wanted.connect(self._again)
        self.bar.file_wanted.connect(self.form.setVisible)
        self.bar.mark_wanted.connect(self._mark_whole)
        self.form.wanted.connect(self.bar.choose)
        self.verdict.output_chosen.connect(self._show_output)
        self.tabs.currentChanged.connect(self._tab_chosen)
        self.findings.shown.connect(self.maps.show_finding)
        self.findings.not_kept.connect(self.keeping.not_kept)
        self.legend.cells_hidden.connect(self.maps.group.hide_cells)

    def _begin_round(self) -> None:
        """Drops all that still waits for what was judged before, and takes it off the map."""
        self._round.begin()
        self.score, self._shown, self._has_steps = None, 0, False
        self._cancel_opening()
        if not self._is_closed:
            self.maps.clear()
            self.legend.fill({})
            self.checks.fill(None)
            self.findings.fill([], "", Marks())
            self.steps.show_words("")

    def _cancel_opening(self) -> None:
        task, self._opening = self._opening, None
        if task is not None:
            task.cancel()

    def _again(self) -> None:
        self.results.read()
        if self.subject is not None:
            self.judge(self.subject)

    def _take_score(self, answer: dict[str, Any]) -> None:
        self.score = read_score(answer)
        self.bar.name_current(self.score.task, self.score.agent)
        wrong = [place for place, output in enumerate(self.score.outputs) if output.strict is False]
        self._show_output(wrong[0] if wrong else 0)
        self._tab_chosen(self.tabs.currentIndex())

    def _score_failed(self, fault: dict[str, str]) -> None:
        self.verdict.show_words(fault.get("sentence", ""), fault.get("hint", ""), is_fault=True)

    def _show_output(self, place: int) -> None:
        """Shows one of the outputs of the score."""
        if self.score is None or self.subject is None:
            return
        self._shown = place
        self.verdict.show_score(self.score, place)
        self.maps.clear()
        self.legend.fill({})
        output = self._output
        if output is None:
            return
        self.checks.fill(output)
        self.findings.fill(worst_findings(output.worst), output.label, self.marks)
        self.verdict.set_busy(True)

        def take(answer: dict[str, Any]) -> None:
            if self._output is output:
                self._take_differences(output, read_differences(answer))

        self._round.ask("differences", {**self.subject.asked, "output": output.label}, take, self._no_differences)

    @property
    def _output(self) -> OutputScore | None:
        outputs = self.score.outputs if self.score is not None else []
        return outputs[self._shown] if 0 <= self._shown < len(outputs) else None

    def _take_differences(self, output: OutputScore, differences: Differences) -> None:
        self._cancel_opening()

        def done(opened: OpenedLayers | None, fault: str) -> None:
            self._opening = None
            if self._output is output and not self._is_closed:
                self._take_layers(output, differences, opened or OpenedLayers(notes=[fault]))

        self._opening = open_in_background(differences, done)

    def _no_differences(self, fault: dict[str, str]) -> None:
        self.verdict.set_busy(False)
        self.checks.fill(self._output, [fault_text(fault)])

    def _take_layers(self, output: OutputScore, differences: Differences, opened: OpenedLayers) -> None:
        self.verdict.set_busy(False)
        written = differences.written
        notes = [one for one in (written.problem, *written.notes, *opened.notes) if one]
        self.checks.fill(output, notes)
        task = self.score.task if self.score is not None else ""
        self.maps.show_layers(tr("GISAgentBench differences: {task}").format(task=task), opened)
        self.legend.fill(written.counts)
        self.differences.fit_legend()
        self.findings.fill(joined(worst_findings(output.worst), opened.findings), output.label, self.marks)

    def _tab_chosen(self, _index: int) -> None:
        """Asks for the steps once they are looked at."""
        if self.tabs.currentWidget() is self.differences:
            self.differences.fit_legend()
        if self.tabs.currentWidget() is not self.steps or self.score is None or self._has_steps:
            return
        assert self.subject is not None
        self._has_steps = True
        if self.subject.sort == "file":
            self.steps.show_words(tr("A file has no steps; choose an episode or a trace."))
            return
        self.steps.show_words(tr("Comparing steps…"))
        self._round.ask(
            "compare_steps",
            {**self.subject.asked, "strict": self.score.strict},
            lambda answer: self.steps.fill(read_steps(answer)),
            lambda fault: self.steps.show_words(fault_text(fault)),
        )

    def _mark_whole(self, mark: Mark) -> None:
        self.keeping.mark_whole(self.marks, mark)
        self.bar.show_mark(self.marks.whole, self.subject is not None)
