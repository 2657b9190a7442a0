# SPDX-License-Identifier: GPL-2.0-or-later
"""Field names of at most ten bytes, each once whatever the case."""

from __future__ import annotations

from collections.abc import Sequence

LONGEST = 10


def short_names(names: Sequence[str]) -> dict[str, str]:
    """Gives every field a name a shapefile can hold: the first ten bytes, numbered where two would be the same.

    Examples:
        >>> short_names(["population_2010", "population_2020", "name"])
        {'population_2010': 'population', 'population_2020': 'populati_1', 'name': 'name'}
    """
    short: dict[str, str] = {}
    plain = {name.lower() for name in names if len(name.encode()) <= LONGEST}
    taken: set[str] = set()
    for name in names:
        candidate = _cut(name, LONGEST)
        number = 0
        while candidate.lower() in taken or (candidate != name and candidate.lower() in plain):
            number += 1
            suffix = f"_{number}"
            candidate = _cut(name, LONGEST - len(suffix)) + suffix
        taken.add(candidate.lower())
        short[name] = candidate
    return short


def _cut(name: str, size: int) -> str:
    return name.encode()[:size].decode(errors="ignore")
