# SPDX-License-Identifier: GPL-2.0-or-later
"""What a tool author writes inside Annotated[...] where the Python type alone does not say enough.

distance: Annotated[float | None, Distance("unit")] = None
fields: Annotated[list[str] | None, FieldOf("layer"), LeftOut("all")] = None
statistics: Annotated[dict[str, list[str]], MappingOf(FieldOf("layer"), StatisticWord())]
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Number:
    """Bounds of a number; both ends included unless `above` is used."""

    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None


@dataclass(frozen=True)
class Distance:
    """A length in the unit that the argument `unit` names."""

    unit: str = "unit"


@dataclass(frozen=True)
class CellSize:
    """The width and height of cells, in the unit that the argument `unit` names."""

    unit: str


@dataclass(frozen=True)
class FieldOf:
    """The name of a field of the layer in argument `layer`; with str in place of list[str] a single one."""

    layer: str
    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class BandNumber:
    """The number of a band of the raster in argument `raster`, from 1."""

    raster: str


@dataclass(frozen=True)
class StatisticWord:
    """A word of the closed list of statistics."""


@dataclass(frozen=True)
class FreeText:
    """Any text (default of str)."""

    pattern: str = ""


# The name of a field that the call makes.
NEW_FIELD = FreeText(r"[^\x00-\x1f\x7f\"]{1,63}")


@dataclass(frozen=True)
class Word:
    """A word of a closed list, where Literal cannot stand: keys and values of a mapping."""

    choices: tuple[str, ...]


@dataclass(frozen=True)
class BandText:
    """A raster band such as "photo@4"."""


@dataclass(frozen=True)
class MappingOf:
    """An object whose keys and values are of the given markers; a value may be a word or a list of words."""

    key: object
    value: object


@dataclass(frozen=True)
class CrsText:
    """An authority code such as EPSG:28992, or WKT."""


@dataclass(frozen=True)
class ExpressionOn:
    """A QGIS expression over the rows of the layer in argument `layer`."""

    layer: str


@dataclass(frozen=True)
class FormulaOn:
    """A raster formula over the inputs that the mapping in argument `inputs` names."""

    inputs: str


@dataclass(frozen=True)
class FileIn:
    """A file under inputs/, given without that prefix."""


@dataclass(frozen=True)
class FileOut:
    """A file under output/, given without that prefix."""


@dataclass(frozen=True)
class NewHandle:
    """A handle that does not exist yet."""


@dataclass(frozen=True)
class LeftOut:
    """A word that means the same as leaving the argument out: all, same, auto or full."""

    word: str


@dataclass(frozen=True)
class HelpText:
    """The help of an argument that several tools have alike; their docstrings then say nothing of it."""

    text: str
