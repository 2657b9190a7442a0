# SPDX-License-Identifier: GPL-2.0-or-later
"""Takes lines of the window, has ops answer them in threads, and ends when the window leaves."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ...tools.declaration.errors import nearest
from ..command_line.answer import plain
from ..command_line.failures import failure_of
from ..line_pipes import LineTooLong, LineWriter, lines_of
from ..refusal import CommandRefused
from .argument_check import checked_arguments
from .known_packs import KnownPacks
from .op import Op
from .sessions import Sessions
from .shapes import ErrorShape

MOST_AT_A_TIME = 32  # threads for ops; each ends with the process, since a tool host dies with the thread it is of
MOST_WAITING = 256
LAST_WORDS_SECONDS = 2.0
HIDDEN = "[key]"


class WindowService:
    """Answers one window.

    Args:
        folder: Where episodes and traces of the window lie; made where it is missing.
        table: The ops.
        sink: Descriptor that the window reads from.
    """

    def __init__(self, folder: Path, table: dict[str, Op], sink: int) -> None:
        self.folder = folder
        self.table = table
        self.sessions = Sessions()
        self.packs = KnownPacks()
        self.is_leaving = False
        self._endings: list[Callable[[], None]] = []
        self._pool = ThreadPoolExecutor(MOST_AT_A_TIME, thread_name_prefix="op")
        self._waiting = 0
        self._counting = threading.Lock()
        self._writer = LineWriter(sink)
        self._writer.start()

    def serve(self, source: int) -> None:
        """Takes lines until the window leaves: by `quit`, or by the end of what it writes."""
        for line in lines_of(source):
            self._take(line)
            if self.is_leaving:
                return

    def notify(self, name: str, session: str, /, **values: Any) -> None:
        """Tells the window something unasked; from any thread."""
        self._write({**values, "notice": name, "session": session})

    def at_end(self, act: Callable[[], None]) -> None:
        """Takes what is to be called once the window has left; it must not wait."""
        self._endings.append(act)

    def leave(self) -> None:
        """Ends what runs, at once: sessions stay on disk as they are, and go on from there another time."""
        self.is_leaving = True
        for act in [self.sessions.leave, *self._endings]:
            try:
                act()
            except Exception as error:
                traceback.print_exception(error, file=sys.stderr)
        with contextlib.suppress(Exception):  # the window reads no more
            self._writer.write(b"").result(LAST_WORDS_SECONDS)

    def _take(self, line: bytes | LineTooLong) -> None:
        identity: Any = None
        try:
            if isinstance(line, LineTooLong):
                raise CommandRefused("LIMIT_EXCEEDED", f"A line has at most {line.longest:,} bytes; it was not read.")
            message = _message_of(line)
            identity = message.pop("id", None)
            if not isinstance(identity, str | int) or isinstance(identity, bool):
                identity = None
                raise CommandRefused("INVALID_DOCUMENT", "A line has an id, a number or a text; nothing was done.")
            name = message.pop("op", None)
            op = self._op(name)
        except CommandRefused as refusal:
            self._answer_error(identity, refusal, None)
            return
        if op.at_once:
            self._answer(identity, str(name), op, message)
        else:
            self._hand_on(identity, str(name), op, message)

    def _op(self, name: Any) -> Op:
        if isinstance(name, str) and name in self.table:
            return self.table[name]
        near = nearest(str(name)[:60], self.table, shown=1)
        hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(sorted(self.table))}."
        raise CommandRefused("BAD_VALUE", f'There is no op "{str(name)[:60]}"; nothing was done.', hint)

    def _hand_on(self, identity: Any, name: str, op: Op, arguments: dict[str, Any]) -> None:
        with self._counting:
            is_too_much = self._waiting >= MOST_WAITING
            self._waiting += not is_too_much
        if is_too_much:
            message = f"{MOST_WAITING} ops wait for their answer; {name} was not begun."
            self._answer_error(identity, CommandRefused("LIMIT_EXCEEDED", message, "Wait for answers."), None)
            return
        self._pool.submit(self._answer, identity, name, op, arguments).add_done_callback(self._one_less)

    def _one_less(self, _: Future[None]) -> None:
        with self._counting:
            self._waiting -= 1

    def _answer(self, identity: Any, name: str, op: Op, arguments: dict[str, Any]) -> None:
        try:
            result = op.function(self, **checked_arguments(name, op.function, arguments))
            self._write({"id": identity, "result": result})
        except Exception as error:
            key = arguments.get("key")
            self._answer_error(identity, error, key if isinstance(key, str) else None)

    def _answer_error(self, identity: Any, error: Exception, key: str | None) -> None:
        self._write({"id": identity, "error": error_record(error, key)})

    def _write(self, record: dict[str, Any]) -> None:
        self._writer.write(json.dumps(plain(record), allow_nan=False).encode() + b"\n")


def error_record(error: Exception, key: str | None = None) -> ErrorShape:
    """Returns what went wrong as the window gets it; the key stands nowhere in it."""
    failure = failure_of(error)
    sentence, hint = (text.replace(key, HIDDEN) if key else text for text in (failure.message, failure.hint))
    return ErrorShape(code=failure.code, sentence=sentence, hint=hint)


def _message_of(line: bytes) -> dict[str, Any]:
    """Reads a line. Raises: CommandRefused, which quotes nothing of it."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        raise CommandRefused("INVALID_DOCUMENT", "The line is not JSON; nothing was done.") from None
    if not isinstance(message, dict):
        raise CommandRefused("INVALID_DOCUMENT", "The line is JSON, but no object; nothing was done.")
    return message
