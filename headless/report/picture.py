# SPDX-License-Identifier: GPL-2.0-or-later
"""A map inside the page."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ..map_drawing.map_job import DrawnMap, MapJob
from .size_limits import MOST_PICTURE_BYTES

Draw = Callable[[list[MapJob]], list[DrawnMap]]


@dataclass
class Picture:
    """A map in the page, or why there is none.

    Args:
        title: What it is.
        alt: What it shows, for those who do not see it.
        source: A data URI; "" where there is no picture.
        notes: What it leaves out, or why there is none.
    """

    title: str
    alt: str
    source: str = ""
    width: int = 0
    height: int = 0
    notes: list[str] = field(default_factory=list)


def picture_of(drawn: DrawnMap, title: str, alt: str) -> Picture:
    """Takes the file of a drawn map into the page."""
    if drawn.problem:
        return Picture(title, "", notes=[f"No map: {drawn.problem}"])
    content = Path(drawn.picture).read_bytes()
    if len(content) > MOST_PICTURE_BYTES:
        return Picture(title, "", notes=["No map: its picture would be too large for this page."])
    data = base64.b64encode(content).decode("ascii")
    return Picture(title, alt, f"data:image/png;base64,{data}", drawn.width, drawn.height, list(drawn.notes))
