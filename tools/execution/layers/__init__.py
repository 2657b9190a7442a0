# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers as rows of columns and shapes: read, written, ordered, keyed, grouped.

computed_shapes   shapes out of what an expression gave for each row
geom_column       carries a column called geom through QGIS, which keeps that name for itself
key_matching      which rows of two layers have the same key: exactly, normalized, by similarity
keys              numbers rows by the values of their columns, for grouping and joining
layer_facts       facts of a layer from its file
merging           puts the rows of several layers under one another
missing_geometry  NULL where QGIS has written an empty geometry
mixed_geometry    layers of a project that hold several kinds of geometry
nan_columns       columns of computed values, NaN as NULL
plain_shapes      shapes out of WKB, without M values
row_order         the order of rows by an expression, and their ranks
rows              reads and writes rows as columns of arrays, for engines of our own
spatial_index     the index of a written GeoPackage, packed in one go
statistics        the statistics words over groups of rows
typed_values      makes columns of one type of values of any type
"""
