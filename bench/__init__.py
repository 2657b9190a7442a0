# SPDX-License-Identifier: GPL-2.0-or-later
"""Measurements, each against a named peer in the same run. `./gisagentbench bench NAME` runs one.

cell_answers       rasters of ours and of a peer, cell by cell
cell_cases         calls of tools on rasters, and their peers
cell_peers         the operations of tools on rasters by GDAL, SciPy, exactextract and others
chains             random chains of calls planned by effects: share without an error, faults
fuzz               made calls of all tools in one warm host: share that reaches an engine, faults
growth             time per row of tools at 10^4, 10^5 and 10^6 rows
hostile            hostile outputs: records as deserved, time, memory
made_grids         seeded rasters, networks and places of any size
made_layers        seeded layers and rasters of any size
made_worlds        workspaces with made layers that go together
measured_children  programs in a process of their own, with the memory they held
measuring          alternating runs of ours and a peer: median, ratio, spread
odd_inputs         small odd layers for made calls
overhead           a warm call against the bare engine algorithm
place_cases        calls of tools on networks, patterns and surfaces from points, and their peers
place_peers        those operations by SciPy, NetworkX and esda
plain_inputs       small layers that go together, for chains of calls
pool               the worker pool on short episodes: speed-up kept, time without a host, first call, memory
pool_hosts         bare tool hosts on the same calls
raster_memory      tools that work by window on rasters larger than the memory of their host: peak
replay             a step in a warm host against one qgis_process per step
scoring            `score` from files to the verdict against reading the same files
short_pack         a pack of tiny tasks
tool_answers       answers of ours and of a peer, row by row
tool_cases         calls of tools on vector layers, their peers, and what must be equal
tool_peers         the operations of tools by QGIS, GeoPandas and Shapely
tools              tools against QGIS, GDAL, GeoPandas, SciPy and others, file to file
traps              kinds of silent errors: ours and raw QGIS on the same data
warm_workspace     made layers bound to handles, for warm calls
"""
