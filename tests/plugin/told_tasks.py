# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs and tasks as the service tells of them."""

from __future__ import annotations

from typing import Any


def pack(name: str = "city") -> dict[str, Any]:
    """Returns a pack."""
    return {
        "name": name,
        "title": name.title(),
        "folder": f"/packs/{name}",
        "tasks": ["parks"],
        "version": "1",
        "licence": "CC0-1.0",
        "description": None,
        "areas": {},
        "datasets": 1,
        "place": "added",
    }


def task(name: str, family: str = "overlay", area: str = "nyc", caveats: tuple[str, ...] = ()) -> dict[str, Any]:
    """Returns a task."""
    return {
        "id": name,
        "title": name.replace("_", " ").title(),
        "family": family,
        "area": area,
        "area_title": {"nyc": "New York", "olinda": "Olinda"}.get(area, area),
        "caveats": [{"name": one, "bites": "wrong"} for one in caveats],
        "prompt": {
            "objective": "How many parks?",
            "inputs": "Parks.",
            "outputs": "Counts.",
            "constraints": ["A park on a border counts."],
        },
        "inputs": [
            {
                "name": "parks",
                "file": "parks.gpkg",
                "description": "Outlines of parks",
                "title": "City of Olinda",
                "licence": "CC-BY-4.0",
            }
        ],
        "outputs": [
            {
                "label": "result.gpkg",
                "terms": [{"name": "CRS", "words": "EPSG:2263"}],
                "columns": [{"name": "park_count", "type": "integer", "role": "count", "compared": "exactly equal"}],
            }
        ],
        "reference_calls": 7,
    }
