# SPDX-License-Identifier: GPL-2.0-or-later
"""Kinds of answers that look right and are not, each with a trap, a clean twin and what raw QGIS says to both.

grids     of what is made from rasters
joins     of joins, overlays and what belongs to what
kinds     the list of kinds, and all traps
measures  of areas, lengths and distances
rasters   of rasters that are loaded, described and warped
tables    of files, columns, numbers and places
trap      one trap, and how a figure is asked of ours and of raw QGIS
"""
