# SPDX-License-Identifier: GPL-2.0-or-later
"""The score record: what was checked, what was found, how close it came, and what is likely wrong."""

from __future__ import annotations

import json
import math
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict

from .sentences import printable

SCHEMA_VERSION = 1
SIGNIFICANT_DIGITS = 12
Stage = Literal["id_columns", "geometry", "unique_column", "assignment"]
DiagnosisCode = Literal[
    "truncated_names", "leading_zeros_lost", "duplicated_rows", "null_as_zero", "zero_as_null", "sentinel_as_value",
    "off_by_one", "unit", "web_mercator", "wrong_crs_label", "not_reprojected", "assigned_never_transformed",
    "axes_swapped", "unit_of_coordinates", "shifted", "reversed", "holes_lost", "half_cell_shift", "shifted_grid",
    "south_up", "shifted_cells", "flipped", "mirrored", "turned", "nodata_as_zero", "slope_unit",
]  # fmt: skip
# Names and values of an output are a stranger's: what a record holds of them is one line that does nothing.
Words = Annotated[str, AfterValidator(printable)]
JsonValue = bool | int | float | Words | None


class RecordModel(BaseModel):
    """A part of a record: unknown keys are refused, nothing is converted."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Check(RecordModel):
    """One check.

    Args:
        name: Of the closed list.
        passed: None where it could not run because an earlier one failed.
        detail: A sentence: what was expected, what was found, how many of how many.
    """

    name: str
    passed: bool | None
    detail: Words = ""


class RowScore(RecordModel):
    """How the rows of output and reference correspond.

    Args:
        stage: How they were paired.
        optimistic: True for assignment: the most favourable pairing, an upper bound.
        note: What the pairing left out, where its bounds were reached.
    """

    precision: float
    recall: float
    f1: float
    stage: Stage
    optimistic: bool = False
    matched: int
    reference: int
    output: int
    note: Words = ""


class NumberCloseness(RecordModel):
    """One number column over matched rows.

    Args:
        closeness: Mean of symmetric and rmse; symmetric alone where rmse is undefined.
        symmetric: 1 - mean(|a-b| / (|a|+|b|)); NULL against a number counts as 1.
        rmse: 1 - RMSE / |mean of the reference|, clipped to 0..1; None for a mean of 0 or no pairs of numbers.
        weighted_mape: sum|a-b| / sum|reference|; None where the sum is 0.
        agreement: max(0, Pearson r); None where a side does not vary.
        within_tolerance: Share of values.
    """

    closeness: float
    symmetric: float
    rmse: float | None
    weighted_mape: float | None
    agreement: float | None
    within_tolerance: float


class EntityScore(RecordModel):
    """Shapes of one kind that correspond, as sets."""

    precision: float
    recall: float
    f1: float
    matched: int
    reference: int
    output: int


class AreaOverlap(RecordModel):
    """The overlap of all polygons of each side together; it enters no other figure.

    Args:
        iou: Intersection over union of both areas; None where it was not computed, or there is no area.
        computed_on: Share of the output it was computed on: 1, or 0 where there was too much to unite.
    """

    iou: float | None
    computed_on: float


class Closeness(RecordModel):
    """How near the output came; None for what does not apply.

    Args:
        numeric: Mean over number columns.
        categorical: Mean weighted F1 over text and boolean columns of more than one class.
        entity_f1: F1 of shapes over all kinds.
        raster: Share of cells in agreement.
        quantitative: Mean of the parts there are, times row coverage.
    """

    numeric: float | None = None
    categorical: float | None = None
    entity_f1: float | None = None
    raster: float | None = None
    quantitative: float
    coverage: float
    columns: dict[str, NumberCloseness] = {}
    classes: dict[str, float] = {}
    single_class: list[str] = []
    entities: dict[str, EntityScore] = {}
    area_overlap: AreaOverlap | None = None


class WorstRow(RecordModel):
    """One row or cell that is wrong.

    Args:
        key: How the row is known: its identifiers, or its place in the reference (from 1).
        column: The column; "geometry" for its shape; the band for a cell.
        expected: Value of the reference.
        found: Value of the output.
        location: x and y in the record's `location_crs`.
    """

    key: Words
    column: Words
    expected: JsonValue
    found: JsonValue
    location: list[float] | None = None


class Diagnosis(RecordModel):
    """A cause that is certain.

    Args:
        code: What happened, of a closed list.
        column: The column it was seen in.
        message: A sentence.
    """

    code: DiagnosisCode
    message: Words
    column: Words | None = None


class ScoreRecord(RecordModel):
    """The score of one output.

    Args:
        location_crs: CRS of the locations of worst rows, the contract's; None for a table.
    """

    schema_version: Literal[1] = 1
    strict: bool
    checks: list[Check]
    rows: RowScore | None = None
    closeness: Closeness
    diagnosis: list[Diagnosis] = []
    worst_rows: list[WorstRow] = []
    location_crs: str | None = None

    @property
    def first_failing_check(self) -> str | None:
        """Name of the first check that failed."""
        return next((check.name for check in self.checks if check.passed is False), None)

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON values, reals with 12 significant digits."""
        return rounded(self.model_dump(mode="python"))

    def to_json(self) -> str:
        """Returns the record as text; the same record always gives the same bytes."""
        return canonical_json(self.as_dict())


class TaskScore(RecordModel):
    """The score of a task: all its outputs.

    Args:
        strict: All outputs are strict.
        quantitative: Mean over the outputs; a missing one counts 0.
        outputs: Record by output file, with the layer behind a colon where a file holds several outputs.
    """

    schema_version: Literal[1] = 1
    task: str
    strict: bool
    quantitative: float
    outputs: dict[str, ScoreRecord]

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON values, reals with 12 significant digits."""
        return rounded(self.model_dump(mode="python"))

    def to_json(self) -> str:
        """Returns the score as text; the same score always gives the same bytes."""
        return canonical_json(self.as_dict())


def rounded(value: Any) -> Any:
    """Returns a JSON value with every real at 12 significant digits; NaN is None, infinity a word."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(part) for part in value]
    if not isinstance(value, float):
        return value
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return float(f"{value:.{SIGNIFICANT_DIGITS}g}")


def canonical_json(value: Any) -> str:
    """Returns JSON text with a fixed layout and a line feed at its end."""
    return json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
