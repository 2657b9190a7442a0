# SPDX-License-Identifier: GPL-2.0-or-later
"""What the plan check says of a trace before its steps are run; input files are looked at once, not at every change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...tasks.contract import OutputContract
from ..plan_check.given_inputs import FileInputs
from ..plan_check.input_reader import InputReader
from ..plan_check.plan import plan_findings
from ..workspace_inputs import input_file, main_files


class TraceCheck:
    """The plan check of one trace."""

    def __init__(self) -> None:
        self._reader: InputReader | None = None
        self._inputs: FileInputs | None = None

    def findings(
        self, calls: Sequence[tuple[str, Any]], inputs: Path, outputs: Sequence[OutputContract] | None
    ) -> list[dict[str, Any]]:
        """Returns what is wrong with the steps.

        Args:
            inputs: Folder of the input files.
            outputs: What the task asks for; None where there is none.
        Returns: step (index from 0; the number of steps for what is missing in the end), code, sentence, hint,
            argument, severity.
        Raises: OSError where the inputs cannot be copied.
        """
        if not calls:
            return []
        found = plan_findings(calls, self._known_inputs(inputs), outputs)
        return [finding._asdict() for finding in found]

    def forget(self) -> None:
        """Has the input files looked at anew."""
        self._inputs = None

    def close(self) -> None:
        """Removes the copies of the input files."""
        if self._reader is not None:
            self._reader.__exit__()
        self._reader = self._inputs = None

    def _known_inputs(self, folder: Path) -> FileInputs:
        if self._reader is None:
            self._reader = InputReader()
        if self._inputs is None:
            files = {path.stem: input_file(path) for path in main_files(folder)} if folder.is_dir() else {}
            self._inputs = FileInputs(files, self._reader)
        return self._inputs
