# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether output coordinates lie where the reference lies: a CRS that was assigned but never transformed to shows."""

from __future__ import annotations

import numpy as np

from .found_crs import unit_name
from .ground import total_bounds
from .row_state import RowState
from .sentences import number_text

LEAST_MARGIN_METRES = 10_000.0


def envelope_fault(state: RowState) -> str | None:
    """Says how far off the output lies; None where its envelope meets that of the reference.

    Edges: The reference's envelope is widened by its own size on every side, at least by 10 km, so that a shift of
        metres is left to the geometry check. Without shapes on a side there is nothing to say.
    """
    ours, theirs = total_bounds(state.reference.shapes), total_bounds(state.output.shapes)
    if np.isnan(ours).any() or np.isnan(theirs).any():
        return None
    margin = max(ours[2] - ours[0], ours[3] - ours[1], state.ground.units(LEAST_MARGIN_METRES))
    apart = max(theirs[0] - ours[2], ours[0] - theirs[2], theirs[1] - ours[3], ours[1] - theirs[3])
    if apart <= margin and np.isfinite(theirs).all():
        return None
    unit = unit_name(state.contract.crs)  # type: ignore[union-attr]
    return f"Expected coordinates in {_bounds_text(ours)} ({unit}), found {_bounds_text(theirs)}."


def _bounds_text(bounds: np.ndarray) -> str:
    xmin, ymin, xmax, ymax = (number_text(float(f"{value:.8g}")) for value in bounds)
    return f"x {xmin} to {xmax}, y {ymin} to {ymax}"
