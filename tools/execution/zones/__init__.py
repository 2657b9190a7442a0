# SPDX-License-Identifier: GPL-2.0-or-later
"""Cells in zones, by centre or by covered share.

zone_cells       which cells lie in which zones, by centre or by covered share
zone_classes     how much of each class of a raster lies in each of many zones
zone_edges       the edges of zones in cell space
zone_parts       the cells of zones, of polygons or of a raster, part by part
zone_rows        the zones of a call as rows with their cells
zone_statistics  statistics of weighted cells within zones
zone_summary     statistics of one band in each of many zones
zone_values      reads the values of the cells in zones, window by window
"""
