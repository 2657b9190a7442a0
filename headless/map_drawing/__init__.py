# SPDX-License-Identifier: GPL-2.0-or-later
"""Draws layers and their differences to pictures. QGIS runs in a process of its own; the drawing is apart from it.

map_job            what to draw and what came of it; standard library only
drawing_process    starts the process that draws, from a program without QGIS
__main__           that process
drawing            draws one job, wherever QGIS is
layer_opening      opens layers of strangers
frame              which ground a map shows
side_by_side       maps in a row, with titles and one frame
layer_maps         the map of one layer as it is
difference_maps    the map of rows that differ, from difference layers
cell_maps          the map of cells that differ, likewise
vector_styles      one colour, classes, categories
raster_styles      ramps, wheels, classes, NoData
difference_styles  signs of differences, and how their layers look
legend             what the signs mean, painted
picture            map, scale bar and legend together
indexed_image      pictures of at most 256 colours
class_breaks       classes of numbers with round limits
scale_length       how long a scale bar is
palette            colours
"""
