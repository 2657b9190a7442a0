# SPDX-License-Identifier: GPL-2.0-or-later
"""What a person has looked at, kept in a file beside the episode: done or ignored, for the whole and row by row."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ...tools.execution.paths import write_atomically

FILE = "judge_marks.json"
SCHEMA_VERSION = 1
MOST_BYTES = 20_000_000
Mark = Literal["", "done", "ignored"]
MARKS: tuple[Mark, ...] = ("done", "ignored")


class RowKey(NamedTuple):
    """By what a difference is known again when the same result is scored another time."""

    output: str
    column: str
    key: str


class UnreadableMarks(ValueError):
    """A file of marks that is none."""


class Marks:
    """The marks of one result.

    Args:
        folder: Of the episode or trace; None for a file of its own, whose marks last as long as the window.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.whole: Mark = ""
        self._rows: dict[RowKey, Mark] = {}

    @property
    def has_rows(self) -> bool:
        """Whether any row is marked."""
        return bool(self._rows)

    def of(self, row: RowKey) -> Mark:
        """Returns the mark of a row, "" for none."""
        return self._rows.get(row, "")

    def set_row(self, row: RowKey, mark: Mark) -> None:
        """Marks a row, or takes its mark away, and writes the file. Raises: OSError."""
        if mark:
            self._rows[row] = mark
        else:
            self._rows.pop(row, None)
        self._write()

    def set_whole(self, mark: Mark) -> None:
        """Marks the whole result, and writes the file. Raises: OSError."""
        self.whole = mark
        self._write()

    def _write(self) -> None:
        if self.folder is None:
            return
        rows = [{**row._asdict(), "mark": mark} for row, mark in sorted(self._rows.items())]
        document = {"schema_version": SCHEMA_VERSION, "whole": self.whole, "rows": rows}
        write_atomically(self.folder / FILE, json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def read_marks(folder: Path) -> Marks:
    """Reads the marks beside an episode; none where there is no file.

    Raises: UnreadableMarks, OSError.
    """
    marks, path = Marks(folder), folder / FILE
    if not path.is_file():
        return marks
    if path.stat().st_size > MOST_BYTES:
        raise UnreadableMarks(f"{FILE} is larger than {MOST_BYTES} bytes")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        marks.whole = _mark(document["whole"])
        marks._rows = {RowKey(row["output"], row["column"], row["key"]): _mark(row["mark"]) for row in document["rows"]}
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise UnreadableMarks(f"{FILE} cannot be read: {type(error).__name__}") from None
    return marks


def set_aside(folder: Path) -> Path:
    """Renames a file of marks that cannot be read, so that nobody's work is written over.

    Returns: Its new place.
    """
    number = 1
    while (kept := folder / f"{FILE}.unreadable-{number}").exists():
        number += 1
    (folder / FILE).rename(kept)
    return kept


def _mark(value: Any) -> Mark:
    if value not in ("", *MARKS):
        raise ValueError(value)
    return value  # type: ignore[no-any-return]
