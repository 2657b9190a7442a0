# SPDX-License-Identifier: GPL-2.0-or-later
"""What to draw, and what came of it: records that travel between a program and the QGIS process that draws."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

SCHEMA_VERSION = 1
WIDTH = 400
PIXELS_PER_UNIT = 2
CellValues = Literal["continuous", "categorical", "label", "angle", "shade"]


@dataclass(frozen=True)
class LayerSource:
    """A layer in a file.

    Args:
        path: The file.
        kind: vector or raster.
        sublayer: Layer of a vector file; "" for its only one.
        band: Band of a raster, from 1.
    """

    path: str
    kind: Literal["vector", "raster"]
    sublayer: str = ""
    band: int = 1


@dataclass(frozen=True)
class MapJob:
    """One picture.

    Args:
        picture: The PNG file to write.
        layer: What is drawn.
        against: The reference that lends its frame, classes and CRS, so that pictures side by side compare; the
            layer itself where left out.
        beside: A layer that the frame should hold too where it lies near, such as the output beside its reference.
        contract: The output contract as JSON data, for a picture of the differences between `against` and `layer`;
            left out: the layer as it is.
        context: Layers drawn pale underneath; points among them are left out.
        column: The column that colours a vector layer; "" for one colour.
        caption: What the legend says of the colours; the column, or the name of a raster's file, where left out.
        values: What the cells of a raster, or the values of the column, are.
        width: Of the picture, in units of a screen; the PNG holds twice as many pixels.
    """

    picture: str
    layer: LayerSource
    against: LayerSource | None = None
    beside: LayerSource | None = None
    contract: dict[str, Any] | None = None
    context: tuple[LayerSource, ...] = ()
    column: str = ""
    caption: str = ""
    values: CellValues = "continuous"
    width: int = WIDTH


@dataclass(frozen=True)
class PanelLayer:
    """A layer in a panel.

    Args:
        layer: The layer.
        name: What the legend calls it.
        column: The column that colours a vector layer; "" for one colour.
        values: What the cells of a raster, or the values of the column, are.
        look: subject: with colours and legend; each: a subject whose shapes are told apart by colours that repeat;
            over: drawn over the subject, which stays visible; under: pale ground.
        like_first: Whether a raster takes its range or classes from the subject of the first panel.
    """

    layer: LayerSource
    name: str
    column: str = ""
    values: CellValues = "continuous"
    look: Literal["subject", "each", "over", "under"] = "subject"
    like_first: bool = False


@dataclass(frozen=True)
class Panel:
    """One map among several: a title, and layers of which the first is the subject."""

    title: str
    layers: tuple[PanelLayer, ...]


@dataclass(frozen=True)
class PanelsJob:
    """One picture of maps side by side.

    Args:
        picture: The PNG file to write.
        panels: From left to right.
        frame: both: the ground of the subjects of all panels; last: that of the last one.
        width: Of one panel, in units of a screen.
        most_bytes: Size of the file; it gets fewer colours until it fits, or until they are 24.
    """

    picture: str
    panels: tuple[Panel, ...]
    frame: Literal["both", "last"] = "both"
    width: int = WIDTH
    most_bytes: int = 100_000


@dataclass(frozen=True)
class DrawnMap:
    """What came of a job.

    Args:
        picture: The PNG file; "" where none could be drawn.
        width: Of the picture, in units of a screen.
        height: The same.
        counts: Of a difference picture: rows or cells by kind (same, wrong, moved, missing, extra ...).
        notes: Sentences about what the picture leaves out.
        problem: Why there is no picture; "" where there is one.
    """

    picture: str
    width: int = 0
    height: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    problem: str = ""


def write_jobs(path: Path, jobs: Sequence[MapJob | PanelsJob]) -> None:
    """Writes a job file."""
    document = {"schema_version": SCHEMA_VERSION, "jobs": [asdict(job) for job in jobs]}
    path.write_text(json.dumps(document), encoding="utf-8")


def read_jobs(path: Path) -> list[MapJob | PanelsJob]:
    """Reads a job file.

    Raises: ValueError where it is of another version.
    """
    document = json.loads(path.read_text(encoding="utf-8"))
    if document["schema_version"] != SCHEMA_VERSION:
        raise ValueError(f"the job file has schema_version {document['schema_version']}, not {SCHEMA_VERSION}")
    return [_panels_job(record) if "panels" in record else _job(record) for record in document["jobs"]]


def drawn_line(drawn: DrawnMap) -> str:
    """Writes a result as one JSON line."""
    return json.dumps(asdict(drawn)) + "\n"


def read_drawn(text: str) -> list[DrawnMap]:
    """Reads results line by line; a torn last line is not a result."""
    whole = text.rpartition("\n")[0]
    return [DrawnMap(**json.loads(line)) for line in whole.splitlines()]


def _job(record: dict[str, Any]) -> MapJob:
    against, beside = record["against"], record["beside"]
    return MapJob(
        **{
            **record,
            "layer": LayerSource(**record["layer"]),
            "against": LayerSource(**against) if against else None,
            "beside": LayerSource(**beside) if beside else None,
            "context": tuple(LayerSource(**source) for source in record["context"]),
        }
    )


def _panels_job(record: dict[str, Any]) -> PanelsJob:
    panels = tuple(Panel(panel["title"], tuple(map(_panel_layer, panel["layers"]))) for panel in record["panels"])
    return PanelsJob(**{**record, "panels": panels})


def _panel_layer(record: dict[str, Any]) -> PanelLayer:
    return PanelLayer(**{**record, "layer": LayerSource(**record["layer"])})
