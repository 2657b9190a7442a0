# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers that show where an output differs from its reference: for the report, and for a map in QGIS. No QGIS here.

written_layers      what was written, by kind; standard library only
row_differences     which rows differ, by the scorer
row_layers          writes them as a GeoPackage, a layer per kind
cell_differences    which cells differ, by the scorer
cell_layers         writes them as GeoTIFFs
layer_writing       the way in: writes the layers of any output
child               writes them in a child that limits itself
difference_process  starts that child
"""
