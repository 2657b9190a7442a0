# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Vector geometry.

buffering           buffer
points_of_features  centroids, interior_points, extract_vertices
bounding            minimum_bounding_geometry
dissolving          dissolve
along_lines         split_lines, points_along_lines
cutting_lines       split_with_lines, planarize_lines, line_intersections
areas_and_lines     polygonize_lines, polygons_to_lines
filling             create_grid, random_points
joining_points      points_to_path, voronoi_polygons
computing           geometry_by_expression
simplifying         simplify_geometry
parts               multipart_to_singlepart
"""
