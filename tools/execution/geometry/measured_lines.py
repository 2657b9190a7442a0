# SPDX-License-Identifier: GPL-2.0-or-later
"""Lines that measures run along: each row one run, measured by length or by its M values."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...declaration.errors import ToolError
from ...declaration.layers import Lines
from ...declaration.wording import counted
from ..layers.keys import demand_unique
from ..layers.rows import Column, read_rows
from .line_sections import Chains, chains_of
from .shapes import demand_finite

if TYPE_CHECKING:
    import numpy as np

    from ..run import Run

ROUNDING = 1e-9  # share of a line's measures by which one may lie beyond its end


class MeasuredLines(NamedTuple):
    """The lines of a layer that have a shape.

    Args:
        ident: Their ids.
        lines: Their shapes, each a plain line.
        chains: Their vertices.
        m: M of each vertex; None where it was not asked for.
    """

    ident: Column
    lines: np.ndarray
    chains: Chains
    m: np.ndarray | None


def measured_lines(run: Run, layer: Lines, id_field: str, *, with_m: bool = False) -> MeasuredLines:
    """Reads lines; a row of several parts is one run where each part begins at the end of the one before.

    Raises:
        ToolError KEY_MISMATCH for ids that repeat or are NULL, WRONG_GEOMETRY_TYPE for parts with gaps,
        INVALID_GEOMETRY for coordinates that are no finite numbers.
    """
    import numpy as np
    import shapely

    rows = read_rows(run, layer, [id_field])
    demand_unique(rows.column(id_field), layer.name, "line_id_field")
    with run.timed():
        wkb = [] if rows.geometries is None else rows.geometries.tolist()
        if with_m:
            wkb = [None if each is None else m_as_z(each) for each in wkb]
        shapes = shapely.from_wkb(np.array([*wkb, None], dtype=object)[:-1], on_invalid="ignore")
        full = np.flatnonzero(~shapely.is_missing(shapes) & ~shapely.is_empty(shapes))
        demand_finite(layer, shapes[full])
        coordinates, row = _runs(layer, shapes[full])
        lines = shapely.linestrings(coordinates[:, :2], indices=row) if len(row) else np.zeros(0, object)
        m = coordinates[:, 2] if with_m else None
        lines = lines if with_m else shapely.remove_repeated_points(lines)
        return MeasuredLines(rows.column(id_field).take(full), lines, chains_of(lines), m)


def _runs(layer: Lines, shapes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Gives the vertices of rows, without those that begin a part where the one before ends."""
    import numpy as np
    import shapely

    parts, owner = shapely.get_parts(shapes, return_index=True)
    filled = ~shapely.is_empty(parts)
    parts, owner = parts[filled], owner[filled]
    coordinates, part = shapely.get_coordinates(parts, include_z=True, return_index=True)
    row = owner[part]
    begins = np.zeros(len(part), bool)
    begins[1:] = (part[1:] != part[:-1]) & (row[1:] == row[:-1])
    first = np.flatnonzero(begins)
    apart = (coordinates[first, :2] != coordinates[first - 1, :2]).any(axis=1)
    broken = len(np.unique(row[first[apart]]))
    if broken:
        raise ToolError("WRONG_GEOMETRY_TYPE", f'{counted(broken, "line")} of "{layer.name}" have parts that do not '
                        "follow one another, so that measures along them have gaps",
                        "multipart_to_singlepart, with an id for each part")  # fmt: skip
    return coordinates[~begins], row[~begins]


def distances_at_m(lines: MeasuredLines, line: np.ndarray, value: np.ndarray, layer: str) -> np.ndarray:
    """Gives the distance from the start of a line at which M has a value; NaN where it has it nowhere.

    Args:
        line: Number of the line of each value.
        layer: Name of the layer of lines, for the sentence.
    Raises:
        ToolError BAD_VALUE where M values of these lines are missing, or neither rise nor fall all along.
    """
    import numpy as np

    chains = lines.chains
    assert lines.m is not None
    number = np.repeat(np.arange(len(chains.first)), chains.last - chains.first + 1)
    falls = lines.m[chains.last] < lines.m[chains.first]
    m = np.where(falls[number], -lines.m, lines.m)
    value = np.where(falls[line], -value, value)
    steps = np.diff(m)[number[1:] == number[:-1]]
    owner = number[1:][number[1:] == number[:-1]]
    odd = np.intersect1d(owner[~(steps >= 0)], line)
    if len(odd):
        raise ToolError("BAD_VALUE", f'M values of {counted(len(odd), "line")} of "{layer}" are missing, or neither '
                        "rise nor fall all along", "measure_source length goes by the length",
                        argument="measure_source")  # fmt: skip
    low, high = m[chains.first[line]], m[chains.last[line]]
    slack = ROUNDING * (high - low)
    inside = (value >= low - slack) & (value <= high + slack)
    value = np.clip(value, low, high)
    # vertices and values in one order: before each value stand the vertices up to it
    order = np.lexsort((np.arange(len(m) + len(value)) >= len(m), np.append(m, value), np.append(number, line)))
    is_vertex = order < len(m)
    before = np.empty(len(value), np.int64)
    before[order[~is_vertex] - len(m)] = np.cumsum(is_vertex)[~is_vertex] - 1
    before = np.minimum(before, chains.last[line] - 1)
    rise = m[before + 1] - m[before]
    share = np.where(rise > 0, (value - m[before]) / np.where(rise > 0, rise, 1), 0.0)
    length = chains.distance[before + 1] - chains.distance[before]
    return np.where(inside, chains.distance[before] + share * length, np.nan)


def m_as_z(wkb: bytes) -> bytes:
    """Rewrites ISO WKB of a line with M so that M stands where Z does, and Z is left out."""
    import numpy as np

    kind = int.from_bytes(wkb[1:5], "little")
    flat, count = kind % 1000, int.from_bytes(wkb[5:9], "little")
    head = wkb[:1] + (1000 + flat).to_bytes(4, "little") + wkb[5:9]
    width = 3 + (kind // 1000 == 3)
    if flat == 2:
        values = np.frombuffer(wkb, "<f8", count * width, 9).reshape(count, width)
        return head + values[:, [0, 1, width - 1]].tobytes()
    parts, start = [head], 9
    for _ in range(count):
        size = 9 + 8 * width * int.from_bytes(wkb[start + 5 : start + 9], "little")
        parts.append(m_as_z(wkb[start : start + size]))
        start += size
    return b"".join(parts)
