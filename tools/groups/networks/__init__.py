# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Networks and linear referencing.

arguments            argument types that several of its tools share
routing              shortest_path
constrained_routing  constrained_shortest_path
service_areas        service_area
cost_matrices        od_cost_matrix
connectivity         network_connectivity
locating             locate_points_along_lines
placing_events       place_events_along_lines
"""
