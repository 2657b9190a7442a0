# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes difference layers in a child process that limits itself, since the output was written by a stranger."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from ...scoring.child import limit_itself, private_output
from ...scoring.file_border import close_border
from ...scoring.private_copy import copy_output
from ...scoring.unreadable import Unreadable
from ...tasks.contract import OutputContract
from .layer_writing import unread, write_differences
from .written_layers import DifferenceLayers

LARGEST_FILE = 16 * 1024**3


def run() -> None:
    """Does the one job of standard input and answers with what was written."""
    answers = private_output()
    request = json.load(sys.stdin)
    limit_itself(request["memory_bytes"], request["seconds"], LARGEST_FILE)
    folders = {Path(request["folder"]), Path(request["scratch"])}
    close_border({Path(request["reference"]).parent, Path(request["output"]).parent}, folders)
    answers.write(json.dumps(_written(request).as_dict()).encode() + b"\n")
    answers.flush()
    os._exit(0)  # as in the scoring child: drivers of a damaged file may crash while they are unloaded


def _written(request: dict[str, Any]) -> DifferenceLayers:
    output = Path(request["output"])
    try:
        output = copy_output(output, Path(request["scratch"]), request["file_bytes"])
    except Unreadable as error:
        return unread(output, error)
    return write_differences(
        TypeAdapter(OutputContract).validate_python(request["contract"]),
        Path(request["reference"]),
        output,
        Path(request["folder"]),
        most_rows=request["most_rows"],
    )
