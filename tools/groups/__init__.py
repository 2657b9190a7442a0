# SPDX-License-Identifier: GPL-2.0-or-later
"""The harness APIs, a module per group of the catalogue; a folder where a group has many.

attributes_and_selection  joins, group statistics, measures as columns
data_management           files in and out, CRS
geometry_repair           valid geometries, and polygons without overlaps, gaps and slivers
layer_inspection          what is there and what it holds
networks                  routes, service areas, cost matrices, linear referencing
raster_processing         map algebra and the like
remote_sensing            images into classes
spatial_joins             attributes by location
spatial_patterns          clusters, and where values gather
terrain_and_hydrology     measures of elevation models
vector_geometry           new geometry from one layer
vector_overlay            two layers cut by one another
zonal_and_conversion      cells summed up in zones, vector to raster and back
"""
