# SPDX-License-Identifier: GPL-2.0-or-later
"""Scores outputs against references under a contract. Floor 0: no QGIS.

score             the way in: score_output, score_task
limited_child     comparisons in a child process with limits
child             what the child does
forked_child      children without the time that an interpreter takes to start
forking_parent    the process that they are forked from
child_main        entry of limited children: binds the package
schema_files      JSON Schemas into docs/schemas
comparison        compares two files in this process
record            the score record and its text
check_names       which checks a contract asks for
sentences         words of check details
private_copy      a copy of an output that nobody can swap
file_border       closes the file system to a process
source_file       whether a file may be opened, and by which driver
geopackage_schema  what a GeoPackage would make its reader do
unreadable        why a file cannot be read
arrow_columns     columns of a GDAL layer as arrays, 64 bits and NULL kept
feature_values    dates, times and booleans, feature by feature
vector_reading    the layer of a vector or table file
csv_reading       CSV by the types of a contract
text_values       texts to typed values
row_table         rows in memory
row_order         an order of rows by their values
row_state         output and reference rows side by side
row_checks        the checks of vector and table outputs
type_check        whether values are of the asked type
found_crs         the CRS that a file says it is in
envelope          whether coordinates lie where they should
keys              keys of rows as small numbers
rows              which row stands for which
assignment        the last way to pair rows
label_classes     the last way, where labels may be renamed
values            whether values are equal by role
relabelling       labels that only tell groups apart
ground            metres for coordinates of any CRS
geometry          whether shapes are equal within tolerance
heights           whether Z and M values of shapes are equal
measured_shapes   M values out of stored shapes
shape_pairs       which shapes are the same entity
pairing           one-to-one pairs out of candidates
shape_words       shapes in words
gap_words         how far values and places are apart, in words
predicates        what must hold of any right answer
measures          area, length and position of shapes
closeness         how near values come
entities          shapes as a set
area_overlap      all polygons of a side as one area
worst_rows        the ten worst rows and cells
grid              a raster file by window
cell_comparison   cells of two grids
raster_checks     the checks of raster outputs
raster_agreement  how near the cells of a raster come
diagnosis         causes of wrong rows that are certain
place_diagnosis   causes of shapes in the wrong place
raster_diagnosis  causes of wrong rasters
known_ratios      units that are confused, by their ratio
trajectory        how much of a reference workflow an agent did; in no verdict and no rate
suite_figures     rates, repeats and changes over many episodes
self_test         breaks right answers, to see whether the scorer sees it
"""
