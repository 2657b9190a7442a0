# SPDX-License-Identifier: GPL-2.0-or-later
"""The list of all mutations, and the case that a contract makes of its reference."""

from __future__ import annotations

from pathlib import Path

from ...tasks.contract import OutputContract, RasterOutput
from ...tasks.mutation_names import MUTATIONS
from .cell_mutations import CELL_MUTATIONS
from .column_mutations import COLUMN_MUTATIONS
from .file_mutations import FILE_MUTATIONS, LAYER_MUTATIONS
from .grid_mutations import GRID_MUTATIONS
from .mutation import Mutation
from .predicate_mutations import PREDICATE_MUTATIONS
from .raster_case import RasterCase
from .row_case import RowCase
from .row_mutations import ROW_MUTATIONS
from .shape_forms import FORM_MUTATIONS
from .shape_mutations import SHAPE_MUTATIONS
from .value_mutations import VALUE_MUTATIONS

Case = RowCase | RasterCase
OF_ROWS: tuple[Mutation, ...] = (
    *FILE_MUTATIONS,
    *LAYER_MUTATIONS,
    *COLUMN_MUTATIONS,
    *ROW_MUTATIONS,
    *VALUE_MUTATIONS,
    *FORM_MUTATIONS,
    *SHAPE_MUTATIONS,
    *PREDICATE_MUTATIONS,
)
OF_RASTERS: tuple[Mutation, ...] = (*FILE_MUTATIONS, *GRID_MUTATIONS, *CELL_MUTATIONS)


def mutations_of(contract: OutputContract) -> dict[str, Mutation]:
    """Returns the mutations for a contract of that kind, by name."""
    known = OF_RASTERS if isinstance(contract, RasterOutput) else OF_ROWS
    return {mutation.name: mutation for mutation in known if contract.kind in MUTATIONS[mutation.name].kinds}


def case_of(contract: OutputContract, reference: Path, inputs_dir: Path | None = None) -> Case:
    """Returns what mutations work on; the reference is read when it is asked for."""
    if isinstance(contract, RasterOutput):
        return RasterCase(contract, reference, inputs_dir)
    return RowCase(contract, reference, inputs_dir)
