# SPDX-License-Identifier: GPL-2.0-or-later
"""Has input files loaded in a process of its own, all calls that are foreseen at once."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...scoring.limited_child import STARTED, run_child
from ...tools.declaration.errors import ToolError
from ...tools.declaration.facts import LayerFacts
from ...tools.declaration.records import read_facts
from ..workspace_inputs import InputFile, put_inputs

MEMORY_BYTES = 8 * 1024**3
CALL_SECONDS = 60.0
START_SECONDS = 120.0
Loaded = LayerFacts | ToolError | None


class InputReader:
    """Copies input files and loads them; a file that ends its reader is one of which nothing is known.

    A context: the copies are removed at its end.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="gisagentbench-inputs-", ignore_cleanup_errors=True)
        self.root = Path(self._folder.name).resolve()
        self._sets = self._calls = 0
        self._foreseen: dict[str, dict[str, Any]] = {}
        self._loaded: dict[str, Loaded] = {}

    def __enter__(self) -> InputReader:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def copy(self, files: Mapping[str, InputFile]) -> Path:
        """Copies the inputs of one plan. Returns: Their folder. Raises: OSError."""
        self._sets += 1
        place = self.root / f"set{self._sets}"
        put_inputs(place, files)
        return place

    def foresee(self, place: Path, arguments: Mapping[str, Any]) -> str:
        """Notes a call of load_layer that will be asked for.

        Args:
            place: Of `copy`.
            arguments: Decoded, with defaults.
        Returns: What names the call.
        """
        key = f"{place.name} {json.dumps({**arguments, 'name': ''}, sort_keys=True)}"
        if key not in self._loaded and key not in self._foreseen:
            self._calls += 1
            work = place / "work" / str(self._calls)
            job = {"root": str(place), "work": str(work), "arguments": {**arguments, "name": "layer"}}
            self._foreseen[key] = job
        return key

    def load(self, place: Path, arguments: Mapping[str, Any]) -> Loaded:
        """Gives what is known of a loaded layer, or the error of loading it; None where it cannot be loaded here."""
        key = self.foresee(place, arguments)
        if key not in self._loaded:
            self._load_foreseen()
        return self._loaded[key]

    def _load_foreseen(self) -> None:
        """Makes every call that is foreseen; after a death the rest goes on in a new process."""
        while self._foreseen:
            keys = list(self._foreseen)
            request = {"root": str(self.root), "jobs": list(self._foreseen.values()), "memory_bytes": MEMORY_BYTES,
                       "seconds": CALL_SECONDS * len(keys)}  # fmt: skip
            end = run_child("headless.plan_check.loading_child", request, CALL_SECONDS, start_seconds=START_SECONDS)
            has_begun = end.answers[:1] == [STARTED]
            answers = end.answers[1:] if has_begun else [{}] * len(keys)
            dead: list[dict[str, Any]] = [{}] if len(answers) < len(keys) else []
            for key, answer in zip(keys, [*answers, *dead], strict=False):
                self._loaded[key] = _read(answer)
                del self._foreseen[key]


def _read(answer: Mapping[str, Any]) -> Loaded:
    if "error" in answer:
        error = dict(answer["error"])
        return ToolError(error.pop("code"), error.pop("sentence"), error.pop("hint"), **error)
    return read_facts(answer["facts"]) if "facts" in answer else None
