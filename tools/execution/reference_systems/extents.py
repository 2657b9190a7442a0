# SPDX-License-Identifier: GPL-2.0-or-later
"""Rectangles that a call asks for."""

from __future__ import annotations

from ....tasks.crs_equality import same_crs
from ...declaration.errors import ToolError
from ...declaration.facts import Extent
from ...declaration.observation import crs_label
from ...declaration.structured_types import ExtentRequest


def extent_in(crs: str, extent: ExtentRequest, crs_argument: str) -> Extent:
    """Gives the corners of a rectangle that must be in a CRS.

    Args:
        crs_argument: The argument that `crs` stands in, for the sentence.
    Raises: ToolError CRS_MISMATCH.
    """
    if extent.crs and not same_crs(extent.crs, crs):
        raise ToolError("CRS_MISMATCH", f"extent is in {crs_label(extent.crs)}, {crs_argument} is {crs_label(crs)}",
                        f"give the extent in {crs_argument}", argument="extent")  # fmt: skip
    return extent.extent
