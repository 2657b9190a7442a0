# SPDX-License-Identifier: GPL-2.0-or-later
"""What is known of the input files of a plan: nothing, what is stated of them, or what loading them shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ...tools.declaration.decoding import check_arguments
from ...tools.declaration.errors import ToolError, did_you_mean
from ...tools.declaration.facts import UNKNOWN, LayerFacts
from ...tools.declaration.registry import all_tools
from ..workspace_inputs import InputFile
from .input_reader import InputReader

LOAD = "load_layer"
LARGEST_FILE = 64_000_000  # bytes; what is larger is not opened for a check that takes seconds


class GivenInputs:
    """Files of which nothing is known, not even which there are.

    `names` holds the files under inputs/, or None where no one has said which there are.
    """

    names: frozenset[str] | None = None

    def foresee(self, steps: Iterable[tuple[str, Any]]) -> None:
        """Is told of steps that are about to be followed, so that all files can be looked at together."""

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
        reader: Loads them.
        stated: What is known of files that are not here, or too large to be loaded.
    Raises: OSError where they cannot be copied.
    """

    def __init__(
        self, files: Mapping[str, InputFile], reader: InputReader, stated: Mapping[str, LayerFacts] | None = None
    ) -> None:
        names = {f"{name}{given.file.suffix}": name for name, given in files.items()}
        super().__init__({**dict.fromkeys(names, UNKNOWN), **(stated or {})})
        small = {name: given for name, given in files.items() if _bytes_of(given) <= LARGEST_FILE}
        self._small = frozenset(file for file, name in names.items() if name in small)
        self._reader = reader
        self._place = reader.copy(small)

    def foresee(self, steps: Iterable[tuple[str, Any]]) -> None:
        for api, arguments in steps:
            faults, decoded = check_arguments(all_tools()[LOAD], arguments) if api == LOAD else ([], {})
            if decoded and not faults and file_name(decoded) in self._small:
                self._reader.foresee(self._place, decoded)

    def load(self, arguments: Mapping[str, Any]) -> LayerFacts | ToolError:
        stated = super().load(arguments)
        if isinstance(stated, ToolError) or file_name(arguments) not in self._small:
            return stated
        return self._reader.load(self._place, arguments) or stated


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
