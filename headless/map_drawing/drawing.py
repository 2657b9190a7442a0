# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws map jobs in a process that holds QGIS: the child's and, later, the desktop's."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import NamedTuple

from qgis.core import QgsMapLayer
from qgis.PyQt.QtGui import QImage

from .difference_maps import difference_map
from .frame import frame_of
from .indexed_image import indexed
from .layer_maps import styled_context, styled_layer
from .layer_opening import LayerMissing, open_layer
from .map_job import PIXELS_PER_UNIT, DrawnMap, LayerSource, MapJob, PanelsJob
from .picture import paint_picture
from .side_by_side import paint_panels

COLOUR_COUNTS = (256, 128, 64, 32, 24)
SMALLEST_FILE = 0  # Qt's name for the strongest compression of a PNG


class Painted(NamedTuple):
    """A picture, rows or cells by kind of difference, and what is left out."""

    image: QImage
    counts: dict[str, int]
    notes: list[str]


def draw_job(job: MapJob | PanelsJob) -> DrawnMap:
    """Draws a picture and writes it.

    Returns: What was drawn; with a problem, and no picture, where a layer cannot be opened.
    """
    try:
        image, counts, notes = Painted(paint_panels(job), {}, []) if isinstance(job, PanelsJob) else paint_job(job)
    except LayerMissing as missing:
        return DrawnMap(picture="", problem=f"{missing}.")
    Path(job.picture).parent.mkdir(parents=True, exist_ok=True)
    if not _written(image, Path(job.picture), job.most_bytes if isinstance(job, PanelsJob) else None):
        return DrawnMap(picture="", problem=f"{Path(job.picture).name} could not be written.")
    return DrawnMap(job.picture, image.width() // PIXELS_PER_UNIT, image.height() // PIXELS_PER_UNIT, counts, notes)


def paint_job(job: MapJob) -> Painted:
    """Draws a picture in memory.

    Raises: LayerMissing.
    """
    layer = open_layer(job.layer)
    against = open_layer(job.against) if job.against else None
    with tempfile.TemporaryDirectory(prefix="map_") as folder:
        return _painted(job, layer, against, Path(folder))


def _painted(job: MapJob, layer: QgsMapLayer, against: QgsMapLayer | None, folder: Path) -> Painted:
    lead, beside = against or layer, _opened([job.beside] if job.beside else [])
    frame, outside = frame_of(lead, layer if against else next(iter(beside), None))
    counts: dict[str, int] = {}
    notes = [outside] if outside and against else []
    if job.contract is None or against is None:
        styled = styled_layer(layer, lead, job)
        over_map = notes[0] if notes else ""
    else:
        difference = difference_map(job, layer, against, folder)
        styled, counts = difference.styled, difference.counts
        notes = [*notes, *difference.notes]
        over_map = "" if counts else difference.notes[0]
    layers = [*styled.layers, *styled_context(_opened(job.context))]
    image = paint_picture(layers, frame, styled.legend, styled.crs_label, job.width, over_map)
    return Painted(image, counts, notes)


def _written(image: QImage, path: Path, most_bytes: int | None) -> bool:
    """Writes a picture with as many colours as its size allows; tells whether it could be written."""
    for colours in COLOUR_COUNTS:
        if not indexed(image, colours).save(str(path), "PNG", SMALLEST_FILE):
            return False
        if most_bytes is None or path.stat().st_size <= most_bytes:
            break
    return True


def _opened(sources: tuple[LayerSource, ...] | list[LayerSource]) -> list[QgsMapLayer]:
    """Opens layers that are beside the point; one that cannot be opened is left out."""
    layers = []
    for source in sources:
        try:
            layers.append(open_layer(source))
        except LayerMissing:
            continue
    return layers
