# SPDX-License-Identifier: GPL-2.0-or-later
"""Rows as comma-separated text: NULL is an empty cell, an empty text is "", numbers are exact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..layers.plain_shapes import plain_shapes
from ..layers.rows import Column, RowSet
from ..run import Run
from .column_types import as_text

if TYPE_CHECKING:
    import numpy as np

ROWS_AT_ONCE = 50_000


def write_csv(run: Run, target: Path, rows: RowSet, added: dict[str, list[str | None]]) -> None:
    """Writes rows as UTF-8 with a header and line feeds.

    Args:
        added: Further columns of text, such as x and y or wkt.
    """
    columns = [(column.field.name, _cells(column)) for column in rows.columns]
    columns += [(name, _quoted(values)) for name, values in added.items()]
    with target.open("w", encoding="utf-8", newline="") as stream:
        stream.write(",".join(_quoted([name for name, _ in columns])) + "\n")
        for start in range(0, rows.count, ROWS_AT_ONCE):
            part = [cells[start : start + ROWS_AT_ONCE] for _, cells in columns]
            stream.writelines(",".join(line) + "\n" for line in _lines(part, min(ROWS_AT_ONCE, rows.count - start)))
            run.progress(min(1.0, (start + ROWS_AT_ONCE) / max(1, rows.count)))


def positions(geometries: np.ndarray) -> dict[str, list[str | None]]:
    """Gives x and y of single points as text; NULL and empty points have none."""
    import numpy as np
    import shapely

    points = shapely.from_wkb(geometries)
    points[shapely.is_empty(points)] = None
    columns = {"x": shapely.get_x(points), "y": shapely.get_y(points)}
    return {
        name: [None if np.isnan(value) else repr(float(value)) for value in values] for name, values in columns.items()
    }


def texts_of_geometry(geometries: np.ndarray) -> list[str | None]:
    """Gives geometries as WKT, every digit kept; NULL stays NULL."""
    import shapely

    return list(shapely.to_wkt(plain_shapes(geometries, on_invalid="raise"), rounding_precision=-1))


def _lines(part: list[list[str]], count: int) -> Iterator[Iterable[str]]:
    return zip(*part, strict=True) if part else iter([()] * count)


def _cells(column: Column) -> list[str]:
    values = as_text(column)
    if column.field.type == "text":
        return _quoted(values)
    return ["" if value is None else value for value in values]


def _quoted(values: Iterable[str | None]) -> list[str]:
    return ["" if value is None else _quoted_text(value) for value in values]


def _quoted_text(text: str) -> str:
    needs_quotes = text == "" or any(mark in text for mark in ',"\n\r') or text != text.strip()
    return '"' + text.replace('"', '""') + '"' if needs_quotes else text
