# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON Schemas of the document models, so that editors help and other programs can check."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from .contract import OutputContract
from .pack import Pack
from .reference_content import ReferenceContent
from .task import Task
from .task_evidence import BrokenOutputs, NaiveWays, Reviews
from .trajectory import Trajectory

SCHEMA_VERSION = 1
DIALECT = "https://json-schema.org/draft/2020-12/schema"
DOCUMENT_MODELS: dict[str, Any] = {
    "pack": Pack,
    "task": Task,
    "contract": OutputContract,
    "trajectory": Trajectory,
    "broken": BrokenOutputs,
    "naive": NaiveWays,
    "review": Reviews,
    "reference_content": ReferenceContent,
}


def schema_text(name: str, model: Any) -> str:
    """Returns the JSON Schema of a model as the file holds it."""
    schema = _without_defaults(TypeAdapter(model).json_schema(by_alias=True))
    head = {"$schema": DIALECT, "$id": f"gisagentbench/{name}.json", "schema_version": SCHEMA_VERSION}
    return json.dumps(head | schema, indent=2, ensure_ascii=False) + "\n"


def _without_defaults(schema: Any) -> Any:
    """Leaves out what JSON Schema takes for granted; pydantic writes it in some versions and not in others."""
    if isinstance(schema, dict):
        kept = {key: part for key, part in schema.items() if (key, part) != ("additionalProperties", True)}
        return {key: _without_defaults(part) for key, part in kept.items()}
    return [_without_defaults(part) for part in schema] if isinstance(schema, list) else schema


def write_schemas(folder: Path, models: dict[str, Any] = DOCUMENT_MODELS) -> list[Path]:
    """Writes one file per model and returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, model in models.items():
        file = folder / f"{name}.json"
        file.write_text(schema_text(name, model), "utf-8")
        files.append(file)
    return files
