# SPDX-License-Identifier: GPL-2.0-or-later
"""Argument types that several tools on networks share, and the fields of pairs of points."""

from __future__ import annotations

from typing import Annotated, Literal

from ...declaration.facts import Field
from ...declaration.markers import FieldOf, FreeText, MappingOf, Number, Word
from ...declaration.spec import Call

GROUP = "Networks and linear referencing"
Cost = Literal["length", "travel_time", "field"]
CostUnit = Literal["m", "km", "ft", "us_ft", "yd", "mi", "nmi", "s", "min", "h"]
SpeedUnit = Literal["km_h", "mph"]
Pairing = Literal["all", "same_id", "nearest"]
NumberField = Annotated[str | None, FieldOf("network", ("integer", "real"))]
OnewayField = Annotated[str | None, FieldOf("network")]
OnewayValues = Annotated[dict[str, str] | None, MappingOf(FreeText(), Word(("forward", "backward", "both", "closed")))]
SpeedForNull = Annotated[float | None, Number(above=0)]


def pair_fields(call: Call) -> tuple[Field, ...] | None:
    """Lists the fields of pairs of origins and destinations; None where the type of an id is not known."""
    ids = []
    for end in ("origin", "destination"):
        name = call.arguments.get(f"{end}_id")
        found = call.facts(f"{end}s").field(name) if name else Field(end, "integer")
        if found is None:
            return None
        ids.append(Field(f"{end}_id", found.type))
    return (*ids, Field("cost", "real"), Field("origin_distance", "real"), Field("destination_distance", "real"))
