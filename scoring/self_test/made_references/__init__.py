# SPDX-License-Identifier: GPL-2.0-or-later
"""Contracts and references of every kind, made from nothing, so that a pack need not hold them.

suite    makes all of them and tests the scorer on them
columns  values of every type and role
layers   points, lines and polygons of every kind and format
tables   tables of every format
answers  contracts of which several answers are right: predicates, ties, more or fewer rows
rasters  rasters of every kind
"""
