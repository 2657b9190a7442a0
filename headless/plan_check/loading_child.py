# SPDX-License-Identifier: GPL-2.0-or-later
"""The process that opens input files for a check: it limits itself, and answers a JSON line per load_layer."""

from __future__ import annotations

import json
import os
import sys
import traceback
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ...scoring.child import die_with_parent, limit_itself, private_output
from ...scoring.file_border import close_border
from ...scoring.limited_child import STARTED
from ...tools.declaration.errors import ToolError
from ...tools.declaration.pinned import PINNED_ENVIRONMENT
from .loading import loaded_facts
from .unknown import NotKnown

FILE_BYTES = 2 * 1024**3


def run() -> None:
    """Makes all calls of standard input."""
    die_with_parent()
    answers = private_output()
    request = json.load(sys.stdin)
    _pin()
    limit_itself(request["memory_bytes"], request["seconds"], FILE_BYTES)
    root = Path(request["root"])
    if not close_border((), {root}):
        sys.stderr.write("This system cannot close its files to what reads inputs; they are read under limits alone.\n")
    os.environ["TMPDIR"] = str(root)
    for answer in (STARTED, *map(_answer, request["jobs"])):
        answers.write(json.dumps(answer).encode() + b"\n")
        answers.flush()
    os._exit(0)  # GDAL drivers of a damaged file may crash while they are unloaded; everything is said by now


def _pin() -> None:
    from osgeo import gdal

    for name, value in PINNED_ENVIRONMENT.items():
        os.environ[name] = value
        gdal.SetConfigOption(name, value)


def _answer(job: dict[str, Any]) -> dict[str, Any]:
    try:
        found = loaded_facts(Path(job["root"]), Path(job["work"]), job["arguments"])
    except (NotKnown, Exception):  # no QGIS here, or a file that stops an engine
        traceback.print_exc()
        return {}
    if isinstance(found, ToolError):
        kept = ("code", "sentence", "hint", "argument", "expected", "found")
        return {"error": {name: getattr(found, name) for name in kept}}
    return {} if found is None else {"facts": asdict(found)}
