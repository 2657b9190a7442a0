# SPDX-License-Identifier: GPL-2.0-or-later
"""What stands beside a task to show that it is sound: broken outputs, the naive way, reviews."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from .document import StrictModel
from .mutation_names import MUTATIONS, mutation_problem
from .task import Caveat
from .trajectory import Step

VectorCheck = Literal[
    "readable", "layer", "crs", "envelope", "geometry_type", "multi", "dimension", "columns", "types", "keys",
    "order", "rows", "values", "geometry", "predicates",
]  # fmt: skip
RasterCheck = Literal["readable", "crs", "transform", "size", "bands", "dtype", "nodata", "mask", "values"]
CheckName = VectorCheck | RasterCheck
Code = Annotated[str, Field(pattern=r"^[A-Z][A-Z_]+$")]


class BrokenOutput(StrictModel):
    """One output that must fail, or one that is equivalent and must pass.

    Args:
        mutation: Name of a mutation of the reference; or
        file: a file in the task's folder `broken/`.
        arguments: Of the mutation, such as the column it changes.
        output: The output file it stands for; left out where the task has one.
        verdict: wrong or equivalent.
        first_failing_check: The check that must be the first to fail; only for wrong ones.
    """

    mutation: str | None = Field(None, json_schema_extra={"enum": [*MUTATIONS, None]})
    arguments: dict[str, Any] = {}
    file: str | None = None
    output: str | None = None
    verdict: Literal["wrong", "equivalent"]
    first_failing_check: CheckName | None = None
    note: str | None = None

    @model_validator(mode="after")
    def _is_one_thing(self) -> BrokenOutput:
        if (self.mutation is None) == (self.file is None):
            raise ValueError("give either mutation or file")
        if self.mutation is None and self.arguments:
            raise ValueError("arguments belong to a mutation, not to a file")
        problem = self.mutation and mutation_problem(self.mutation, self.arguments)
        if problem:
            raise ValueError(problem)
        if (self.verdict == "wrong") != (self.first_failing_check is not None):
            raise ValueError("first_failing_check belongs to every wrong output and to no equivalent one")
        return self


BrokenOutputs = Annotated[list[BrokenOutput], Field(min_length=1)]


class NaiveBite(StrictModel):
    """How the naive way ends: refused by a call with a code, or wrong by a check."""

    refused: Code | None = None
    wrong: CheckName | None = None

    @model_validator(mode="after")
    def _is_one(self) -> NaiveBite:
        if (self.refused is None) == (self.wrong is None):
            raise ValueError("give either refused or wrong")
        return self


class NaiveWay(StrictModel):
    """The steps of somebody who does not see the caveat."""

    bites: NaiveBite
    steps: list[Step] = Field(min_length=1)


class NaiveWays(StrictModel):
    """The naive way of a task, per caveat."""

    schema_version: Literal[1]
    task: str
    ways: dict[Caveat, NaiveWay] = Field(min_length=1)


class Review(StrictModel):
    """One look at a task.

    Args:
        reviewer: person, or automated-pass-1, automated-pass-2 ...
        round: Which round of reviewing, from 1 (the key is `pass`).
        checklist: What was checked, and whether it holds.
    """

    reviewer: str = Field(pattern=r"^(person|automated-pass-[1-9][0-9]*)$")
    round: int = Field(alias="pass", ge=1)
    checklist: dict[str, bool] = Field(min_length=1)
    notes: str = ""


class Reviews(StrictModel):
    """All reviews of a task."""

    schema_version: Literal[1]
    reviews: list[Review]
