# SPDX-License-Identifier: GPL-2.0-or-later
"""Colours of words that say good, bad, or not so important, on light and on dark ground; never the only sign."""

from __future__ import annotations

from typing import NamedTuple

from qgis.PyQt.QtGui import QPalette

from ...processing_provider.score_words import BAD, GOOD, QUIET


class Inks(NamedTuple):
    """Colours as #rrggbb."""

    good: str
    bad: str
    quiet: str


ON_LIGHT = Inks(GOOD, BAD, QUIET)
ON_DARK = Inks("#5fd3bc", "#ff8a80", "#aab4be")


def inks_of(palette: QPalette) -> Inks:
    """Returns the colours that can be read on the ground of lists and texts."""
    return ON_LIGHT if palette.color(QPalette.ColorRole.Base).lightness() > 127 else ON_DARK
