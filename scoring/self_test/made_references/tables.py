# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables of every format: values of every type and role, NULLs, large counts, codes with leading zeros, orders."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...row_table import ColumnValues
from ..edited_rows import EditedRows
from .columns import MadeReference, booleans, days, integers, moments, names, reals, texts

ROWS = 15
NUMBERS = np.arange(ROWS)


def table(file: str, columns: dict[str, Any], values: dict[str, ColumnValues], **keys: Any) -> MadeReference:
    """Makes a table."""
    contract = {"kind": "table", "file": file, "columns": columns} | keys
    return MadeReference(contract, EditedRows(values, layer=file.rsplit(".", 1)[0]))


def made_tables() -> dict[str, MadeReference]:
    """Makes all tables, by name."""
    tables = {f"every type in {ending}": every_type(f"types.{ending}") for ending in ("csv", "gpkg")}
    tables["types of a workbook"] = every_type("types.xlsx", ("boolean",))
    tables |= {f"every role in {ending}": every_role(f"roles.{ending}") for ending in ("csv", "gpkg")}
    tables["two ids"] = _two_ids()
    tables["an order"] = _ordered()
    tables["rows known by a column"] = _known_by_a_column()
    tables["rows known by their values"] = _known_by_values()
    tables["texts alone"] = table(
        "t.csv", {"name": {"type": "text"}}, {"name": texts(names(ROWS))}, id_columns=["name"]
    )
    return tables


def every_type(file: str, without: tuple[str, ...] = ()) -> MadeReference:
    """Makes a table with a column of each type, NULLs in all but the ids, codes with leading zeros."""
    plain = file.endswith("xlsx")
    null = NUMBERS % 5 == 3
    words = [name if row % 7 else "" for row, name in enumerate(names(ROWS))]
    values = {
        "code": texts([f"{7 * row:05}" for row in range(ROWS)]),
        "integer": integers(20_000 + NUMBERS, null),
        "real": reals(NUMBERS / 7 - 1, null),
        "text": texts(names(ROWS) if plain else words, None if plain else null),
        "boolean": booleans(NUMBERS % 2, null),
        "date": days("1899-12-31" if not plain else "1999-12-31", 400 * NUMBERS, null),
        "datetime": moments("2020-02-29T23:30:00", 600 * NUMBERS, null),
        "long_name_of_a_column": integers(NUMBERS % 4),
    }
    kinds = {name: {"type": name if name in values else "text"} for name in values}
    kinds["code"] = {"type": "text", "role": "id"}  # type: ignore[dict-item]
    kinds["long_name_of_a_column"] = {"type": "integer", "role": "count"}  # type: ignore[dict-item]
    kept = [name for name in values if name not in without]
    columns = {name: kinds[name] for name in kept}
    return table(file, columns, {name: values[name] for name in kept}, id_columns=["code"], columns_exact=True)


def every_role(file: str) -> MadeReference:
    """Makes a table with a column of each role."""
    columns = {
        "key": {"type": "integer", "role": "id"},
        "count": {"type": "integer", "role": "count"},
        "rough_count": {"type": "integer", "role": "count", "tolerance": {"absolute": 2}},
        "measure": {"type": "real", "role": "measure", "tolerance": {"absolute": 0, "relative": 1e-6}},
        "whole_measure": {"type": "integer", "role": "measure"},
        "exact": {"type": "real", "tolerance": {"absolute": 0, "relative": 0}},
        "easting": {"type": "real", "role": "coordinate", "tolerance": {"absolute": 0.01}},
        "aspect": {"type": "real", "role": "angle", "tolerance": {"absolute": 0.5}},
        "phase": {"type": "real", "role": "angle", "period": 6.283185307179586, "tolerance": {"absolute": 0.001}},
        "cluster": {"type": "integer", "role": "label"},
        "region": {"type": "text", "role": "label"},
        "parent": {"type": "integer", "role": "id"},
    }
    values = {
        "key": integers(100 + NUMBERS),
        "count": integers(19_990 + NUMBERS),
        "rough_count": integers(50 * NUMBERS),
        "measure": reals(1e6 + NUMBERS / 3),
        "whole_measure": integers(250_000 + 1000 * NUMBERS),
        "exact": reals(NUMBERS / 3),
        "easting": reals(500_000 + 13.5 * NUMBERS),
        "aspect": reals((359.9 + 24 * NUMBERS) % 360),
        "phase": reals(0.4 * NUMBERS),
        "cluster": integers(NUMBERS // 4),
        "region": texts([("north", "south", "west")[row % 3] for row in range(ROWS)]),
        "parent": integers(NUMBERS % 6),
    }
    return table(file, columns, values, id_columns=["key"])


def _two_ids() -> MadeReference:
    columns = {"zone": {"type": "integer"}, "class": {"type": "text"}, "cells": {"type": "integer", "role": "count"}}
    values = {
        "zone": integers(NUMBERS // 3),
        "class": texts([("crops", "forest", "water")[row % 3] for row in range(ROWS)]),
        "cells": integers(NUMBERS * 1000 % 7),
    }
    return table("two.csv", columns, values, id_columns=["zone", "class"])


def _ordered() -> MadeReference:
    columns = {"name": {"type": "text"}, "rank": {"type": "integer"}, "value": {"type": "real"}}
    values = {"name": texts(names(ROWS)), "rank": integers(1 + NUMBERS // 2), "value": reals(90.5 - NUMBERS)}
    return table("ranks.csv", columns, values, id_columns=["name"], ordered_by=["rank"])


def _known_by_a_column() -> MadeReference:
    columns = {"station": {"type": "integer"}, "mean": {"type": "real"}, "class": {"type": "text"}}
    values = {
        "station": integers(5000 + 3 * NUMBERS),
        "mean": reals(8.25 + NUMBERS / 9),
        "class": texts([("a", "b")[row % 2] for row in range(ROWS)]),
    }
    return table("stations.gpkg", columns, values)


def _known_by_values() -> MadeReference:
    columns = {"class": {"type": "text"}, "share": {"type": "real"}, "cells": {"type": "integer", "role": "count"}}
    values = {
        "class": texts([("forest", "water", "urban")[row % 3] for row in range(ROWS)]),
        "share": reals(NUMBERS**2 / 50 + 0.01),
        "cells": integers(NUMBERS // 2),
    }
    return table("shares.csv", columns, values)
