# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Raster processing.

map_algebra    raster_calculator
reclassifying  reclassify_raster
resampling     resample_raster, align_rasters
clipping       clip_raster
mosaicking     mosaic_rasters
declaring      set_nodata
across_rasters  cell_statistics
moving_windows  focal_statistics
crossing        cost_distance, least_cost_path
filling         fill_nodata
patches         sieve_raster, clump_raster
nearness        proximity_raster
"""
