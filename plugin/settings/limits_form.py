# SPDX-License-Identifier: GPL-2.0-or-later
"""The limits of an episode on the page, and what becomes of findings of the guards."""

from __future__ import annotations

from qgis.gui import QgsDoubleSpinBox, QgsSpinBox
from qgis.PyQt.QtWidgets import QComboBox, QFormLayout, QWidget

from ..i18n import marked, tr, tr_marked
from .limits import LIMITS, Limit
from .settings import GUARDS, Settings

GUARD_TITLES = {
    "refuse": marked("Refuse the call"),
    "warn": marked("Warn and go on"),
    "silent": marked("Go on without a word"),
}


class LimitsForm(QWidget):
    """A field for each limit; its least value means none."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self._settings = settings
        self.fields: dict[str, QgsSpinBox | QgsDoubleSpinBox] = {}
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        for limit in LIMITS:
            field = self.fields[limit.name] = _field(limit, self)
            field.setValue(settings.limit(limit) or 0)
            form.addRow(tr_marked(limit.title), field)
        self.guard = QComboBox(self)
        for word in GUARDS:
            self.guard.addItem(tr_marked(GUARD_TITLES[word]), word)
        self.guard.setCurrentIndex(GUARDS.index(settings.guard()))
        self.guard.setToolTip(tr("Guards look for mixed CRSs, degrees used as metres, invalid geometry and the like"))
        form.addRow(tr("When a guard finds something"), self.guard)

    def store(self) -> None:
        """Stores the limits."""
        for limit in LIMITS:
            value = self.fields[limit.name].value()
            self._settings.set_limit(limit.name, value or None if limit.can_be_off else value)
        self._settings.set_guard(self.guard.currentData())


def _field(limit: Limit, parent: QWidget) -> QgsSpinBox | QgsDoubleSpinBox:
    least = 0 if limit.can_be_off else 1
    if limit.decimals:
        field = QgsDoubleSpinBox(parent)
        field.setDecimals(limit.decimals)
        field.setRange(least, limit.largest)
    else:
        field = QgsSpinBox(parent)
        field.setRange(least, round(limit.largest))
    if limit.can_be_off:
        field.setSpecialValueText(tr("no limit"))
    field.setClearValue(limit.default or 0)
    if limit.unit:
        field.setSuffix(f" {tr_marked(limit.unit)}")
    return field
