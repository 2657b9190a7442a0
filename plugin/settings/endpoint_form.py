# SPDX-License-Identifier: GPL-2.0-or-later
"""The fields of one endpoint: name, base URL, key, models."""

from __future__ import annotations

from qgis.core import QgsApplication
from qgis.gui import QgsPasswordLineEdit
from qgis.PyQt.QtCore import QEvent, QObject, Qt, pyqtSignal
from qgis.PyQt.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from ...headless.agents.language_model.keys import needs_key
from ..i18n import tr
from .auth_keys import AuthKeys
from .endpoint import is_model_name, key_warning
from .endpoint_draft import Draft, address_fault

ROWS_OF_MODELS = 4
SIGN_SIZE = 16


class EndpointForm(QWidget):
    """Edits a draft in place."""

    edited = pyqtSignal()

    def __init__(self, keys: AuthKeys, parent: QWidget) -> None:
        super().__init__(parent)
        self._keys = keys
        self._draft: Draft | None = None
        self.name, self.base_url = QLineEdit(self), QLineEdit(self)
        self.base_url.setPlaceholderText("https://…/v1")
        self.address_note, self.key_note, self.way_note = _note(self), _note(self), _note(self)
        self.way = _warning(self.way_note)
        self.stored = QComboBox(self)
        self.stored.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.new_key = QgsPasswordLineEdit(self)
        self.models = QListWidget(self)
        self.models.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.models.setMinimumHeight(self.fontMetrics().lineSpacing() * ROWS_OF_MODELS)
        self.model = QComboBox(self)
        self._lay_out()
        self.name.textEdited.connect(self._on_edited)
        self.base_url.textEdited.connect(self._on_edited)
        self.new_key.textEdited.connect(self._on_edited)
        self.stored.activated.connect(self._on_edited)
        self.models.model().rowsMoved.connect(self._on_edited)

    def show_draft(self, draft: Draft | None) -> None:
        """Shows another draft."""
        self._draft = draft
        draft = draft or Draft("")
        self.name.setText(draft.name)
        self.base_url.setText(draft.base_url)
        self.new_key.setText(draft.new_key)
        self.models.clear()
        self.models.addItems(draft.models)
        self.model.clear()
        self.model.clearEditText()
        self.refresh()

    def refresh(self) -> None:
        """Shows anew which keys are stored."""
        draft = self._draft or Draft("")
        self.new_key.setText(draft.new_key)
        self.stored.clear()
        self.stored.addItem(tr("No key"), "")
        for auth_id, name in sorted(self._keys.names().items(), key=lambda entry: entry[1].lower()):
            self.stored.addItem(f"{name} ({auth_id})", auth_id)
        if draft.auth_id and self.stored.findData(draft.auth_id) < 0:
            self.stored.addItem(tr("Gone ({id})").format(id=draft.auth_id), draft.auth_id)
        self.stored.setCurrentIndex(max(0, self.stored.findData(draft.auth_id)))
        self._show_notes()

    def take(self) -> None:
        """Takes what the fields hold into the draft."""
        if self._draft is None:
            return
        self._draft.name = self.name.text().strip()
        self._draft.base_url = self.base_url.text().strip()
        self._draft.new_key = self.new_key.text().strip()
        self._draft.auth_id = self.stored.currentData() or ""
        self._draft.models = [self.models.item(row).text() for row in range(self.models.count())]

    def offer_models(self, names: list[str]) -> None:
        """Offers the models that the endpoint lists."""
        typed = self.model.currentText()
        self.model.clear()
        self.model.addItems(names)
        self.model.setEditText(typed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 (name of Qt)
        """Lets Enter add the typed model, where it would otherwise close the options."""
        is_press = watched is self.model.lineEdit() and event.type() == QEvent.Type.KeyPress
        if is_press and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.model.currentText().strip():
            self._add_model()
            return True
        return super().eventFilter(watched, event)

    def focus_first(self, has_address: bool) -> None:
        """Puts the keyboard where something is to be typed next."""
        (self.new_key if has_address and needs_key(self.base_url.text()) else self.name).setFocus()

    def _add_model(self) -> None:
        text = self.model.currentText().strip()
        is_there = bool(self.models.findItems(text, Qt.MatchFlag.MatchExactly | Qt.MatchFlag.MatchCaseSensitive))
        if is_model_name(text) and not is_there:
            self.models.addItem(text)
            self.model.clearEditText()
            self._on_edited()

    def _remove_model(self) -> None:
        self.models.takeItem(self.models.currentRow())
        self._on_edited()

    def _on_edited(self, *_: object) -> None:
        self.take()
        self._show_notes()
        self.edited.emit()

    def _show_notes(self) -> None:
        draft = self._draft or Draft("")
        self.address_note.setText(address_fault(draft.base_url) if draft.base_url else "")
        self.address_note.setVisible(bool(self.address_note.text()))
        self.key_note.setText(self._key_words(draft))
        self.key_note.setVisible(bool(self.key_note.text()))

        self.way_note.setText(key_warning(draft.base_url) if draft.new_key or draft.auth_id else "")
        self.way.setVisible(bool(self.way_note.text()))

    def _key_words(self, draft: Draft) -> str:
        if draft.new_key:
            return tr("The key will be stored in QGIS's authentication database, not in the settings.")
        state = self._keys.state(draft.auth_id, needs_key(draft.base_url) is not None)
        if state == "there":
            return tr("The key is stored in QGIS's authentication database.")
        if state == "absent" and not draft.auth_id:
            return tr("This endpoint needs a key: type it here, or choose one that is stored.")
        return " ".join(filter(None, self._keys.words(state, draft.auth_id)))

    def _lay_out(self) -> None:
        self.new_key.setPlaceholderText(tr("New key"))
        self.new_key.setAccessibleName(tr("New key"))
        self.models.setAccessibleName(tr("Models"))
        self.model.setAccessibleName(tr("Name of a model"))
        self.stored.setToolTip(tr("Authentication configurations of QGIS, where keys are stored encrypted"))
        self.model.setEditable(True)
        self.model.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.model.completer().setFilterMode(Qt.MatchFlag.MatchContains)
        self.model.completer().setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.model.lineEdit().setPlaceholderText(tr("Name of a model"))
        self.model.lineEdit().installEventFilter(self)
        add = _tool(self, "/symbologyAdd.svg", tr("Add the model"), self._add_model)
        remove = _tool(self, "/symbologyRemove.svg", tr("Remove the chosen model"), self._remove_model)
        row = QHBoxLayout()
        row.addWidget(self.model, 1)
        row.addWidget(add)
        row.addWidget(remove)
        models = QVBoxLayout()
        models.addWidget(self.models)
        models.addLayout(row)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for title, part in (
            (tr("Name"), self.name),
            (tr("Base URL"), self.base_url),
            ("", self.address_note),
            (tr("Key"), self.stored),
            ("", self.new_key),
            ("", self.key_note),
            ("", self.way),
            (tr("Models"), models),
        ):
            form.addRow(title, part)


def _note(parent: QWidget) -> QLabel:
    note = QLabel(parent)
    note.setWordWrap(True)
    note.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    note.setTextFormat(Qt.TextFormat.PlainText)
    note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return note


def _warning(note: QLabel) -> QWidget:
    """Puts QGIS's sign of a warning before a note."""
    row = QWidget(note.parentWidget())
    sign = QLabel(row)
    sign.setPixmap(QgsApplication.getThemeIcon("/mIconWarning.svg").pixmap(SIGN_SIZE, SIGN_SIZE))
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
    layout.addWidget(note, 1)
    return row


def _tool(parent: QWidget, icon: str, tip: str, act: object) -> QToolButton:
    button = QToolButton(parent)
    button.setIcon(QgsApplication.getThemeIcon(icon))
    button.setToolTip(tip)
    button.clicked.connect(act)
    return button
