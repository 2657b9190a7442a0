# SPDX-License-Identifier: GPL-2.0-or-later
"""Scores one file under the contract of a file: the way of the command line and of the toolbox."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from .refusal import CommandRefused

if TYPE_CHECKING:
    from ..scoring.limited_child import IsCancelled
    from ..scoring.record import ScoreRecord
    from ..tasks.contract import OutputContract


class ScoredFile(NamedTuple):
    """A contract and the record of an output under it."""

    contract: OutputContract
    record: ScoreRecord


def score_file(
    contract_file: Path,
    reference: Path,
    output: Path,
    inputs: Path | None = None,
    is_cancelled: IsCancelled | None = None,
) -> ScoredFile:
    """Scores an output file, whatever it is.

    Args:
        contract_file: One entry of `outputs`, YAML or JSON.
        inputs: Folder of the task's inputs, for predicates that compare with one.
        is_cancelled: Asked while the output is read and compared.
    Raises: DocumentError for the contract; CommandRefused, CannotScore for reference and inputs; Cancelled.
    """
    from ..scoring.score import score_output
    from ..tasks.contract import OutputContract
    from ..tasks.document import read_model

    contract = read_model(contract_file, OutputContract)
    if not reference.is_file():
        raise CommandRefused("FILE_NOT_FOUND", f'There is no reference "{reference}".')
    if inputs is not None and not inputs.is_dir():
        raise CommandRefused("FILE_NOT_FOUND", f'There is no folder "{inputs}".')
    return ScoredFile(contract, score_output(contract, reference, output, inputs, is_cancelled=is_cancelled))
