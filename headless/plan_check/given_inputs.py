# SPDX-License-Identifier: GPL-2.0-or-later
"""What is known of the input files of a plan: nothing, what is stated of them, or what loading them shows."""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...tools.declaration.errors import ToolError, did_you_mean
from ...tools.declaration.facts import UNKNOWN, LayerFacts
from ...tools.declaration.registry import all_tools
from ...tools.declaration.spec import REQUIRED, Call
from ..workspace_inputs import InputFile, put_inputs
from .rehearsal import Rehearsal
from .unknown import NotKnown

LOAD = "load_layer"
LARGEST_FILE = 64_000_000  # bytes; what is larger is not opened for a check that takes seconds
MOST_SHAPES = 50_000  # looked at for their validity


class GivenInputs:
    """Files of which nothing is known, not even which there are.

    `names` holds the files under inputs/, or None where no one has said which there are.
    """

    names: frozenset[str] | None = None

    def load(self, arguments: Mapping[str, Any]) -> LayerFacts | ToolError:
        """Gives what is known of a loaded layer, or the error that loading ends with.

        Args:
            arguments: Of load_layer, decoded.
        """
        name = file_name(arguments)
        return name if isinstance(name, ToolError) else UNKNOWN


class StatedInputs(GivenInputs):
    """Files of which facts are stated, by a register or by hand.

    Args:
        facts: By file name; those that are None are not known.
    """

    def __init__(self, facts: Mapping[str, LayerFacts]) -> None:
        self.facts = dict(facts)
        self.names = frozenset(facts)

    def load(self, arguments: Mapping[str, Any]) -> LayerFacts | ToolError:
        name = file_name(arguments)
        if isinstance(name, ToolError):
            return name
        if name not in self.facts:
            return ToolError("FILE_NOT_FOUND", f'file: there is no file "{name}" under inputs',
                             did_you_mean(name, self.facts, "files"), argument="file", found=name)  # fmt: skip
        return self.facts[name]


class FileInputs(StatedInputs):
    """Files that are here: each is loaded as the plan says, apart from any workspace, and looked at.

    Args:
        files: The bytes, by the name of the input without its ending.
        stated: What is known of files that are not here, or too large to be loaded.
    """

    def __init__(self, files: Mapping[str, InputFile], stated: Mapping[str, LayerFacts] | None = None) -> None:
        names = {f"{name}{given.file.suffix}": given for name, given in files.items()}
        super().__init__({**dict.fromkeys(names, UNKNOWN), **(stated or {})})
        small = {name for name, given in names.items() if _bytes_of(given) <= LARGEST_FILE}
        self._folder = tempfile.TemporaryDirectory(prefix="gisagentbench-inputs-")
        self._root = Path(self._folder.name) / "workspace"
        self._small = frozenset(small)
        self._loaded: dict[str, LayerFacts | ToolError] = {}
        put_inputs(self._root, {name: given for name, given in files.items() if f"{name}{given.file.suffix}" in small})

    def close(self) -> None:
        """Removes the copies."""
        self._folder.cleanup()

    def load(self, arguments: Mapping[str, Any]) -> LayerFacts | ToolError:
        stated = super().load(arguments)
        if isinstance(stated, ToolError) or file_name(arguments) not in self._small:
            return stated
        how = {name: value for name, value in arguments.items() if name != "name" and value is not None}
        key = json.dumps(how, sort_keys=True, default=str)
        if key not in self._loaded:
            self._loaded[key] = self._read(arguments, len(self._loaded)) or stated
        return self._loaded[key]

    def _read(self, arguments: Mapping[str, Any], number: int) -> LayerFacts | ToolError | None:
        """Runs load_layer on a file of this machine; None where that cannot be done here."""
        spec = all_tools()[LOAD]
        values = {argument.name: arguments.get(argument.name, argument.default) for argument in spec.arguments}
        call = Call({name: None if value is REQUIRED else value for name, value in values.items()}, {})
        reading = _Reading(self._root, f"read{number}", call)
        try:
            return reading.facts_of(spec.body(reading, **call.arguments).layer)
        except ToolError as fault:
            return None if fault.code in ("DEPENDENCY_MISSING", "ENGINE_FAILED", "STORAGE_FULL") else fault
        except (NotKnown, Exception):  # no QGIS here, or a file that stops an engine
            return None


class _Reading(Rehearsal):
    """The run of one load_layer, which is the only call that a check makes."""

    def __init__(self, root: Path, name: str, call: Call) -> None:
        super().__init__(all_tools()[LOAD], call, root / "output")
        self.inputs = root / "inputs"
        self.work = root / "work" / name
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


def file_name(arguments: Mapping[str, Any]) -> str | ToolError:
    """Names the file that load_layer opens, as it stands under inputs/; PATH_OUTSIDE_WORKSPACE where it cannot."""
    from ...tools.execution.paths import inside

    root = Path("inputs")
    try:
        return inside(root, arguments["file"], "file").relative_to(root).as_posix()
    except ToolError as fault:
        return fault


def _bytes_of(given: InputFile) -> int:
    files = [path for path in (given.file, *given.side_files) if path.is_file()]
    return sum(path.stat().st_size for path in files) if files else LARGEST_FILE + 1
