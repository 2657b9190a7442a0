# SPDX-License-Identifier: GPL-2.0-or-later
"""What is known of a layer without its data.

A fact that is None is not known (yet); `geometry_type` "None" means rows without geometry.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

LayerKind = Literal["vector", "raster", "table"]
FieldType = Literal["integer", "real", "text", "boolean", "date", "datetime"]
GeometryType = Literal["Point", "LineString", "Polygon", "None"]


class Extent(NamedTuple):
    """A rectangle in CRS units, always xmin, ymin, xmax, ymax."""

    xmin: float
    ymin: float
    xmax: float
    ymax: float


@dataclass(frozen=True)
class Field:
    """One attribute of a layer."""

    name: str
    type: FieldType


@dataclass(frozen=True)
class Grid:
    """The cells of a raster: size and affine transform (x = a*column + b*row + c, y = d*column + e*row + f)."""

    width: int
    height: int
    transform: tuple[float, float, float, float, float, float]

    @property
    def cell_width(self) -> float:
        """Gives the width of a cell in CRS units."""
        return abs(self.transform[0])

    @property
    def cell_height(self) -> float:
        """Gives the height of a cell in CRS units."""
        return abs(self.transform[4])

    @property
    def is_north_up(self) -> bool:
        """Tells whether rows run west to east and downwards, without rotation."""
        a, b, _, d, e, _ = self.transform
        return b == 0 and d == 0 and a > 0 and e < 0

    @property
    def is_rotated(self) -> bool:
        """Tells whether rows do not run along an axis of the CRS."""
        return self.transform[1] != 0 or self.transform[3] != 0

    @property
    def extent(self) -> Extent:
        """Gives the outer rectangle of the cells."""
        a, b, c, d, e, f = self.transform
        corners = [(x, y) for x in (0, self.width) for y in (0, self.height)]
        xs = [a * x + b * y + c for x, y in corners]
        ys = [d * x + e * y + f for x, y in corners]
        return Extent(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True)
class Band:
    """One band: cell type (numpy name), NoData value as stored, scale and offset, meaning of values."""

    dtype: str
    nodata: float | None = None
    scale: float = 1.0
    offset: float = 0.0
    is_palette: bool = False


@dataclass(frozen=True)
class LayerFacts:
    """Facts of one layer.

    Args:
        kind: vector, raster or table.
        crs: Authority code, else WKT; "" where the layer declares none; None where not known.
        fields: Attributes in order, without the feature id.
        geometry_type: Point, LineString, Polygon or None (as a word).
        is_multi: Whether geometries are multi-part by declaration.
        has_z, has_m: Whether vertices carry heights or measures.
        count: Rows.
        extent: In CRS units.
        invalid_count: Geometries that GEOS calls invalid.
        grid, bands: Of a raster.
    """

    kind: LayerKind | None = None
    crs: str | None = None
    fields: tuple[Field, ...] | None = None
    geometry_type: GeometryType | None = None
    is_multi: bool | None = None
    has_z: bool | None = None
    has_m: bool | None = None
    count: int | None = None
    extent: Extent | None = None
    invalid_count: int | None = None
    grid: Grid | None = None
    bands: tuple[Band, ...] | None = None

    @property
    def field_names(self) -> list[str] | None:
        """Gives the names of the fields, or None where they are not known."""
        return None if self.fields is None else [field.name for field in self.fields]

    def field(self, name: str) -> Field | None:
        """Finds a field by its exact name."""
        return next((field for field in self.fields or () if field.name == name), None)

    def with_(self, **changes: object) -> LayerFacts:
        """Gives a copy with some facts replaced."""
        return replace(self, **changes)  # type: ignore[arg-type]


UNKNOWN = LayerFacts()
