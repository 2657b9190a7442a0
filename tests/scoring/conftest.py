# SPDX-License-Identifier: GPL-2.0-or-later
"""Scores by contract, reference rows and output rows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from osgeo import ogr

from gisagentbench.scoring.comparison import compare_files
from gisagentbench.scoring.record import ScoreRecord

from .layer_files import PARK_CONTRACT, PARK_FIELDS, PARKS, Row, contract_of, write_layer


@pytest.fixture
def score_parks(tmp_path: Path) -> Callable[..., ScoreRecord]:
    """Scores changed park rows against PARKS: rows, then keys of the contract, then options of the writer."""

    def score(
        rows: list[Row], contract: dict[str, Any] | None = None, reference: list[Row] = PARKS, **written: Any
    ) -> ScoreRecord:
        keys = PARK_CONTRACT | (contract or {})
        for folder in ("reference", "output"):
            (tmp_path / folder).mkdir(exist_ok=True)
        fields = PARK_FIELDS | {name: column["type"] for name, column in keys["columns"].items()}
        expected = write_layer(tmp_path / "reference" / str(keys["file"]), fields, reference)
        found = write_layer(
            tmp_path / "output" / str(keys["file"]), **({"fields": PARK_FIELDS, "rows": rows} | written)
        )
        return compare_files(contract_of(**keys), expected, found)

    return score


@pytest.fixture
def score_columns(tmp_path: Path) -> Callable[..., ScoreRecord]:
    """Scores a table of one compared column: values by row, identified by `id` from 1."""

    def score(
        column: dict[str, Any], expected: list[Any], found: list[Any], found_type: str | None = None, **contract: Any
    ) -> ScoreRecord:
        keys = {
            "kind": "table",
            "file": "t.gpkg",
            "columns": {"id": {"type": "integer"}, "value": column},
            "id_columns": ["id"],
        }
        files = []
        for folder, values, word in (
            ("reference", expected, column["type"]),
            ("output", found, found_type or column["type"]),
        ):
            (tmp_path / folder).mkdir(exist_ok=True)
            rows = [{"id": number, "value": value} for number, value in enumerate(values, start=1)]
            fields = {"id": "integer", "value": word}
            files.append(write_layer(tmp_path / folder / "t.gpkg", fields, rows, None, ogr.wkbNone))
        return compare_files(contract_of(**(keys | contract)), *files)

    return score
