# SPDX-License-Identifier: GPL-2.0-or-later
"""A column of a contract: its type, the role its values play, and by how much they may differ."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from .document import StrictModel

ColumnType = Literal["integer", "real", "text", "boolean", "date", "datetime"]
Role = Literal["id", "count", "measure", "coordinate", "angle", "label"]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False)]

DEFAULT_ABSOLUTE = 1e-6
DEFAULT_RELATIVE = 1e-4
COORDINATE_METRES = 0.01

TYPES_OF_ROLE: dict[str, tuple[str, ...]] = {
    "id": ("integer", "text"),
    "count": ("integer", "real"),
    "measure": ("integer", "real"),
    "coordinate": ("integer", "real"),
    "angle": ("integer", "real"),
    "label": ("integer", "text"),
}


class Tolerance(StrictModel):
    """How far a value may be from the reference: |a-b| <= absolute + relative * |reference|.

    Args:
        absolute: In the unit of the value; left out means the default of the level above.
        relative: Share of the reference value; left out means the default of the level above.
    """

    absolute: NotNegative | None = None
    relative: NotNegative | None = None

    @property
    def is_given(self) -> bool:
        """Whether the contract states any part of it."""
        return self.absolute is not None or self.relative is not None

    def over(self, absolute: float, relative: float) -> Tolerance:
        """Returns this tolerance with what is left out taken from the arguments."""
        return Tolerance(
            absolute=absolute if self.absolute is None else self.absolute,
            relative=relative if self.relative is None else self.relative,
        )


class Column(StrictModel):
    """One column of an output.

    Args:
        type: What a value is.
        role: What it stands for; left out means measure for real, and compared exactly for all others.
        tolerance: Only for measure, coordinate, angle, and numbers of no role or role count (absolute).
        period: Full turn of an angle.
    """

    type: ColumnType
    role: Role | None = None
    tolerance: Tolerance = Tolerance()
    period: float = Field(360, gt=0, allow_inf_nan=False)

    @property
    def effective_role(self) -> Role | None:
        """The role with the default of the type filled in."""
        return "measure" if self.role is None and self.type == "real" else self.role

    @property
    def is_number(self) -> bool:
        """Whether the values are numbers."""
        return self.type in ("integer", "real")

    def effective_tolerance(self, of_contract: Tolerance) -> Tolerance:
        """Returns both parts of the tolerance that judges this column.

        Args:
            of_contract: The contract's default, used by measures alone.
        Returns: Zeros where values are compared exactly. A coordinate's default is in metres, a given one in
            the unit of the values.
        """
        if self.effective_role == "measure":
            default = of_contract.over(DEFAULT_ABSOLUTE, DEFAULT_RELATIVE)
            return self.tolerance.over(default.absolute or 0.0, default.relative or 0.0)
        if self.effective_role == "coordinate":
            return self.tolerance.over(COORDINATE_METRES, 0.0)
        if self.effective_role == "angle":
            return self.tolerance.over(DEFAULT_ABSOLUTE, 0.0)
        return self.tolerance.over(0.0, 0.0)

    @model_validator(mode="after")
    def _role_fits_the_type(self) -> Column:
        if self.role and self.type not in TYPES_OF_ROLE[self.role]:
            able = " or ".join(TYPES_OF_ROLE[self.role])
            raise ValueError(f"role {self.role} is for {able}, not for {self.type}")
        if "period" in self.model_fields_set and self.role != "angle":
            raise ValueError("period belongs to role angle")
        return self

    @model_validator(mode="after")
    def _tolerance_fits_the_role(self) -> Column:
        if not self.tolerance.is_given:
            return self
        what = f"role {self.role}" if self.role else f"type {self.type}"
        if self.role in ("id", "label") or not self.is_number:
            raise ValueError(f"{what} is compared exactly and takes no tolerance")
        if self.role in ("count", "coordinate", "angle") and self.tolerance.relative is not None:
            raise ValueError(f"{what} takes no relative tolerance; give tolerance.absolute")
        if self.role == "angle" and (self.tolerance.absolute or 0) >= self.period / 2:
            raise ValueError(f"tolerance {self.tolerance.absolute:g} lets every angle of period {self.period:g} pass")
        return self
