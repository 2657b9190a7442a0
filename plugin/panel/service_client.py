# SPDX-License-Identifier: GPL-2.0-or-later
"""Asks the service, a process of its own.

No call here waits, and no answer of a dead process is taken for one of a new process.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from typing import Any

from qgis.PyQt.QtCore import QElapsedTimer, QObject, QProcess, QTimer, pyqtSignal

from ...headless.machine import MachineBroken
from ..i18n import tr
from .answer_handing import OnError, OnResult, hand, hand_answer
from .line_reading import LineReader, LineTooLong
from .service_process import ServiceCommand, end_process, new_process, service_command

LONGEST_TURN_MS = 8  # spent on messages before the window gets its turn again
PIECE = 1 << 16  # bytes that are read at a time
KEPT_WORDS = 20  # last lines that the process wrote beside its answers
MOST_WORDS = 200  # of them that go into the log at a time


class ServiceClient(QObject):
    """The window's end of the service.

    Args:
        parent: Owns the client.
        command: Gives the command that starts the process, asked at each start; left out: the real service.

    A process is started by the first question, and by the next one after it died.
    """

    noticed = pyqtSignal(dict)
    """What the service tells unasked."""
    ended = pyqtSignal(str)
    """The process died, with what is known of why; questions that waited have been answered with an error."""
    renewed = pyqtSignal()
    """The process was ended so that the next question starts another one."""
    rested = pyqtSignal()
    """No question waits for its answer any more."""
    said = pyqtSignal(str)
    """A line for the log."""

    def __init__(self, parent: QObject | None = None, command: Callable[[], ServiceCommand] = service_command) -> None:
        super().__init__(parent)
        self._command = command
        self._process: QProcess | None = None
        self._reader = LineReader()
        self._waiting: dict[int, tuple[OnResult | None, OnError | None]] = {}
        self._last_id = 0
        self._words: deque[str] = deque(maxlen=KEPT_WORDS)
        self._closed = False
        self._broken: dict[str, str] | None = None
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._hand_out)

    def ask(
        self,
        op: str,
        arguments: dict[str, Any] | None = None,
        on_result: OnResult | None = None,
        on_error: OnError | None = None,
    ) -> int:
        """Asks one question; exactly one of the two functions is called later, unless the client is closed.

        Args:
            op: Name of the operation.
            arguments: What it takes.
            on_result: Called with the result.
            on_error: Called with code, sentence and hint.
        Returns: Number of the question.
        """
        self._last_id += 1
        number = self._last_id
        line = json.dumps({**(arguments or {}), "id": number, "op": op}) + "\n"
        if self._closed:
            return number
        self._waiting[number] = (on_result, on_error)
        if self._process is None:
            self._start()
        if self._process is not None:
            self._process.write(line.encode())
        return number

    def is_running(self) -> bool:
        """Tells whether there is a process."""
        return self._process is not None

    def waiting(self) -> int:
        """Returns how many questions have no answer yet."""
        return len(self._waiting)

    def renew(self) -> bool:
        """Lets the next question start a new process, with the settings of then; sessions of the old one end.

        Returns: False where questions wait for their answers: then nothing was done.
        """
        if self._waiting:
            return False
        if self._process is not None:
            self._turn.stop()
            self._reader = LineReader()
            self._let_go()
            self.renewed.emit()
        return True

    def close(self) -> None:
        """Ends the process without waiting for it; nothing is called or signalled any more."""
        self._closed = True
        self._waiting.clear()
        self._turn.stop()
        self._let_go()

    def _start(self) -> None:
        try:
            command = self._command()
        except MachineBroken as broken:
            self._broken = {"code": broken.code, "sentence": broken.message, "hint": broken.hint}
        except OSError as refused:  # a folder of the service that cannot be made
            self._broken = {"code": "ENGINE_FAILED", "sentence": f"{refused}.", "hint": ""}
        if self._broken is not None:
            self._turn.start()
            return
        self._reader = LineReader()
        self._words.clear()
        process = new_process(command, self)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_words)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_fault)
        self._process = process
        process.start()

    def _let_go(self) -> QProcess | None:
        process, self._process = self._process, None
        if process is not None:
            end_process(process)
        return process

    def _read(self) -> None:
        if not self._turn.isActive():
            self._turn.start()

    def _hand_out(self) -> None:
        """Hands out messages for a short while; what is left waits for the next turn of the event loop."""
        if self._broken is not None:
            fault, self._broken = self._broken, None
            self._fail_all(fault)
            return
        clock = QElapsedTimer()
        clock.start()
        while self._has_more() and clock.elapsed() < LONGEST_TURN_MS:
            self._hand_out_one()
        if self._has_more():
            self._turn.start()

    def _has_more(self) -> bool:
        return self._process is not None and (bool(self._reader) or self._process.bytesAvailable() > 0)

    def _hand_out_one(self) -> None:
        """Hands out one message, or reads the next piece where no line is whole."""
        assert self._process is not None
        if not self._reader:
            try:
                self._reader.take(bytes(self._process.read(PIECE)))
            except LineTooLong as fault:
                self._died(tr("It wrote {what}.").format(what=fault))
            return
        message = self._reader.next_message()
        if message is not None:
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        if "notice" in message:
            self.noticed.emit(message)
            return
        number = message.get("id")
        if not isinstance(number, int) or number not in self._waiting:
            return
        hand_answer(message, *self._waiting.pop(number))
        if not self._waiting and not self._closed:
            self.rested.emit()

    def _read_words(self) -> None:
        if self._process is None:
            return
        said = bytes(self._process.readAllStandardError()).decode("utf-8", "replace").splitlines()
        lines = [line for line in said if line.strip()]
        self._words.extend(lines)
        if len(lines) > MOST_WORDS:
            self.said.emit(tr("{n} lines are left out.").format(n=len(lines) - MOST_WORDS))
        for line in lines[-MOST_WORDS:]:
            self.said.emit(line[:2000])

    def _on_finished(self, status: int, how: QProcess.ExitStatus = QProcess.ExitStatus.NormalExit) -> None:
        self._read_words()
        process = self._process
        while self._process is process and self._has_more():  # answers that were given before the end count
            self._hand_out_one()
        if self._process is not process:
            return  # one of them has led to another process
        crashed = how == QProcess.ExitStatus.CrashExit
        ended = tr("It ended with status {status}.").format(status=status)
        self._died(tr("It crashed or was killed.") if crashed else ended)

    def _on_fault(self, fault: QProcess.ProcessError) -> None:
        if fault == QProcess.ProcessError.FailedToStart and self._process is not None:
            self._died(tr("{program} could not be started.").format(program=self._process.program()))

    def _died(self, why: str) -> None:
        if self._process is None or self._closed:
            return
        self._turn.stop()
        self._reader = LineReader()
        self._let_go()
        sentence = tr("The service of the panel is gone. {why}").format(why=why)
        last = self._words[-1][:200] if self._words else ""
        hint = tr("The next action starts a new one.") + (f" ({last})" if last else "")
        self._fail_all({"code": "ENGINE_FAILED", "sentence": sentence, "hint": hint})
        self.ended.emit(f"{sentence} {hint}")

    def _fail_all(self, fault: dict[str, str]) -> None:
        waiting, self._waiting = list(self._waiting.values()), {}
        for _, on_error in waiting:
            if not self._closed:
                hand(on_error, fault)
        if not self._waiting and not self._closed:
            self.rested.emit()
