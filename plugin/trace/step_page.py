# SPDX-License-Identifier: GPL-2.0-or-later
"""All that there is to the chosen step: its arguments, what the plan check says, what the call told."""

from __future__ import annotations

from collections.abc import Sequence

from qgis.core import QgsApplication
from qgis.PyQt.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QTabWidget, QWidget

from ..i18n import tr
from .argument_inputs import Handles
from .arguments_editor import ArgumentsEditor
from .trace_step import Finding, TraceStep

FINDINGS = 1


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

    def show_step(self, step: TraceStep | None, handles: Handles, findings: Sequence[Finding]) -> None:
        """Shows a step.

        Args:
            step: None for none.
            handles: Layers before it.
            findings: What the plan check says of it.
        """
        self.editor.show_step(step, handles)
        self.findings.clear()
        for finding in findings:
            name = "/mIconWarning.svg" if finding.severity == "warning" else "/mIconCritical.svg"
            self.findings.addItem(QListWidgetItem(QgsApplication.getThemeIcon(name), finding.text))
        title = tr("Check ({n})").format(n=len(findings)) if findings else tr("Check")
        self.setTabText(FINDINGS, title)
        self.told.setPlainText(step.observation if step is not None else "")
