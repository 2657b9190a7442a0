# SPDX-License-Identifier: GPL-2.0-or-later
"""Outputs made to stop, mislead or escape their reader: how each is made, and what its record must say.

cases        the form of a case, contracts and honest files to start from
away         a file and an address that no output may lead to
file_kinds   links, pipes, folders, other formats, cut and scrambled files
databases    GeoPackages that compute, lie or point elsewhere
blobs        shapes that lie about themselves
row_files    CSV, GeoJSON, KML, workbooks, FlatGeobuf
shapefiles   shapefiles whose parts disagree
rasters      TIFFs and ASCII grids
names        names made for terminals and pages
heavy        files that cost time or memory
campaign     all of them, and a run over them
"""
