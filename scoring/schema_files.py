# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the JSON Schemas of all documents and of the score record into docs/schemas.

PYTHONPATH=.cache/plugins .venv/bin/python -m gisagentbench.scoring.schema_files
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..tasks.json_schema import DOCUMENT_MODELS, write_schemas
from .record import ScoreRecord, TaskScore

ALL_MODELS: dict[str, Any] = DOCUMENT_MODELS | {"score": ScoreRecord, "task_score": TaskScore}
SCHEMA_FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schemas"


if __name__ == "__main__":
    write_schemas(SCHEMA_FOLDER, ALL_MODELS)
