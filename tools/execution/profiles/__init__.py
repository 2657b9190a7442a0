# SPDX-License-Identifier: GPL-2.0-or-later
"""What a layer holds, found by looking at all of it.

cell_moments     exact statistics of one band, percentiles among them
crs_profile      a CRS in words, and which CRSs measure truly over an extent
distinct_values  the distinct values of a column or band
field_profile    one column: NULLs, range, examples, what is suspicious
field_statistics  statistics of one column, by the kind of its values
grid_profile     the grid of a raster and what its bands declare
raster_profile   a raster: grid, bands, exact ranges
row_profile      a vector layer or table: geometry and columns
validity         which geometries are invalid, why and where
"""
