# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs by itself: the page of the options with a service that answers what is laid down. FOLDER gets pictures of it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from qgis.core import QgsApplication, QgsSettings
from qgis.gui import QgsGui
from qgis.PyQt.QtCore import QEvent, QObject, Qt
from qgis.PyQt.QtGui import QKeyEvent
from qgis.PyQt.QtWidgets import QDialog, QDialogButtonBox, QScrollArea, QVBoxLayout

from gisagentbench.plugin.i18n.words import choose_language
from gisagentbench.plugin.settings.auth_keys import Key, Stored
from gisagentbench.plugin.settings.options_page import NAME, OptionsFactory, OptionsPage
from gisagentbench.plugin.settings.settings import Settings

FOLDER = Path(os.environ["FOLDER"])
KEY = "sk-" + "lovelace" * 3
OTHER_WAYS = ("https://models.test", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1")


class Keys:
    """A store of keys that is told what to do."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.asked: list[bool] = []
        self.is_locked = False

    def names(self) -> dict[str, str]:
        return dict.fromkeys(self.kept, "GISAgentBench: made")

    def state(self, auth_id: str, is_wanted: bool = False) -> str:
        if not auth_id:
            return "absent" if is_wanted else "none"
        return "absent" if auth_id not in self.kept else "locked" if self.is_locked else "there"

    def key(self, auth_id: str, is_wanted: bool = False, ask: bool = False) -> Key:
        self.asked.append(ask)
        state = self.state(auth_id, is_wanted)
        return Key(state, self.kept.get(auth_id) if state == "there" else None, *self.words(state, auth_id))

    def words(self, state: str, auth_id: str = "") -> tuple[str, str]:
        return {"locked": ("It is locked.", "Unlock it."), "absent": ("It is absent.", "")}.get(state, ("", ""))

    def store(self, endpoint_name: str, key: str, auth_id: str = "") -> Stored:
        if self.is_locked:
            return Stored("", "It was not stored.", "")
        self.kept["made123"] = key
        return Stored("made123")

    def remove(self, auth_id: str) -> None:
        self.kept.pop(auth_id, None)


class Client(QObject):
    """A service that keeps what it is asked, to be answered later."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.is_closed = False
        self.on_result: Callable[[dict[str, Any]], None] = lambda _: None
        self.on_error: Callable[[dict[str, Any]], None] = lambda _: None

    def ask(self, op: str, arguments: dict[str, Any], on_result: Any, on_error: Any) -> None:
        self.asked.append((op, arguments))
        self.on_result, self.on_error = on_result, on_error

    def close(self) -> None:
        self.is_closed = True


class Shown:
    """A page in a dialog, as QGIS shows it."""

    def __init__(self, keys: Keys) -> None:
        self.settings = Settings(keys=keys)  # type: ignore[arg-type]
        self.told: list[str] = []
        self.clients: list[Client] = []
        self.changes: list[int] = []
        self.settings.changed.connect(lambda: self.changes.append(1))
        self.factory = OptionsFactory(self.settings, self.make_client, lambda text, _: self.told.append(text))
        self.dialog = QDialog()
        self.page = self.factory.createWidget(self.dialog)
        assert isinstance(self.page, OptionsPage)
        layout = QVBoxLayout(self.dialog)
        scroll = QScrollArea(self.dialog)  # as in the options of QGIS
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.page)
        layout.addWidget(scroll)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok, self.dialog)
        buttons.accepted.connect(self.dialog.accept)
        layout.addWidget(buttons)
        self.dialog.resize(800, 720)
        self.dialog.show()
        self.form, self.test = self.page.endpoints.form, self.page.endpoints.connection

    def make_client(self, parent: QObject) -> Client:
        self.clients.append(Client(parent))
        return self.clients[-1]

    def type_key(self, text: str) -> None:
        self.form.new_key.setText(text)
        self.form.new_key.textEdited.emit(text)

    def type_model(self, text: str) -> None:
        self.form.model.setEditText(text)
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            enter = QKeyEvent(kind, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier)
            QgsApplication.sendEvent(self.form.model.lineEdit(), enter)

    def picture(self, name: str) -> None:
        QgsApplication.processEvents()
        self.dialog.grab().save(str(FOLDER / name))

    def close(self) -> None:
        self.dialog.reject()
        self.dialog.deleteLater()
        QgsApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def editing(keys: Keys) -> dict[str, Any]:
    """An endpoint is added, tested, stored and shown again."""
    told: dict[str, Any] = {}
    shown = Shown(keys)
    told["found by name"] = shown.page.objectName() == NAME
    told["empty"] = [shown.page.endpoints.hint.isVisible(), shown.form.isVisible()]
    shown.picture("empty.png")
    shown.page.endpoints.add("OpenAI", "https://api.openai.com/v1")
    told["needs a key"] = shown.form.key_note.text()
    shown.test.button.click()
    told["test without a key"] = [shown.test.said.text(), len(shown.clients)]
    shown.type_key(KEY)
    shown.type_model("gpt-one")
    shown.type_model("gpt-one")
    shown.type_model("no name")
    told["enter adds a model and leaves the options open"] = [
        [shown.form.models.item(row).text() for row in range(shown.form.models.count())],
        shown.dialog.isVisible(),
    ]
    shown.test.button.click()
    told["asked"] = shown.clients[0].asked
    told["while asked"] = [shown.test.button.text(), shown.test.said.text()]
    shown.clients[0].on_result(
        {"ok": True, "sentence": "gpt-one answered.", "hint": "", "models": ["gpt-one", "gpt-two"]}
    )
    told["answered"] = [shown.test.said.text(), shown.test.button.text(), shown.clients[0].is_closed]
    told["models offered"] = [shown.form.model.itemText(row) for row in range(shown.form.model.count())]
    shown.picture("tested.png")
    shown.test.button.click()
    shown.clients[1].on_error({"code": "ENGINE_FAILED", "sentence": "The key was refused.", "hint": "Look at it."})
    told["fault"] = shown.test.said.text()
    shown.picture("fault.png")
    told["stored before it is confirmed"] = [shown.settings.endpoints(), dict(keys.kept)]
    shown.page.apply()
    told["stored"] = [
        [list(one) for one in shown.settings.endpoints()],
        dict(keys.kept),
        [*shown.told],
        [*shown.changes],
    ]
    told["key field after storing"] = shown.form.new_key.text()
    shown.close()
    QgsSettings().sync()
    told["in the settings"] = KEY in Path(QgsSettings().fileName()).read_text(encoding="utf-8")
    return told


def going_away(keys: Keys) -> dict[str, Any]:
    """A test is stopped, forgotten after a change, and ended with the page; late answers are not shown."""
    told: dict[str, Any] = {}
    shown = Shown(keys)
    shown.test.button.click()
    shown.test.button.click()
    shown.clients[0].on_result({"ok": True, "sentence": "late", "models": []})
    told["stopped"] = [shown.clients[0].is_closed, shown.test.said.text(), shown.test.button.text()]
    shown.test.button.click()
    shown.form.base_url.setText("http://127.0.0.1:1/v1")
    shown.form.base_url.textEdited.emit("")
    told["changed"] = [shown.clients[1].is_closed, shown.test.said.text()]
    shown.test.button.click()
    shown.close()
    told["page gone"] = shown.clients[2].is_closed
    told["nothing stored"] = [list(one) for one in Settings().endpoints()]
    return told


def open_way(keys: Keys) -> dict[str, Any]:
    """A key for another machine by plain http is warned of, by the fields and by the test, whose time counts."""
    told: dict[str, Any] = {}
    shown = Shown(keys)
    note, said = shown.form.way_note, shown.test.said

    def warned(address: str) -> list[bool]:
        shown.form.base_url.setText(address)
        shown.form.base_url.textEdited.emit(address)
        return [not shown.form.way.isHidden(), "models.test" in note.text()]

    shown.page.endpoints.add("Afar", "")
    told["without a key"] = warned("http://models.test/v1")
    shown.type_key(KEY)
    told["plain"] = warned("http://models.test/v1")
    shown.picture("open_way.png")
    told["others"] = [warned(f"{way}/v1") for way in OTHER_WAYS]
    warned("http://models.test/v1")
    shown.page.limits.fields["test_seconds"].setValue(5)
    shown.test.button.click()
    told["while asked"] = "models.test unencrypted" in said.text()
    told["time"] = shown.clients[-1].asked[0][1]["seconds"]
    shown.clients[-1].on_result({"ok": True, "sentence": "It answered.", "models": []})
    told["answered"] = [said.text().startswith("It answered."), "models.test unencrypted" in said.text()]
    told["key shown"] = KEY in said.text() + note.text()
    shown.picture("open_way_tested.png")
    warned("http://127.0.0.1:1/v1")
    shown.test.button.click()
    shown.clients[-1].on_result({"ok": True, "sentence": "It answered.", "models": []})
    told["on this computer"] = said.text()
    shown.close()
    return told


def faults(keys: Keys) -> dict[str, Any]:
    """What cannot be stored is told; a locked store costs no endpoint."""
    told: dict[str, Any] = {}
    keys.is_locked = True
    shown = Shown(keys)
    told["locked note"] = shown.form.key_note.text()
    shown.test.button.click()
    told["locked test"] = [shown.test.said.text(), keys.asked[-1], len(shown.clients)]
    shown.picture("locked.png")
    shown.type_key("another-key-1")
    shown.page.endpoints.add("Other", "ftp://host")
    told["address"] = bool(shown.form.address_note.text())
    shown.page.apply()
    told["told"] = [*shown.told]
    told["kept"] = [list(one) for one in shown.settings.endpoints()]
    keys.is_locked = False
    shown.page.endpoints.list.setCurrentRow(0)
    shown.page.endpoints.remove()
    told["still there"] = list(keys.kept)
    shown.page.apply()
    told["removed"] = [[one.name for one in shown.settings.endpoints()], list(keys.kept)]
    shown.close()
    return told


def the_rest(keys: Keys) -> dict[str, Any]:
    """Limits, guard and folders go in and come back."""
    told: dict[str, Any] = {}
    shown = Shown(keys)
    told["limits at first"] = shown.settings.limits()
    shown.page.limits.fields["calls"].setValue(35)
    shown.page.limits.fields["money"].setValue(0.25)
    shown.page.limits.guard.setCurrentIndex(1)
    shown.page.folders.add_folder("/some/packs")
    shown.page.folders.add_folder("/some/packs")
    shown.page.folders.runs.setFilePath("/some/runs")
    shown.page.folders.keep.setChecked(False)
    shown.page.apply()
    shown.close()
    again = Shown(keys)
    limits = again.settings.limits()
    told["limits"] = [limits["calls"], limits["money"], limits["turns"], again.page.limits.fields["calls"].value()]
    told["guard"] = again.settings.guard()
    told["folders"] = [*again.settings.folders(), again.page.folders.runs.filePath(), again.settings.keep_layers()]
    again.page.limits.fields["calls"].setValue(0)
    again.page.folders.runs.setFilePath("")
    again.page.apply()
    told["no limit"] = again.settings.limits()["calls"]
    told["usual folder"] = again.settings.folders().runs.endswith("runs/panel")
    told["width"] = again.page.minimumSizeHint().width()
    again.picture("whole.png")
    again.close()
    return told


def in_spanish(keys: Keys) -> dict[str, Any]:
    """The page in another language."""
    choose_language("es")
    shown = Shown(keys)
    shown.page.endpoints.add("OpenRouter", "https://openrouter.ai/api/v1")
    shown.picture("spanish.png")
    shown.close()
    choose_language("de")
    shown = Shown(keys)
    shown.page.endpoints.add("OpenRouter", "https://openrouter.ai/api/v1")
    shown.picture("german.png")
    told = {"German button": shown.test.button.text()}
    shown.close()
    choose_language("en")
    return told


if __name__ == "__main__":
    application = QgsApplication([], True)
    application.initQgis()
    QgsGui.instance()
    store = Keys()
    answers: dict[str, Any] = {}
    for scenario in (editing, going_away, open_way, faults, the_rest, in_spanish):
        answers[scenario.__name__] = scenario(store)
    sys.stdout.write("\n" + json.dumps(answers) + "\n")
    sys.stdout.flush()
    application.exitQgis()
