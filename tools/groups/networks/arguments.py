# SPDX-License-Identifier: GPL-2.0-or-later
"""Argument types that several tools on networks share, and the fields of pairs of points."""

from __future__ import annotations

from typing import Annotated, Literal

from ....tasks.units import LengthUnit
from ...declaration.facts import Field
from ...declaration.layers import Lines
from ...declaration.markers import Distance, FieldOf, FreeText, HelpText, MappingOf, Number, Word
from ...declaration.spec import Call

GROUP = "Networks and linear referencing"
CostUnit = Literal["m", "km", "ft", "us_ft", "yd", "mi", "nmi", "s", "min", "h"]

Network = Annotated[
    Lines,
    HelpText("Lines that connect where their ends meet, and nowhere else: planarize_lines cuts them at crossings."),
]
Cost = Annotated[
    Literal["length", "travel_time", "field"],
    HelpText("length; travel_time, length by the speed of each line; or field, a cost for each line from end to end."),
]
UnitOfCost = Annotated[
    CostUnit | None,
    HelpText("Unit of the cost: of length (m, km, ft …) or of time (s, min, h); for field there is none to give."),
]
CostField = Annotated[
    str | None,
    FieldOf("network", ("integer", "real")),
    HelpText(
        "For cost field: field with the cost of each line, from 0; a part of a line costs its share by length. Lines "
        "that are closed need none."
    ),
]
SpeedField = Annotated[
    str | None,
    FieldOf("network", ("integer", "real")),
    HelpText("For travel_time: field with the speed on each line, above 0; lines that are closed need none."),
]
SpeedUnit = Annotated[Literal["km_h", "mph"] | None, HelpText("For travel_time: unit of the speeds.")]
SpeedForNull = Annotated[
    float | None,
    Number(above=0),
    HelpText("For travel_time: speed of lines whose speed is NULL, in `speed_unit`; left out, they are refused."),
]
OnewayField = Annotated[
    str | None,
    FieldOf("network"),
    HelpText("Field that says which way each line is open; left out, all are open both ways."),
]
OnewayValues = Annotated[
    dict[str, str] | None,
    MappingOf(FreeText(), Word(("forward", "backward", "both", "closed"))),
    HelpText(
        "What each value of oneway_field means: forward (the way the line is digitized), backward, both or closed. "
        'Values that are not listed are refused; NULL and empty text are both, unless "" is listed.'
    ),
]
SnapTolerance = Annotated[
    float,
    Distance("unit"),
    HelpText(
        "Distance in `unit` within which ends of lines are one node, chains of such ends too; 0 joins equal ends "
        "alone. Gaps cost nothing, and routes bridge them straight."
    ),
]
UnitOfDistances = Annotated[LengthUnit, HelpText("Unit of all distances, those in the result among them.")]
Pairing = Annotated[
    Literal["all", "same_id", "nearest"],
    HelpText(
        "all has a route from every origin to every destination; same_id to those with an equal id; nearest to the "
        "cheapest one alone."
    ),
]
OriginId = Annotated[
    str | None,
    FieldOf("origins"),
    HelpText("Field that names the origins in the result; left out, their row number from 1."),
]
DestinationId = Annotated[
    str | None,
    FieldOf("destinations"),
    HelpText("Field that names the destinations in the result; left out, their row number from 1."),
]
LineIdField = Annotated[
    str,
    FieldOf("lines"),
    HelpText("Field that names each line; its values must be unique."),
]


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
