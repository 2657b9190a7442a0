# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Geometry repair and topology.

repairing   fix_geometries
snapping    snap_geometries
separating  remove_overlaps
filling_up  eliminate_slivers, fill_gaps
topology    find_topology_errors
"""
