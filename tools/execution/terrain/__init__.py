# SPDX-License-Identifier: GPL-2.0-or-later
"""Heights, and what water and sight do on them.

basins           the areas that drain to given cells, as polygons
flow_grids       whole grids for the flow of water, and what it asks of them
flow_kernels     what water does on a grid, cell by cell, compiled
gdal_measures    terrain measures by GDAL on heights it reads rightly
pour_points      points moved to the cells that water runs through
sight_kernels    what is seen over a grid of heights, compiled
sight_lines      how many observers see each cell
sinks            hollows filled to where they spill
stream_links     streams of a D8 grid, cut into links
surface_indices  ruggedness, position, roughness and curvature of a surface
surface_windows  heights with their neighbours, gradient and second derivatives, window by window
"""
