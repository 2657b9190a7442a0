# SPDX-License-Identifier: GPL-2.0-or-later
"""Why a file cannot be read, as part of a sentence."""

from __future__ import annotations

from pathlib import Path

SHOWN_REASON = 160


class Unreadable(Exception):
    """A file that cannot be read, with the reason as part of a sentence."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def engine_words(reason: str, path: Path) -> str:
    """Returns what an engine said in brackets, short and without the folder of the file; "" where it said nothing."""
    text = " ".join(reason.replace(str(path), path.name).replace(str(path.parent), "").split())
    return f" ({text[:SHOWN_REASON].rstrip('. ')})" if text else ""
