# SPDX-License-Identifier: GPL-2.0-or-later
"""Colours of maps. Darker is more; kinds of difference differ in lightness, so that they survive a grey printer."""

from __future__ import annotations

from typing import NamedTuple

# Equal steps of CIE lightness from 93 to 15 while the hue goes from yellow green over blue to violet. On white paper
# the dark end must be the large one.
MORE = ("#e8eed3", "#b4daa4", "#6fc59c", "#28aca4", "#0c8ea4", "#00709c", "#0c5294", "#36346b", "#2e1e42")
# twilight of matplotlib (CC0): both ends are one colour.
AROUND = ("#e2d9e2", "#a3bccc", "#6e92bf", "#5c62b8", "#2f1436", "#8a2e58", "#b45b52", "#cda98f", "#e2d9e2")

# Okabe and Ito, 2008, from light to dark; told apart with every common kind of colour blindness.
CLASSES = ("#f0e442", "#56b4e9", "#e69f00", "#cc79a7", "#009e73", "#d55e00", "#0072b2", "#3d3d3d")
TWO_CLASSES = ("#ebe7da", "#0072b2")
TWO_SIGNS = ("#e69f00", "#0072b2")  # for points and lines, of which pale ones would be lost
SHADE = ("#000000", "#ffffff")  # of a hillshade

PAPER = "#ffffff"
INK = "#1f2933"
QUIET_INK = "#5a6673"
FRAME = "#c9cfd6"
HATCH = "#b3bac2"
CONTEXT_FILL = "#f3f2ee"
CONTEXT_LINE = "#c4c1b8"
PLAIN = "#2f6f9f"
PLAIN_FILL = "#a9cbe2"
OUTLINE = "#39434f"
OVER = ("#b34400", "#3d1f5c")  # layers over the one a map is about
# Values that the reference does not have; no ramp and no class has these colours.
BELOW, ABOVE, UNKNOWN = "#f7cfa0", "#e2711d", "#e05c9a"


class DifferenceLook(NamedTuple):
    """How one kind of difference looks.

    Args:
        word: What the legend says.
        colour: Of lines and markers.
        hatch: Pattern on polygons: cross, dots, forward, backward, or "" for none.
        marker: Shape of points, and of the sign on a polygon or line.
        dashed: Whether lines and outlines are dashed.
    """

    word: str
    colour: str
    hatch: str
    marker: str
    dashed: bool


ROW_LOOKS = {
    "same": DifferenceLook("same", "#a4abb4", "", "circle", False),
    "wrong": DifferenceLook("wrong value", "#d98200", "dots", "square", False),
    "moved": DifferenceLook("moved or reshaped", "#8a3d77", "backward", "diamond", False),
    "missing": DifferenceLook("missing", "#b3261e", "cross", "cross2", True),
    "extra": DifferenceLook("extra", "#0b5394", "forward", "triangle", False),
}

CELL_LOOKS = {
    "same": ("same", "#dde1e6"),
    "too_high": ("too high", "#f5b041"),
    "extra": ("value where none should be", "#c77daa"),
    "missing": ("value missing", "#b3261e"),
    "wrong": ("wrong class", "#d35400"),
    "too_low": ("too low", "#0a2f63"),
}


def ramp_colours(count: int, stops: tuple[str, ...] = MORE) -> list[str]:
    """Returns colours at equal steps of a ramp, both ends among them.

    >>> ramp_colours(3, ("#000000", "#ffffff"))
    ['#000000', '#808080', '#ffffff']
    """
    if count == 1:
        return [ramp_colour(0.5, stops)]
    return [ramp_colour(index / (count - 1), stops) for index in range(count)]


def ramp_colour(share: float, stops: tuple[str, ...] = MORE) -> str:
    """Returns the colour at a share (0 to 1) of a ramp, mixed linearly between its stops."""
    place = min(max(share, 0.0), 1.0) * (len(stops) - 1)
    before = min(int(place), len(stops) - 2)
    weight = place - before
    pairs = zip(_parts(stops[before]), _parts(stops[before + 1]), strict=True)
    return "#" + "".join(f"{round(low + weight * (high - low)):02x}" for low, high in pairs)


def class_colours(count: int) -> list[str]:
    """Returns a colour per class, far apart in lightness where they are few; beyond eight they begin again."""
    if count == 2:
        return list(TWO_CLASSES)
    if 2 < count < 7:  # without the darkest, which is for the eighth
        return [CLASSES[round(index * 6 / (count - 1))] for index in range(count)]
    return [CLASSES[index % len(CLASSES)] for index in range(count)]


def lightness(colour: str) -> float:
    """Returns how light a colour is to the eye: CIE L*, 0 to 100, what a grey print keeps of it."""
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in _shares(colour)]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * luminance ** (1 / 3) - 16 if luminance > 0.008856 else 903.3 * luminance


def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _shares(colour: str) -> list[float]:
    return [part / 255 for part in _parts(colour)]
