# SPDX-License-Identifier: GPL-2.0-or-later
"""Answers of ours and of a peer, row by row, whatever the order of rows and the names of columns."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

AREA_TOLERANCE_M2 = 1e-5  # of what two shapes do not share
NO_KEY = -1


class Answer(NamedTuple):
    """What of a result is compared.

    Args:
        keys: Columns with integers that tell the rows apart; NULL is a key too.
        values: Columns with numbers. A sum or count of nothing is NULL with some peers, so NULL is equal to 0.
        has_shapes: Whether shapes are compared.
        tolerance: Relative and absolute, of values.
        renamed: Names of the peer's or our columns to those above.
        has_places: Whether the bounds of the shapes, in whole metres, and their areas tell the rows apart too.
    """

    keys: tuple[str, ...]
    values: tuple[str, ...]
    has_shapes: bool = False
    tolerance: float = 1e-9
    renamed: Mapping[str, str] = {}
    has_places: bool = False

    def compare(self, ours: Path, peer: Path) -> int:
        """Compares two files and gives the count of rows.

        Raises: ValueError with the first difference.
        """
        import numpy as np
        import shapely

        mine, other = (_sorted(path, self) for path in (ours, peer))
        if len(mine) != len(other):
            raise ValueError(f"{len(mine)} rows against {len(other)}")
        for name in self.keys:
            _demand_all(np.equal(mine[name].to_numpy(), other[name].to_numpy()), name, mine, other)
        for name in self.values:
            pair = (mine[name].to_numpy(float), other[name].to_numpy(float))
            _demand_all(np.isclose(*pair, rtol=self.tolerance, atol=self.tolerance), name, mine, other)
        if self.has_shapes:
            shapes = [shapely.normalize(np.asarray(part.geometry.values)) for part in (mine, other)]
            apart = np.zeros(len(mine))
            differ = ~shapely.equals_exact(*shapes)  # large shapes that are vertex for vertex the same take long
            apart[differ] = shapely.area(shapely.symmetric_difference(*(side[differ] for side in shapes)))
            _demand_all(apart <= AREA_TOLERANCE_M2, "geometry", mine, other)
        return len(mine)


def _sorted(path: Path, answer: Answer) -> Any:
    import pyogrio

    frame = pyogrio.read_dataframe(path).rename(columns=dict(answer.renamed))
    keys = list(answer.keys)
    for name in keys:
        frame[name] = frame[name].astype(float).fillna(NO_KEY).astype("int64")
    if answer.has_places:
        places = frame.bounds.round().assign(area=frame.area.round())
        frame[list(places)] = places
        keys += list(places)
    for name in answer.values:
        frame[name] = frame[name].astype(float).fillna(0.0)
    frame = frame.sort_values(keys).reset_index(drop=True)
    if frame.duplicated(keys).any():
        raise ValueError(f"{path.name} has two rows of one {' and '.join(keys)}")
    return frame


def _demand_all(is_equal: Any, name: str, mine: Any, other: Any) -> None:
    if not is_equal.all():
        row = int(is_equal.argmin())
        raise ValueError(f"{name} of row {row} of {len(mine)}: {mine[name][row]} against {other[name][row]}")
