# SPDX-License-Identifier: GPL-2.0-or-later
"""Arguments that several tools on patterns share."""

from __future__ import annotations

from typing import Annotated, Literal

from ....tasks.units import LengthUnit
from ...declaration.markers import Distance, FieldOf, HelpText, Number

GROUP = "Spatial pattern analysis"
NeighborWeights = Annotated[
    Literal["queen", "rook", "k_nearest", "distance_band"],
    HelpText(
        "Who is a neighbor: queen, polygons that share an edge or a corner; rook, an edge; k_nearest, the k nearest "
        "centroids; distance_band, all centroids within `distance`, itself included."
    ),
]
NeighborCount = Annotated[
    int,
    Number(1, 10_000),
    HelpText(
        "For k_nearest: how many neighbors. Of equally near ones the first in the layer are taken, which is said."
    ),
]
BandDistance = Annotated[float | None, Distance("unit"), HelpText("For distance_band alone: its radius in `unit`.")]
BandUnit = Annotated[LengthUnit | None, HelpText("For distance_band alone: unit of `distance`.")]
Seed = Annotated[int, Number(0, 4_294_967_295)]
OrderSeed = Annotated[Seed, HelpText("Seed of the random orders.")]
WeightField = Annotated[
    str | None,
    FieldOf("layer", ("integer", "real")),
    HelpText("Field that says how much each feature counts; left out, all count 1."),
]
NullWeights = Annotated[
    Literal["refuse", "leave_out"],
    HelpText(
        "What a feature without a weight does: refuse ends the call, leave_out leaves it out, said. NULL is not 0."
    ),
]
