# SPDX-License-Identifier: GPL-2.0-or-later
"""Files as they come and go: what a file holds, how it becomes a layer, how a layer becomes a file.

cell_copy        copies rasters by window, changing type, NoData and masks on the way
column_types     finds and changes the types of columns of text
complaints       listens to what GDAL says while it works
contents         what a file holds: its kind, its sublayers, their geometry kinds
csv_export       rows as comma-separated text
finished_file    writes beside the target and renames, so that nothing half-written stays
listing          lines of a listing: layers and files
raster_export    cells as GeoTIFF, COG or ASCII grid
raster_import    a raster file becomes a layer
shapefile_names  field names of at most ten bytes
side_files       side files that say where a raster lies
source_text      encodings of shapefiles and GeoJSON, the crs member
table_import     a text table becomes a layer; rows of other tables get other types
text_table       a text file becomes columns of text
vector_export    rows as GeoPackage, GeoJSON, shapefile, FlatGeobuf or KML
vector_import    a vector file or table becomes a layer
xlsx_export      rows as one sheet of a workbook
"""
