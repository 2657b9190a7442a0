# SPDX-License-Identifier: GPL-2.0-or-later
"""One load_layer on its own: the only call that a check makes, in a folder that is removed afterwards."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...tools.declaration.errors import ToolError
from ...tools.declaration.facts import LayerFacts
from ...tools.declaration.registry import all_tools
from ...tools.declaration.spec import Call
from .rehearsal import OF_THIS_MACHINE, Rehearsal

LOAD = "load_layer"
MOST_SHAPES = 50_000  # looked at for their validity


def loaded_facts(root: Path, work: Path, arguments: Mapping[str, Any]) -> LayerFacts | ToolError | None:
    """Loads a file and looks at what a workspace would know of it, and at the validity of its shapes.

    Args:
        root: Folder whose inputs/ hold the file.
        work: A folder for what is converted; it is made.
        arguments: Of load_layer, decoded, defaults filled in.
    Returns: The error that the call would end with; None where it cannot be made here.
    """
    spec = all_tools()[LOAD]
    loading = _Loading(root, work, Call(dict(arguments), {}))
    try:
        return loading.facts_of(spec.body(loading, **arguments).layer)
    except ToolError as fault:
        return None if fault.code in OF_THIS_MACHINE else fault


class _Loading(Rehearsal):
    """A rehearsal that goes on to the data."""

    def __init__(self, root: Path, work: Path, call: Call) -> None:
        super().__init__(all_tools()[LOAD], call, root / "output")
        self.inputs = root / "inputs"
        self.work = work
        self.work.mkdir(parents=True)
        self.corners: dict[str, tuple[float, ...]] = {}
        self.feedback = _Quiet()

    @property
    def own_folder(self) -> str:
        """Gives the folder of what is converted."""
        return str(self.work)

    def input_path(self, name: str) -> str:
        """Finds an input."""
        from ...tools.execution.paths import existing_file

        return str(existing_file(self.inputs, name, "file"))

    def destination_path(self, output: str = "output", suffix: str = "") -> str:
        """Gives the path of what is converted."""
        return str(self.work / f"{self.call.arguments['name']}{suffix or '.gpkg'}")

    def intermediate(self, suffix: str) -> str:
        """Gives the path of a file between."""
        return str(Path(tempfile.mkdtemp(dir=self.work)) / f"between{suffix}")

    def file_of(self, layer: Any) -> tuple[str, str]:
        """Gives path and sublayer of what was read."""
        return layer.path, layer.sublayer

    def keep_validity(self, layer: Any, invalid_count: int) -> None:
        """Keeps how many shapes are invalid."""
        layer.facts = layer.facts.with_(invalid_count=invalid_count)

    def facts_of(self, written: Any) -> LayerFacts:
        """Looks at a loaded layer as a workspace does, and at the validity of its shapes."""
        from ...tools.execution.layers.layer_facts import raster_facts, vector_facts
        from ...tools.execution.workspace import Written, layer_class

        path, sublayer = written if isinstance(written, Written) else (Path(str(written)), Path(str(written)).stem)
        if path.suffix.lower() in (".tif", ".tiff") or not sublayer:
            return raster_facts(str(path))
        facts = vector_facts(str(path), sublayer)
        if facts.kind == "vector" and facts.invalid_count is None and (facts.count or 0) <= MOST_SHAPES:
            layer = layer_class(facts)("layer", facts, path=str(path), sublayer=sublayer)
            with contextlib.suppress(ToolError):
                self.require.valid(layer)
            facts = layer.facts
        return facts


class _Quiet:
    """Feedback that no one looks at."""

    def setProgress(self, percent: float) -> None:  # noqa: N802 (name of QGIS)
        """Takes no progress."""

    def isCanceled(self) -> bool:  # noqa: N802 (name of QGIS)
        """Is never cancelled."""
        return False

    def pushWarning(self, text: str) -> None:  # noqa: N802 (name of QGIS)
        """Takes no warning."""
