# SPDX-License-Identifier: GPL-2.0-or-later
"""How features lie to each other: pairs, overlaps, contacts, shares.

apportioning      shares values of polygons out to the polygons over them, by area
components        connected components, numbered in the order in which they first appear
nearest           the nearest features of another layer
neighbours        polygons given to the neighbours they share a border with
overlaps          where polygons of one layer overlap, and whose each such place becomes
overlay           shapes of layers cut against each other
polygon_contacts  how the polygons of one layer meet: along edges, at corners, by overlapping
spatial_pairs     which features of two layers stand in a spatial relation
topology_errors   places where the features of one layer break rules of topology
"""
