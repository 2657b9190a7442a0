# SPDX-License-Identifier: GPL-2.0-or-later
"""All that there is to the chosen step: its arguments, what the plan check says, what the call told."""

from __future__ import annotations

from collections.abc import Sequence

from qgis.core import QgsApplication
from qgis.PyQt.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QTabWidget, QWidget

from ..i18n import tr
from .argument_drafts import MARK, DraftKey
from .arguments_editor import ArgumentsEditor
from .known_names import Handles
from .trace_step import Finding, TraceStep

ARGUMENTS, FINDINGS = range(2)


class StepPage(QTabWidget):
    """Shows one step."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDocumentMode(True)
        self.editor = ArgumentsEditor(self)
        self.findings = QListWidget(self)
        self.findings.setWordWrap(True)
        self.findings.setAccessibleName(tr("What the plan check finds"))
        self.told = QPlainTextEdit(self)
        self.told.setReadOnly(True)
        self.told.setTabChangesFocus(True)
        self.told.setAccessibleName(tr("What the call told"))
        self.addTab(self.editor, tr("Arguments"))
        self.addTab(self.findings, tr("Check"))
        self.addTab(self.told, tr("Result"))
        self._key: DraftKey | None = None
        self.editor.drafted.connect(self._show_draft)

    def show_step(
        self, step: TraceStep | None, handles: Handles, findings: Sequence[Finding], key: DraftKey | None = None
    ) -> None:
        """Shows a step.

        Args:
            step: None for none.
            handles: Layers before it.
            findings: What the plan check says of it.
            key: By which changes of its arguments are kept.
        """
        self._key = key
        self.editor.show_step(step, handles, key)
        self._show_draft()
        self.findings.clear()
        for finding in findings:
            name = "/mIconWarning.svg" if finding.severity == "warning" else "/mIconCritical.svg"
            self.findings.addItem(QListWidgetItem(QgsApplication.getThemeIcon(name), finding.text))
        title = tr("Check ({n})").format(n=len(findings)) if findings else tr("Check")
        self.setTabText(FINDINGS, title)
        self.told.setPlainText(step.observation if step is not None else "")

    def _show_draft(self) -> None:
        """Marks arguments that are changed and not applied."""
        words = tr("Arguments")
        self.setTabText(ARGUMENTS, f"{words} {MARK}" if self._key in self.editor.drafts() else words)
