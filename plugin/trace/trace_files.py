# SPDX-License-Identifier: GPL-2.0-or-later
"""What a trace becomes on disk: a reference, a contract, a model, a script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from qgis.core import QgsSettings
from qgis.PyQt.QtCore import QObject
from qgis.PyQt.QtWidgets import QFileDialog, QWidget

from ..i18n import tr
from ..panel.messages import Messages
from .contract_form import ContractForm
from .model_export import NoModel, trace_model
from .step_copies import workspace_of
from .trace_session import TraceSession

FOLDER = "gisagentbench/trace/folder"
SCRIPTS = {"python": ("trace.py", "Python (*.py)"), "qgis_process": ("trace.sh", "Shell (*.sh)")}


class TraceFiles(QObject):
    """Asks for a place and writes there.

    Args:
        session: The open trace.
        owner: The tab, over which windows open.
        left_out: Says what a person has begun to change and is not in the steps; "" for nothing.
    """

    def __init__(
        self, session: TraceSession, messages: Messages, owner: QWidget, left_out: Callable[[], str] = lambda: ""
    ) -> None:
        super().__init__(owner)
        self._session = session
        self._messages = messages
        self._owner = owner
        self._left_out = left_out
        self.form: ContractForm | None = None

    def save_reference(self) -> None:
        """Writes the steps as a reference trajectory."""
        path = self._place(tr("Save as reference"), "reference.json", "JSON (*.json)")
        if path:
            self.write_reference(path)

    def write_reference(self, path: str) -> None:
        """Writes the reference to a file; whoever chose it has agreed that it is replaced."""
        self._session.ask("save_trace", {"path": path, "overwrite": True}, self._saved)

    def open_contract(self) -> None:
        """Opens the contract of an output."""
        self.form = ContractForm(outputs_of(self._session), self._prefill, self._check, self._messages, self._owner)
        self.form.show()

    def export_model(self) -> None:
        """Writes the steps as a model."""
        path = self._place(tr("Export as a model"), "trace.model3", "Model (*.model3)")
        if path:
            self.write_model(path)

    def write_model(self, path: str) -> bool:
        """Writes the model to a file; tells how it went. Returns: Whether it was written."""
        session = self._session
        inputs = workspace_of(session.folder, session.map.told) / "inputs"
        try:
            made = trace_model(session.title or "Trace", session.steps, lambda name: str(inputs / name))
        except NoModel as why:
            self._messages.warning(str(why))
            return False
        if not made.model.toFile(path):
            self._messages.warning(tr("{file} cannot be written.").format(file=Path(path).name))
            return False
        told = tr("The model was written to {path}.").format(path=path)
        self._messages.success(" ".join([told, *made.notes]))
        return True

    def export_text(self, kind: str) -> None:
        """Writes the steps as a script."""
        name, files = SCRIPTS[kind]
        path = self._place(tr("Export the trace"), name, files)
        if path:
            self._session.ask("export", {"kind": kind}, lambda answer: self._write(path, str(answer.get("text", ""))))

    def _write(self, path: str, text: str) -> None:
        try:
            Path(path).write_text(text, encoding="utf-8", newline="\n")
        except OSError as fault:
            self._messages.warning(
                tr("{file} cannot be written: {why}").format(file=Path(path).name, why=fault.strerror)
            )
            return
        self._messages.success(tr("The trace was written to {path}.").format(path=path))

    def _place(self, title: str, name: str, files: str) -> str:
        """Asks for a file, beginning in the folder of the last one. Returns: "" where none was chosen."""
        settings = QgsSettings()
        begin = Path(settings.value(FOLDER, "", type=str) or Path.home()) / name
        path, _ = QFileDialog.getSaveFileName(self._owner, title, str(begin), files)
        if not path:
            return ""
        settings.setValue(FOLDER, str(Path(path).parent))
        return path if Path(path).suffix else f"{path}{Path(name).suffix}"

    def _prefill(self, output: str, then: Any) -> None:
        self._session.ask("prefill_contract", {"output": output}, then)

    def _check(self, contract: dict[str, Any], then: Any) -> None:
        self._session.ask_service("check_contract", {"contract": contract}, then)

    def _saved(self, answer: dict[str, Any]) -> None:
        told = tr("The reference was written to {path}.").format(path=answer.get("path", ""))
        left_out = self._left_out()
        text = " ".join(filter(None, [told, *map(str, answer.get("notes") or []), left_out]))
        (self._messages.warning if left_out else self._messages.success)(text)


def outputs_of(session: TraceSession) -> list[str]:
    """Lists files that the steps wrote, then the layers that they made, the last one first."""
    written = [
        str(step.arguments.get("file"))
        for step in session.steps
        if step.api in ("export_layer", "export_raster") and step.state == "done" and step.arguments.get("file")
    ]
    told = session.map.told
    made = [handle for step in session.steps if step.api != "load_layer" for handle in step.made if handle in told]
    return [*dict.fromkeys(reversed(written)), *dict.fromkeys(reversed(made))]
