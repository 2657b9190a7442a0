# SPDX-License-Identifier: GPL-2.0-or-later
"""Which task, which agent, which model."""

from __future__ import annotations

from typing import Any

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import Qt, pyqtSignal
from qgis.PyQt.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from ..i18n import tr
from ..panel.plain_text import plain_tip


class TaskForm(QWidget):
    """What an episode is made of, as a person chooses it.

    Args:
        settings: Those of the person; None: there are no endpoints.
    """

    changed = pyqtSignal()
    task_wanted = pyqtSignal()
    settings_wanted = pyqtSignal()

    def __init__(self, settings: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.pack, self.task_id = "", ""
        self.task = QLabel(tr("None chosen"), self)
        self.task.setTextFormat(Qt.TextFormat.PlainText)
        self.task.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.agent, self.model = QComboBox(self), QComboBox(self)
        for choice in (self.agent, self.model):
            choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(8)
            choice.currentIndexChanged.connect(self._chosen)
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        self.form.setVerticalSpacing(3)
        choose = _button("/mActionOpenTable.svg", tr("Choose another task"), self.task_wanted, self)
        options = _button("/mActionOptions.svg", tr("Set up endpoints and models"), self.settings_wanted, self)
        self.form.addRow(tr("Task"), _beside(self.task, choose))
        self.form.addRow(tr("Agent"), self.agent)
        self.models = _beside(self.model, options)
        self.form.addRow(tr("Model"), self.models)
        self.load_models()
        self._show_model_row()

    def set_task(self, pack: str, task: dict[str, Any]) -> None:
        """Shows the chosen task."""
        self.pack, self.task_id = pack, str(task.get("id"))
        self.task.setText(str(task.get("title") or self.task_id))
        self.task.setToolTip(plain_tip(f"{self.task_id}\n{pack}"))
        self.changed.emit()

    def set_agents(self, agents: list[dict[str, Any]]) -> None:
        """Offers the agents of the task; the chosen one stays where it is still there.

        Where none was chosen it is the first that can run: a model that is not set up cannot.
        """
        chosen = self.agent.currentData()
        self.agent.blockSignals(True)
        self.agent.clear()
        for agent in agents:
            self.agent.addItem(str(agent.get("title") or agent.get("name")), agent)
        names = [agent.get("name") for agent in agents]
        if chosen and chosen.get("name") in names:
            self.agent.setCurrentIndex(names.index(chosen.get("name")))
        elif self.model.currentData() is None:
            self.agent.setCurrentIndex(next((row for row, one in enumerate(agents) if not one.get("needs_model")), 0))
        self.agent.blockSignals(False)
        self._chosen()

    def load_models(self) -> None:
        """Offers the models of all endpoints in the settings."""
        chosen = self.model.currentText()
        self.model.blockSignals(True)
        self.model.clear()
        for endpoint in self._settings.endpoints() if self._settings is not None else []:
            for name in endpoint.models:
                self.model.addItem(f"{name} · {endpoint.name}", (endpoint, name))
        if self.model.count() == 0:
            self.model.addItem(tr("None is set up yet"), None)
        self.model.setCurrentIndex(max(0, self.model.findText(chosen)))
        self.model.blockSignals(False)
        self.changed.emit()

    def agent_name(self) -> str:
        """Returns the name of the chosen agent; "" where none is."""
        return str((self.agent.currentData() or {}).get("name") or "")

    def needs_model(self) -> bool:
        """Tells whether the chosen agent is a model at an endpoint."""
        return bool((self.agent.currentData() or {}).get("needs_model"))

    def chosen_model(self) -> tuple[Any, str] | None:
        """Returns endpoint and name of the chosen model; None where none is needed or chosen."""
        return self.model.currentData() if self.needs_model() else None

    def is_complete(self) -> bool:
        """Tells whether an episode can be started."""
        has_model = not self.needs_model() or self.chosen_model() is not None
        return bool(self.task_id and self.agent_name()) and has_model

    def _chosen(self, _index: int = 0) -> None:
        self._show_model_row()
        self.changed.emit()

    def _show_model_row(self) -> None:
        is_needed = self.needs_model()
        self.models.setVisible(is_needed)
        self.form.labelForField(self.models).setVisible(is_needed)
        is_there = self.model.currentData() is not None
        self.model.setEnabled(is_there)
        self.model.setToolTip("" if is_there else tr("The button beside opens the options."))


def _button(icon: str, tip: str, told: Any, parent: QWidget) -> QToolButton:
    button = QToolButton(parent)
    button.setIcon(QgsApplication.getThemeIcon(icon))
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setAutoRaise(True)
    button.clicked.connect(lambda checked=False: told.emit())
    return button


def _beside(field: QWidget, button: QToolButton) -> QWidget:
    row = QWidget(field.parentWidget())
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(2)
    layout.addWidget(field, 1)
    layout.addWidget(button)
    return row
