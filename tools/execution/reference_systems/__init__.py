# SPDX-License-Identifier: GPL-2.0-or-later
"""Coordinate reference systems, and positions in them.

area_of_use   whether positions lie where a CRS is made for, and have an image in it
coordinates   coordinates given as numbers or text, held against their CRS
crs           facts of coordinate reference systems: unit, scale error, text
ellipsoid     positions of a layer on the ellipsoid of its CRS, and back
extents       rectangles that a call asks for
operations    the coordinate operation between two CRSs, its accuracy and missing grids
reprojection  transforms the rows of a layer, and finds what is lost or torn
"""
