# SPDX-License-Identifier: GPL-2.0-or-later
"""Predicates: what an output must hold where several answers are right. A closed list."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field, model_validator

from .document import StrictModel

Measure = Literal["area", "perimeter", "length", "x", "y"]
AreaUnit = Literal["m2", "ha", "km2", "ft2", "us_ft2", "ac", "mi2"]
LengthUnit = Literal["m", "km", "ft", "us_ft", "yd", "mi", "nmi"]
UNITS_OF_MEASURE = {
    "area": get_args(AreaUnit),
    "perimeter": get_args(LengthUnit),
    "length": get_args(LengthUnit),
}


class RangeRule(StrictModel):
    """Every non-NULL value of a column lies in min..max, both ends included."""

    column: str
    min: float | None = Field(None, allow_inf_nan=False)
    max: float | None = Field(None, allow_inf_nan=False)

    @model_validator(mode="after")
    def _has_an_end(self) -> RangeRule:
        if self.min is None and self.max is None:
            raise ValueError("a range needs min or max")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min:g} is above max {self.max:g}")
        return self


class MeasureRule(StrictModel):
    """A column holds the measure of its own row's shape.

    Args:
        unit: Of the column; left out for x and y, which are in the unit of the CRS.
        method: planar in the CRS of the layer, or on its ellipsoid.
    """

    column: str
    measure: Measure
    unit: AreaUnit | LengthUnit | None = None
    method: Literal["planar", "ellipsoidal"] = "planar"

    @model_validator(mode="after")
    def _unit_fits(self) -> MeasureRule:
        wanted = UNITS_OF_MEASURE.get(self.measure, (None,))
        if self.unit not in wanted:
            named = "no unit" if wanted == (None,) else f"a unit of {', '.join(str(unit) for unit in wanted)}"
            raise ValueError(f"{self.measure} takes {named}")
        return self


class WithinRule(StrictModel):
    """Every shape lies within the shapes of an input; with `key`, within the one whose key is the same."""

    input: str
    key: str | None = None


class CoversRule(StrictModel):
    """The shapes together cover those of an input."""

    input: str


class OnePerRule(StrictModel):
    """There is exactly one row per value of `key` in an input."""

    input: str
    key: str


class Predicate(StrictModel):
    """Exactly one of the closed list, written as {name: argument}."""

    non_empty: Literal[True] | None = None
    count: int | None = Field(None, ge=0)
    unique: str | None = None
    range: RangeRule | None = None
    equals_measure: MeasureRule | None = None
    within: WithinRule | None = None
    covers: CoversRule | None = None
    one_per: OnePerRule | None = None

    @property
    def name(self) -> str:
        """The word of the closed list."""
        return next(iter(self.model_fields_set))

    @property
    def demands_rows(self) -> bool:
        """Whether it says how many rows there are, or that there are some."""
        return self.name in ("non_empty", "count")

    @property
    def needs_geometry(self) -> bool:
        """Whether it speaks of shapes."""
        return self.name in ("equals_measure", "within", "covers")

    @property
    def columns(self) -> list[str]:
        """The columns of the output it reads."""
        if self.unique is not None:
            return [self.unique]
        keyed = self.range or self.equals_measure
        if keyed:
            return [keyed.column]
        keys = [rule.key for rule in (self.within, self.one_per) if rule and rule.key]
        return keys

    @property
    def input(self) -> str | None:
        """The task input it compares with."""
        rule = self.within or self.covers or self.one_per
        return rule.input if rule else None

    @model_validator(mode="after")
    def _is_one(self) -> Predicate:
        if len(self.model_fields_set) != 1 or getattr(self, self.name) is None:
            raise ValueError(f"a predicate is one of {', '.join(type(self).model_fields)} with its argument")
        return self
