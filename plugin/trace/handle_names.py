# SPDX-License-Identifier: GPL-2.0-or-later
"""Names for new layers of a trace."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

from ...tools.declaration.value_types import HANDLE, RESERVED_PREFIXES

LONGEST = 40  # of the 63 that a handle may have: numbers come behind it, and people read it
# what a tool makes is called by these words rather than by the tool
RESULT_WORDS = {
    "buffer": "buffers",
    "clip": "clipped",
    "clip_raster": "clipped",
    "difference": "remaining",
    "dissolve": "dissolved",
    "intersection": "common_parts",
    "union": "united",
    "reproject_layer": "reprojected",
    "fix_geometries": "fixed",
    "extract_by_expression": "selected",
    "extract_by_location": "selected",
    "merge_layers": "merged",
    "spatial_join": "joined",
    "join_by_field": "joined",
    "calculate_field": "calculated",
}


def handle_for(text: str, taken: Container[str]) -> str:
    """Makes a handle of any text, such as the title of a layer.

    Args:
        text: Letters with marks lose them; all else that a handle does not take becomes `_`.
        taken: Handles that are there or promised; a number is put behind one that is.
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    word = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:LONGEST].strip("_") or "layer"
    if not HANDLE.fullmatch(word) or word.startswith(RESERVED_PREFIXES):
        word = f"layer_{word}"
    number, name = 1, word
    while name in taken:
        number += 1
        name = f"{word}_{number}"
    return name


def result_handle(api: str, output: str, taken: Container[str]) -> str:
    """Makes a handle for what a tool makes.

    Args:
        api: The tool.
        output: Which of its outputs; "" for the main one.
    """
    return handle_for(output or RESULT_WORDS.get(api, api), taken)
