# SPDX-License-Identifier: GPL-2.0-or-later
"""The output contract: what one output of a task must be, and how it is compared with the reference."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, field_validator, model_validator

from .column import Column, Tolerance
from .document import StrictModel
from .output_format import format_problem
from .predicate import Predicate
from .predicate_fit import predicate_problem
from .raster_grid import MAX_SIDE, grid_problem, nodata_problem

FILE_NAME = r"^[A-Za-z0-9_][A-Za-z0-9_.\-]*$"


def _plain_name(text: object) -> object:
    if isinstance(text, str) and not re.match(FILE_NAME, text):
        raise ValueError(f'"{text}" is no file name of letters, digits, "_", "." and "-", without a folder')
    return text


FileName = Annotated[str, Field(pattern=FILE_NAME, max_length=128), BeforeValidator(_plain_name)]
Share = Annotated[float, Field(ge=0, le=1)]
IdValue = int | str
DataType = Literal[
    "byte", "int8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64",
    "any_float", "any_integer",
]  # fmt: skip


class GeometryRule(StrictModel):
    """How geometries are compared.

    Args:
        compare: match the reference, hold the predicates only, or ignore.
        position_tolerance: Metres a position may differ by, converted to the unit of the CRS.
        area_tolerance: Share of the area that may differ.
        direction: match where the direction of a line is part of the answer.
        epsilon: Metres within which points and lines are the same entity (pairing, not strictness).
        min_iou: Intersection over union from which polygons are the same entity.
    """

    compare: Literal["match", "predicates", "ignore"] = "match"
    position_tolerance: float = Field(0.01, ge=0, allow_inf_nan=False)
    area_tolerance: float = Field(1e-4, ge=0, lt=1)
    direction: Literal["ignore", "match"] = "ignore"
    epsilon: float = Field(1.0, gt=0, allow_inf_nan=False)
    min_iou: float = Field(0.5, gt=0, le=1)


class _Output(StrictModel):
    file: FileName
    rationale: str = Field(min_length=1)

    @field_validator("rationale")
    @classmethod
    def _rationale_says_something(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("must say what a right alternative differs by and what the wrong one does")
        return text


class _RowOutput(_Output):
    layer: str | None = Field(None, min_length=1)
    columns: dict[str, Column]
    columns_exact: bool = False
    id_columns: list[str] = []
    rows: Literal["exact", "superset", "subset"] = "exact"
    ordered_by: list[str] = []
    tie_groups: list[list[IdValue | list[IdValue]]] = []
    tolerance: Tolerance = Tolerance()
    predicates: list[Predicate] = []

    @property
    def layer_name(self) -> str:
        """The layer that is read where the file has several."""
        return self.layer or self.file.rsplit(".", 1)[0]

    def column_tolerance(self, column: Column) -> Tolerance:
        """Returns the tolerance of a column, both parts filled."""
        return column.effective_tolerance(self.tolerance)

    @property
    def compared_columns(self) -> list[str]:
        """The columns whose values are compared: all but the identifiers."""
        return [name for name in self.columns if name not in self.id_columns]

    @model_validator(mode="after")
    def _names_exist(self) -> _RowOutput:
        for key in ("id_columns", "ordered_by"):
            names = getattr(self, key)
            for name in names:
                if name not in self.columns:
                    raise ValueError(f'{key} names "{name}", which is no column ({_listed(self.columns)})')
            if len(set(names)) != len(names):
                raise ValueError(f"{key} names a column twice")
        return self

    @model_validator(mode="after")
    def _names_are_names(self) -> _RowOutput:
        same: dict[str, str] = {}
        for name in self.columns:
            if not name or name.lower() in ("fid", "ogc_fid", "geometry", "geom"):
                raise ValueError(f'"{name}" cannot be a column: feature ids and geometry are no attributes')
            if name != name.strip() or not name.isprintable() or not unicodedata.is_normalized("NFC", name):
                raise ValueError(f"{name!r} cannot be a column: spaces at its ends, or letters not in Unicode NFC")
            other = same.setdefault(name.casefold(), name)
            if other != name:
                raise ValueError(f'the columns "{other}" and "{name}" differ in case alone, which most formats ignore')
        return self

    @model_validator(mode="after")
    def _identifiers_identify(self) -> _RowOutput:
        for name in self.id_columns:
            column = self.columns[name]
            if column.type in ("real", "boolean") or column.role not in (None, "id"):
                what = f"{column.type}, role {column.role or 'none'}"
                raise ValueError(f'"{name}" cannot identify rows: it is {what}')
            if column.tolerance.is_given:
                raise ValueError(f'"{name}" identifies rows and is compared exactly; it takes no tolerance')
        return self

    @model_validator(mode="after")
    def _ties_are_ids(self) -> _RowOutput:
        if self.tie_groups and not self.id_columns:
            raise ValueError("tie_groups needs id_columns, whose values it lists")
        if self.tie_groups and not self.predicates:
            raise ValueError("tie_groups needs predicates: values of a row that stands for another are not compared")
        listed: set[tuple[IdValue, ...]] = set()
        for group in self.tie_rows:
            if len(group) < 2:
                raise ValueError("a tie group lists at least two rows")
            for row in group:
                self._is_id(row)
                if row in listed:
                    raise ValueError(f"tie_groups lists {_row_text(row)} twice")
                listed.add(row)
        return self

    def _is_id(self, row: tuple[IdValue, ...]) -> None:
        if len(row) != len(self.id_columns):
            raise ValueError(f"a row of a tie group has {len(self.id_columns)} values, one per id column")
        for name, value in zip(self.id_columns, row, strict=True):
            if isinstance(value, int) != (self.columns[name].type == "integer"):
                raise ValueError(f'tie_groups lists {value!r}, but "{name}" is of type {self.columns[name].type}')

    @property
    def tie_rows(self) -> list[list[tuple[IdValue, ...]]]:
        """The tie groups, every row as a tuple of its identifiers, text in Unicode NFC."""
        groups = [[row if isinstance(row, list) else [row] for row in group] for group in self.tie_groups]
        return [[tuple(map(_normal, row)) for row in group] for group in groups]

    @model_validator(mode="after")
    def _predicates_fit(self) -> _RowOutput:
        _refuse(predicate_problem(self))  # type: ignore[arg-type]
        return self


class VectorOutput(_RowOutput):
    """A layer of features."""

    kind: Literal["vector"]
    crs: str
    geometry_type: Literal["Point", "LineString", "Polygon", "None"]
    multi: Literal["any", "require", "forbid"] = "any"
    dimension: Literal["any", "2d", "z", "m"] = "any"
    geometry: GeometryRule = GeometryRule()

    @property
    def has_geometry(self) -> bool:
        """Whether the layer has shapes at all."""
        return self.geometry_type != "None"

    @field_validator("crs")
    @classmethod
    def _crs_is_known(cls, text: str) -> str:
        return known_crs(text)

    @model_validator(mode="after")
    def _geometry_is_compared(self) -> VectorOutput:
        if not self.has_geometry and (self.multi != "any" or self.dimension != "any"):
            raise ValueError("multi and dimension speak of shapes, but geometry_type is None")
        if self.geometry.compare == "predicates" and not self.predicates:
            raise ValueError("geometry.compare is predicates, but there are no predicates")
        if self.geometry.direction == "match" and self.geometry_type != "LineString":
            raise ValueError(f"geometry.direction is about lines, but geometry_type is {self.geometry_type}")
        return self

    @model_validator(mode="after")
    def _format_holds_it(self) -> VectorOutput:
        _refuse(format_problem(self))
        return self


class TableOutput(_RowOutput):
    """A table without shapes."""

    kind: Literal["table"]

    @model_validator(mode="after")
    def _has_no_places(self) -> TableOutput:
        for name, column in self.columns.items():
            if column.role == "coordinate" and column.tolerance.absolute is None:
                raise ValueError(f'"{name}" is a coordinate, but a table has no CRS; give tolerance.absolute')
        return self

    @model_validator(mode="after")
    def _format_holds_it(self) -> TableOutput:
        _refuse(format_problem(self))
        return self


class RasterOutput(_Output):
    """A grid of cells."""

    kind: Literal["raster"]
    crs: str
    width: int = Field(ge=1, le=MAX_SIDE)
    height: int = Field(ge=1, le=MAX_SIDE)
    transform: list[Annotated[float, Field(allow_inf_nan=False)]] = Field(min_length=6, max_length=6)
    dtype: DataType
    nodata: float | Literal[".nan", "none", "any"]
    bands: int = Field(1, ge=1)
    values: Literal["continuous", "categorical", "label", "angle"]
    tolerance: Tolerance = Tolerance()
    period: float = Field(360, gt=0, allow_inf_nan=False)
    min_share: Share = 1.0
    mask_min_share: Share = 1.0
    ignore_rim_cells: int = Field(0, ge=0)

    @field_validator("crs")
    @classmethod
    def _crs_is_known(cls, text: str) -> str:
        return known_crs(text)

    @field_validator("nodata")
    @classmethod
    def _nan_is_a_word(cls, value: float | str) -> float | str:
        return ".nan" if value != value else value

    @model_validator(mode="after")
    def _grid_is_a_grid(self) -> RasterOutput:
        _refuse(grid_problem(self.transform, self.crs, self.width, self.height))
        _refuse(nodata_problem(self.nodata, self.dtype))
        if 2 * self.ignore_rim_cells >= min(self.width, self.height):
            raise ValueError(f"ignore_rim_cells {self.ignore_rim_cells} leaves no cell to compare")
        return self

    @model_validator(mode="after")
    def _values_take_a_tolerance(self) -> RasterOutput:
        if self.values in ("categorical", "label") and self.tolerance.is_given:
            raise ValueError(f"{self.values} cells are compared exactly; they take no tolerance")
        if self.values == "angle" and self.tolerance.relative:
            raise ValueError("angles have no zero to be relative to; give tolerance.absolute")
        if self.values == "angle" and (self.tolerance.absolute or 0) >= self.period / 2:
            raise ValueError(f"tolerance {self.tolerance.absolute:g} lets every angle of period {self.period:g} pass")
        if self.values != "angle" and "period" in self.model_fields_set:
            raise ValueError(f"period belongs to values: angle, not to {self.values}")
        return self

    @model_validator(mode="after")
    def _format_holds_it(self) -> RasterOutput:
        _refuse(format_problem(self))
        return self


OutputContract = Annotated[VectorOutput | TableOutput | RasterOutput, Field(discriminator="kind")]


def known_crs(text: str) -> str:
    """Returns the text where it names a CRS, for validators."""
    from .crs_equality import parse_crs

    parse_crs(text)
    return text


def _refuse(problem: str | None) -> None:
    if problem:
        raise ValueError(problem)


def _normal(value: IdValue) -> IdValue:
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


def _row_text(row: tuple[IdValue, ...]) -> str:
    return " / ".join(map(str, row))


def _listed(columns: dict[str, Column]) -> str:
    return ", ".join(columns) or "there are none"
