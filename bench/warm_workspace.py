# SPDX-License-Identifier: GPL-2.0-or-later
"""A workspace in a temporary folder with made layers bound to handles, for warm calls and calls of bare algorithms."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self


class WarmWorkspace:
    """Made layers under their handles; results are called `ours…` and `peer…` and cleaned between runs.

    `told` is what the last call gave beside its layer.
    """

    def __init__(self) -> None:
        from ..tools.execution.application import started_qgis
        from ..tools.execution.executor import Executor
        from ..tools.execution.workspace import Workspace

        started_qgis()
        self.folder = Path(tempfile.mkdtemp(prefix="gisagentbench-bench-"))
        self.workspace = Workspace(self.folder / "workspace")
        self.executor = Executor(self.workspace)
        self.files: dict[str, Path] = {}
        self.told: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder)

    def bind(self, handle: str, make: Callable[[Path], None], suffix: str = ".gpkg") -> Path:
        """Makes a layer, binds it to a handle and gives its file."""
        from ..tools.execution.layers.layer_facts import raster_facts, vector_facts
        from ..tools.execution.workspace import Written

        path = self.workspace.work / f"{handle}{suffix}"
        make(path)
        is_raster = suffix == ".tif"
        facts = raster_facts(str(path)) if is_raster else vector_facts(str(path), handle)
        self.workspace.accept(handle, Written(path, "" if is_raster else handle), facts)
        self.files[handle] = path
        return path

    def derive(self, handle: str, api: str, arguments: Mapping[str, Any]) -> None:
        """Makes a layer out of others by one of our tools."""
        self.files[handle] = self.call(api, {**arguments, "output": handle})

    def target(self, name: str, suffix: str) -> Path:
        """Gives the file for the result of a peer, whose name begins with `peer`."""
        return self.workspace.work / f"{name}{suffix}"

    def call(self, api: str, arguments: Mapping[str, Any]) -> Path:
        """Calls one of our tools and gives the file of its output.

        Raises: RuntimeError with the sentence of the tool where it refuses.
        """
        step = self.executor.call(api, dict(arguments))
        if not step.ok:
            raise RuntimeError(f"{api}: {step.error}")
        self.told = step.outputs
        return self.workspace.folder / self.workspace.state.handles[arguments["output"]].path

    def clean(self) -> None:
        """Removes all results."""
        for path in [*self.workspace.work.glob("ours*"), *self.workspace.work.glob("peer*")]:
            path.unlink()
        for handle in [name for name in self.workspace.state.handles if name.startswith("ours")]:
            del self.workspace.state.handles[handle]


def run_native(algorithm: str, parameters: Mapping[str, Any]) -> None:
    """Runs an algorithm of QGIS by its own `run`.

    Raises: RuntimeError where it fails.
    """
    from qgis.core import QgsApplication, QgsProcessingFeedback

    from ..tools.execution.context import make_context

    feedback = QgsProcessingFeedback(False)
    context = make_context(feedback)
    instance = QgsApplication.processingRegistry().createAlgorithmById(algorithm)
    _, is_done = instance.run(dict(parameters), context, feedback)
    if not is_done:
        raise RuntimeError(f"{algorithm} failed: {feedback.textLog()[-500:]}")
