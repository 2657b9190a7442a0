# SPDX-License-Identifier: GPL-2.0-or-later
"""A trace as the service tells of it."""

from __future__ import annotations

from typing import Any


def step(api: str, state: str = "done", **arguments: Any) -> dict[str, Any]:
    return {"api": api, "arguments": arguments, "note": None, "state": state, "record": None}


STEPS = [
    step("load_layer", file="parks.gpkg", name="parks"),
    step("buffer", layer="parks", unit="m", method="planar", distance=5, output="buffers"),
    step("dissolve", layer="buffers", output="one"),
]
BEGUN = {"session": "trace-1", "folder": "/traces/1", "name": "Parks", "pack": "demo", "task": "parks", "inputs": []}
FINDING = {"step": 3, "code": "file", "sentence": "parks.gpkg is not written.", "hint": "", "severity": "error"}
