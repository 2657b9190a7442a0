# SPDX-License-Identifier: GPL-2.0-or-later
"""Length and area units in metres and square metres."""

from __future__ import annotations

from typing import Literal

LengthUnit = Literal["m", "km", "ft", "us_ft", "yd", "mi", "nmi"]
AreaUnit = Literal["m2", "ha", "km2", "ft2", "us_ft2", "ac", "mi2"]
HeightUnit = Literal["m", "ft", "us_ft"]

METRES: dict[str, float] = {
    "m": 1.0,
    "km": 1000.0,
    "ft": 0.3048,
    "us_ft": 1200 / 3937,
    "yd": 0.9144,
    "mi": 1609.344,
    "nmi": 1852.0,
}
SQUARE_METRES: dict[str, float] = {
    "m2": 1.0,
    "ha": 1e4,
    "km2": 1e6,
    "ft2": 0.3048**2,
    "us_ft2": (1200 / 3937) ** 2,
    "ac": 4046.8564224,
    "mi2": 1609.344**2,
}
UNIT_NAMES: dict[str, str] = {
    "m": "metre",
    "km": "kilometre",
    "ft": "foot",
    "us_ft": "US survey foot",
    "yd": "yard",
    "mi": "mile",
    "nmi": "nautical mile",
}
