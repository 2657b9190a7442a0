# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Data management.

assigning     assign_crs
creating      create_points_from_table, create_points
exporting     export_layer, export_raster
loading       load_layer
merging       merge_layers
reprojecting  reproject_layer
warping       warp_raster
"""
