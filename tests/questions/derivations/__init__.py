# SPDX-License-Identifier: GPL-2.0-or-later
"""The second derivation of each question, from the source files by libraries that the harness does not answer with.

Each function is called after its question, takes the files of it and returns the answer, or a tuple of several.

drainage            filled ground, flow, streams and what drains to them
imagery             indices, classes and changes
networks            distances and reach along lines
patterns            density, clusters and autocorrelation
surfaces            slopes, costs, visibility, distance and interpolation
vectors_and_tables  what needs no raster, network or test of a pattern
zones               classes and means of cells in polygons
"""

import re

from . import drainage, imagery, networks, patterns, surfaces, vectors_and_tables, zones

SUBJECTS = (drainage, imagery, networks, patterns, surfaces, vectors_and_tables, zones)
DERIVATIONS = {
    name: function for subject in SUBJECTS for name, function in vars(subject).items() if re.fullmatch(r"q\d{3}", name)
}
