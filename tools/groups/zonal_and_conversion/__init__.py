# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Zonal statistics and conversion.

contouring   contour_lines
densities    kernel_density
interpolating  interpolate_points
polygonizing  polygonize_raster
rasterizing  rasterize_vector
sampling     sample_raster
summarizing  zonal_statistics
tabulating   tabulate_area
"""
