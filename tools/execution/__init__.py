# SPDX-License-Identifier: GPL-2.0-or-later
"""How a tool runs. QGIS and GDAL inside.

application        starts QGIS and Processing inside a plain Python process
bound_run          the run of a call in a workspace
context            the one Processing context, and everything that is pinned with it
costs              ways over a surface of costs
drivers            file formats that may be opened or written
executor           runs one call of a workspace: checks, resolves, runs, records
expressions        QGIS expressions that agents write: read, held to the list, evaluated
failures           what stopped a body, as one fault
files              files as they come and go: formats, sublayers, import, export
free_run           the run of a toolbox call
geocoding          addresses and the streets they lie on
geometry           shapes by themselves: made, measured, cut, simplified, mended
guards             named checks at one place, with a level: refuse, warn, silent
host_service       answers the calls of a parent over a socket
imagery            classes of images
interpolation      surfaces from points
layers             layers as rows of columns and shapes: read, written, ordered, keyed, grouped
networks           lines as a network: nodes, costs, places, routes, reach
paths              keeps every path inside its root
patterns           whether features gather, and around what
process_limits     limits of the process that runs a call: memory, and room on the disk
profiles           what a layer holds, found by looking at all of it
rasters            cells: read and written by window, computed, moved to other grids
reference_systems  coordinate reference systems, and positions in them
relations          how features lie to each other: pairs, overlaps, contacts, shares
run                what a tool body sees: engines, destinations, counts, warnings
terrain            heights, and what water and sight do on them
workspace          handles, files and workspace.json
zones              cells in zones, by centre or by covered share
"""
