# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells: read and written by window, computed, moved to other grids.

band_meaning       what a band says of its cells beside their values
burning            which feature each cell of a grid gets
cell_areas         how large cells are on the map
cell_casting       from computed floats to cells of a type
cell_changes       what two dates of a raster make of each other
cell_ratios        how the cells of two grids lie to each other
cell_regions       regions of connected cells of one value
cell_sampling      values of a raster at places
cell_sets          statistics over sets of cells that lie behind each other
cell_shapes        regions of equal cells, and cells, as shapes
contouring         lines of equal value, and the bands between them
derived_rasters    writes values as a raster like one that was read
filled_cells       values for cells without one, out of those around them
focal_windows      statistics of the cells in a moving window
formula_cells      computes a raster formula over arrays
free_values        a value to stand for NoData that no cell has
mosaics            several rasters joined window by window
nodata_values      NoData as cells hold it, and which of them have none
polygon_masks      which cells of a grid lie in any of some polygons
proximity          distances from each cell to the nearest target cell
raster_files       writes a raster by window, computed or as stored
raster_windows     reads rasters by window
resampling_guards  what a raster and a call must be before cells are resampled
sieved_cells       classes without small patches
square_grids       the grid of square cells that a call asks for
value_ranges       ranges of numbers that are replaced by new ones
warping            warps a raster onto another grid
"""
