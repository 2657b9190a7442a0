# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Spatial joins and geocoding.

joining      spatial_join, join_nearest
summarizing  spatial_join_summary, summarize_within_distance
counting     count_points_in_polygons, sum_line_lengths
distances    distance_matrix
neighbors    polygon_neighbors
geocoding    geocode_addresses
street_ranges  geocode_street_ranges
"""
