# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers as a tool declares and sees them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from .facts import LayerFacts


@dataclass
class Layer:
    """A layer of any kind, resolved and ready for an engine.

    Args:
        name: Its handle, or its title in the toolbox; for sentences.
        facts: What is known of it.
        parameter: What a Processing algorithm takes as this input.
        path: File it stands in; "" where it has none (memory layers, selections).
        sublayer: Layer inside the file, "" for rasters.
    """

    kinds: ClassVar[tuple[str, ...]] = ("vector", "raster", "table")
    geometry_types: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[str] = "a layer"

    name: str
    facts: LayerFacts
    parameter: Any = None
    path: str = ""
    sublayer: str = ""

    def is_same_as(self, other: Layer) -> bool:
        """Tells whether two arguments were given one layer; in a project two layers may have one title."""
        is_one_file = bool(self.path) and (self.path, self.sublayer) == (other.path, other.sublayer)
        return is_one_file or self.name == other.name and bool(self.parameter == other.parameter)


@dataclass
class Rows(Layer):
    """A vector layer or a table."""

    kinds: ClassVar[tuple[str, ...]] = ("vector", "table")
    words = "a vector layer or table"


@dataclass
class Table(Rows):
    """Rows without geometry."""

    kinds: ClassVar[tuple[str, ...]] = ("table",)
    words = "a table"


@dataclass
class Vector(Rows):
    """Features with a geometry of any type."""

    kinds: ClassVar[tuple[str, ...]] = ("vector",)
    words = "a vector layer"


@dataclass
class Points(Vector):
    """Point features."""

    geometry_types = ("Point",)
    words = "a point layer"


@dataclass
class Lines(Vector):
    """Line features."""

    geometry_types = ("LineString",)
    words = "a line layer"


@dataclass
class Polygons(Vector):
    """Polygon features."""

    geometry_types = ("Polygon",)
    words = "a polygon layer"


@dataclass
class Raster(Layer):
    """A grid of cells with one or more bands."""

    kinds: ClassVar[tuple[str, ...]] = ("raster",)
    words = "a raster"


@dataclass
class Zones(Layer):
    """Polygons, or a raster whose cells hold the numbers of zones; a body sees a Polygons or a Raster."""

    kinds: ClassVar[tuple[str, ...]] = ("vector", "raster")
    geometry_types = ("Polygon",)
    words = "a polygon layer or a raster of zones"


@dataclass
class BandOf:
    """One band of a raster, written `"photo@4"`; `"photo"` is its band 1."""

    raster: Raster
    number: int
