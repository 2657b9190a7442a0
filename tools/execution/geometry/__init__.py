# SPDX-License-Identifier: GPL-2.0-or-later
"""Shapes by themselves: made, measured, cut, simplified, mended.

bounding_shapes      the smallest shapes around clouds of points
buffers              buffers and rings in the plane
equal_shapes         numbers rows by their shapes
geodesic_buffers     buffers in metres on the ellipsoid
grid_cells           regular cells over a rectangle
group_shapes         the shapes of each group of rows made into one
line_cutting         lines cut at places, and points with bearings at places
line_meetings        lines and polygons cut where other lines meet them
line_noding          lines cut at their crossings, and ends moved onto lines that they miss
line_sections        places and sections of many lines, by distances from their starts
measured_lines       lines that measures run along, by length or by M values
measures             areas and lengths, planar and on the ellipsoid
nearest_cells        the area nearest to each of many points
passes_in_areas      lines cut by areas edge by edge, with every pass over the same way
paths_of_points      joins points into lines in a stated order
points_beside_lines  along which line points lie, how far along, on which side
random_places        random points in polygons
repairs              invalid shapes made valid, with what that changed
shapes               rows with their geometries as shapes, whole or part by part
shared_arcs          lines and rings as chains of places, and the arcs that several of them share
shared_edges         the edges of polygons, each once, with the polygons beside it
side_offsets         lines moved to one side, edge by edge
simplification       lines and polygons with fewer vertices, common edges as one
surface_heights      heights at corners that a cut puts inside a polygon
vertices             the vertices of shapes, with their place in them
"""
