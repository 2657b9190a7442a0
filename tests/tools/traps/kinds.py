# SPDX-License-Identifier: GPL-2.0-or-later
"""The kinds of answers that look right and are not."""

from __future__ import annotations

from . import grids, joins, measures, rasters, tables

KINDS = (
    "linear units", "implicit parameter units", "projection distortion", "geographic measure",
    "ellipsoid of the session", "invalid geometry", "NoData", "scale and offset",
    "raster predictor, .aux.xml, side files", "pixel is point", "south-up, rotated rasters",
    "categorical resampling", "mismatched CRS", "datum shift", "axis order", "coordinate text", "ambiguous layer",
    "boundary rule", "centroid outside", "double counting", "one-to-many join", "key types", "weighting", "Z",
    "mixed geometry", "positional pairing", "holes and winding", "empty result", "antimeridian", "truncated names",
    "buffer segments", "64-bit integers", "fid", "mask and alpha bands", "palette, class codes",
    "sampled statistics", "time zone", "curves", "direction", "sentinel values", "decimal comma, delimiter",
    "composite keys", "hidden selection or filter", "connectivity", "float classes", "small zones", "class limits",
    "vertical unit",
)  # fmt: skip
TRAPS = (*measures.TRAPS, *joins.TRAPS, *tables.TRAPS, *rasters.TRAPS, *grids.TRAPS)
