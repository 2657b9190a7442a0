# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the made references, as subjects for the self-test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ..trial import Subject
from .answers import made_answers
from .columns import MadeReference, contract_of
from .layers import made_layers
from .rasters import made_rasters
from .tables import made_tables

SUITE = "made references"


def made_references() -> dict[str, MadeReference]:
    """Returns contracts and references of every kind, by name."""
    return made_layers() | made_tables() | made_answers() | made_rasters()


def made_subjects(folder: Path) -> Iterator[Subject]:
    """Writes the made references into a folder, one after another.

    Args:
        folder: It is there and stays until the self-test has ended.
    """
    for number, (name, made) in enumerate(made_references().items(), start=1):
        contract = contract_of(made)
        inputs = folder / str(number) / "inputs"
        inputs.mkdir(parents=True)
        for file, rows in made.inputs.items():
            rows.writer()(inputs / file)
        reference = inputs.parent / contract.file
        made.content.writer()(reference)
        yield Subject(SUITE, name, contract, reference, inputs)
