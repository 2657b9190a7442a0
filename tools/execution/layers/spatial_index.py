# SPDX-License-Identifier: GPL-2.0-or-later
"""Gives a written GeoPackage its spatial index in one go, packed, instead of row by row.

The tables of SQLite's rtree are filled as SQLite itself lays them out; the triggers that keep the index are taken from
an empty layer that GDAL writes.
"""

from __future__ import annotations

import functools
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np

LAYER, COLUMN = "layer_of_template", "column_of_template"
CELL_BYTES, HEAD_BYTES = 24, 4
ROOT = 1


class Level(NamedTuple):
    """Nodes of one level of the tree.

    Args:
        numbers: Of the nodes.
        node_of_cell: For each cell, in the order of `cells`, the number of its node.
        cells: Row or child node, and bounds as float32, in the order of the nodes.
        counts: Cells of each node.
    """

    numbers: np.ndarray
    node_of_cell: np.ndarray
    cells: np.ndarray
    counts: np.ndarray


def bounds_of(geometries: np.ndarray) -> np.ndarray | None:
    """Gives the bounds of WKB, NaN for none and for EMPTY; None where some of it is not for GEOS to read."""
    import shapely

    if (points := _points_of(geometries)) is not None:
        return points
    try:
        return shapely.bounds(shapely.from_wkb(geometries))  # type: ignore[no-any-return]
    except shapely.errors.GEOSException:
        return None


def _points_of(geometries: np.ndarray) -> np.ndarray | None:
    """Reads the bounds of plain points from their bytes, without shapes; None for all else."""
    import numpy as np

    present = np.flatnonzero([each is not None for each in geometries])
    record = np.dtype([("order", "u1"), ("type", "<u4"), ("place", "<f8", 2)])
    joined = b"".join(geometries[present])
    if len(joined) != len(present) * record.itemsize:
        return None
    read = np.frombuffer(joined, record)
    if not ((read["order"] == 1) & (read["type"] == 1)).all():
        return None
    bounds = np.full((len(geometries), 4), np.nan)
    bounds[present] = np.hstack([read["place"], read["place"]])
    return bounds


def index_rows(path: str, layer: str, column: str, bounds: np.ndarray) -> None:
    """Adds the spatial index of a layer without one, whose rows have the ids 1, 2, …

    Args:
        bounds: xmin, ymin, xmax, ymax per row, NaN where the row has no geometry or an empty one.
    Raises: sqlite3.Error where the file cannot be written.
    Source: SQLite, the R*Tree module, shadow tables; Leutenegger et al. 1997, sort-tile-recursive packing.
    """
    import numpy as np

    name = f"rtree_{layer}_{column}"
    rows = np.flatnonzero(~np.isnan(bounds).any(axis=1))
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        # a file that is being made is thrown away where anything fails
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -65536"):
            database.execute(f"PRAGMA {pragma}").fetchall()
        database.execute("BEGIN")
        database.execute(f"CREATE VIRTUAL TABLE {_quoted(name)} USING rtree(id, minx, maxx, miny, maxy)")
        if len(rows):
            with np.errstate(over="ignore", invalid="ignore"):  # what lies beyond float32 lies at infinity in the index
                _fill(database, name, rows + 1, _outward(bounds[rows]))
        for statement in _statements(layer, column):
            database.execute(statement)
        extension = _template()[1]
        marks = ", ".join("?" * (2 + len(extension)))
        database.execute(f"INSERT INTO gpkg_extensions VALUES ({marks})", (layer, column, *extension))  # nosec B608
        database.execute("COMMIT")


def _fill(database: sqlite3.Connection, name: str, ids: np.ndarray, bounds: np.ndarray) -> None:
    """Replaces the empty root of a new rtree by a packed tree."""
    import numpy as np

    ((size,),) = database.execute(f"SELECT length(data) FROM {_quoted(name + '_node')} WHERE nodeno = {ROOT}")  # nosec B608
    levels = _packed(ids, bounds, (size - HEAD_BYTES) // CELL_BYTES)
    for level in levels:
        depth = len(levels) - 1 if level is levels[-1] else 0
        database.executemany(f"INSERT OR REPLACE INTO {_quoted(name + '_node')} VALUES (?, ?)",
                             zip(level.numbers.tolist(), _blobs(level, size, depth), strict=True))  # fmt: skip
    for number, level in enumerate(levels):
        table = "_parent" if number else "_rowid"
        order = np.argsort(level.cells["id"])
        pairs = zip(level.cells["id"][order].tolist(), level.node_of_cell[order].tolist(), strict=True)
        database.executemany(f"INSERT INTO {_quoted(name + table)} VALUES (?, ?)", pairs)  # nosec B608  # quoted


def _packed(ids: np.ndarray, bounds: np.ndarray, most: int) -> list[Level]:
    """Packs cells into nodes, level by level, up to a single root.

    Args:
        most: Cells a node holds.
    """
    import numpy as np

    levels = []
    next_number = ROOT + 1
    while True:
        order = _tiled(bounds, most)
        cells = np.zeros(len(ids), [("id", ">i8"), ("bounds", ">f4", 4)])
        cells["id"], cells["bounds"] = ids[order], bounds[order][:, [0, 2, 1, 3]]
        starts = np.arange(0, len(ids), most)
        is_root = len(starts) == 1
        numbers = np.array([ROOT]) if is_root else np.arange(next_number, next_number + len(starts))
        counts = np.diff(np.append(starts, len(ids)))
        levels.append(Level(numbers, np.repeat(numbers, counts), cells, counts))
        if is_root:
            return levels
        sorted_bounds = bounds[order]
        low = np.minimum.reduceat(sorted_bounds[:, :2], starts)
        high = np.maximum.reduceat(sorted_bounds[:, 2:], starts)
        ids, bounds, next_number = numbers, np.hstack([low, high]), next_number + len(starts)


def _tiled(bounds: np.ndarray, most: int) -> np.ndarray:
    """Orders boxes by upright strips of as many nodes as are in a strip, within them from low to high."""
    import numpy as np

    nodes = -(-len(bounds) // most)
    per_strip = most * int(np.ceil(np.sqrt(nodes)))
    across = np.argsort(bounds[:, 0] + bounds[:, 2], kind="stable")
    strip = np.empty(len(bounds), np.int64)
    strip[across] = np.arange(len(bounds)) // per_strip
    return np.lexsort((bounds[:, 1] + bounds[:, 3], strip))


def _blobs(level: Level, size: int, depth: int) -> list[bytes]:
    """Writes nodes: depth of the tree (in the root), count of cells, cells, zeros."""
    import numpy as np

    most = (size - HEAD_BYTES) // CELL_BYTES
    made = np.zeros((len(level.numbers), size), np.uint8)
    heads = np.empty((len(level.numbers), 2), ">u2")
    heads[:, 0], heads[:, 1] = depth, level.counts
    made[:, :HEAD_BYTES] = heads.view(np.uint8)
    padded = np.zeros(len(level.numbers) * most, level.cells.dtype)
    padded[: len(level.cells)] = level.cells
    made[:, HEAD_BYTES : HEAD_BYTES + most * CELL_BYTES] = padded.view(np.uint8).reshape(len(level.numbers), -1)
    return [node.tobytes() for node in made]


def _outward(bounds: np.ndarray) -> np.ndarray:
    """Rounds boxes to float32 so that they still hold what they held."""
    import numpy as np

    made = bounds.astype(np.float32)
    low, high = made[:, :2], made[:, 2:]
    low[:] = np.where(low > bounds[:, :2], np.nextafter(low, np.float32(-np.inf)), low)
    high[:] = np.where(high < bounds[:, 2:], np.nextafter(high, np.float32(np.inf)), high)
    return made


def _statements(layer: str, column: str) -> list[str]:
    """Gives the statements that complete an index: the table of extensions, and the triggers that keep the index."""
    names = {LAYER: layer.replace('"', '""'), COLUMN: column.replace('"', '""')}
    made = []
    for statement in _template()[0]:
        for word, name in names.items():
            statement = statement.replace(word, name)
        made.append(statement)
    return made


@functools.cache
def _template() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Gives the statements of an index as this GDAL writes it, and its row among the extensions."""
    import tempfile
    from pathlib import Path

    from osgeo import ogr

    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "template.gpkg")
        dataset: Any = ogr.GetDriverByName("GPKG").CreateDataSource(path)
        dataset.CreateLayer(LAYER, None, ogr.wkbPoint, [f"GEOMETRY_NAME={COLUMN}", "FID=fid"])
        dataset = None
        with closing(sqlite3.connect(path)) as database:
            statements = database.execute(
                "SELECT replace(sql, 'CREATE TABLE gpkg_extensions', 'CREATE TABLE IF NOT EXISTS gpkg_extensions')"
                " FROM sqlite_master WHERE name = 'gpkg_extensions' OR (type = 'trigger' AND name LIKE 'rtree%')"
            ).fetchall()
            ((*extension,),) = database.execute("SELECT extension_name, definition, scope FROM gpkg_extensions")
    return tuple(text for (text,) in statements), tuple(extension)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
