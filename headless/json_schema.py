# SPDX-License-Identifier: GPL-2.0-or-later
"""JSON Schemas of everything that is stored or sent, so that other programs can read it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..scoring.record import ScoreRecord, TaskScore
from ..tasks.json_schema import DOCUMENT_MODELS, schema_text
from ..tools.declaration import host_messages
from ..tools.declaration.host_job import HostJob
from ..tools.declaration.observation import Observation
from ..tools.declaration.records import StepRecord, WorkspaceFile
from ..tools.declaration.schema import record_schema, union_schema
from . import machine
from .episode_score import EpisodeScore
from .events import Event
from .manifest import Manifest
from .refusal import ErrorAnswer
from .window_service.trace_document import TraceDocument

FOLDER = machine.ROOT / "docs" / "schemas"
MODELS: dict[str, Any] = {
    **DOCUMENT_MODELS,
    "score": ScoreRecord,
    "task_score": TaskScore,
    "event": Event,
    "manifest": Manifest,
    "episode_score": EpisodeScore,
    "trace": TraceDocument,
}
RECORDS: dict[str, type] = {
    "error": ErrorAnswer,
    "step": StepRecord,
    "observation": Observation,
    "host_job": HostJob,
    "workspace": WorkspaceFile,
}


def schema_files() -> dict[str, str]:
    """Returns file name to content, of all of them."""
    schemas = {name: json.loads(schema_text(name, model)) for name, model in MODELS.items()}
    schemas |= {name: record_schema(record) for name, record in RECORDS.items()}
    protocol = union_schema("HostMessage", host_messages.Message, host_messages.SCHEMA_VERSION)
    schemas["host_message"] = protocol
    return {f"{name}.json": _text(schema) for name, schema in schemas.items()}


def _text(schema: dict[str, Any]) -> str:
    return json.dumps(_same_of_every_version(schema), indent=2, ensure_ascii=False) + "\n"


def _same_of_every_version(schema: Any) -> Any:
    """Takes out how versions of pydantic differ: `additionalProperties: true`, the default; 0.0 for 0."""
    if isinstance(schema, float) and schema.is_integer():
        return int(schema)
    if isinstance(schema, list):
        return [_same_of_every_version(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: part for key, part in schema.items() if (key, part) != ("additionalProperties", True)}
    return {key: _same_of_every_version(part) for key, part in kept.items()}


def write_schemas(folder: Path = FOLDER) -> list[Path]:
    """Writes the schemas. Returns: The files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, text in schema_files().items():
        (folder / name).write_text(text, encoding="utf-8")
        written.append(folder / name)
    return written


if __name__ == "__main__":
    write_schemas()
