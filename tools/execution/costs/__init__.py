# SPDX-License-Identifier: GPL-2.0-or-later
"""Ways over a surface of costs.

cost_kernels   least accumulated costs over a grid, compiled
cost_paths     least-cost paths between pairs of points, and their lines
cost_surfaces  a raster of costs as a surface that is crossed, and searches over it
source_cells   the cells of a cost surface in which features lie
"""
