# SPDX-License-Identifier: GPL-2.0-or-later
"""How a tool runs. QGIS and GDAL inside.

address_ranges  house numbers along streets: side, segment and place
addresses     addresses in one way of writing, and which rows have the same
application   starts QGIS and Processing inside a plain Python process
autocorrelation  whether values are like those of their neighbours
apportioning  shares values of polygons out to the polygons over them, by area
area_of_use   whether positions lie where a CRS is made for, and have an image in it
band_meaning  what a band says of its cells beside their values
bound_run     the run of a call in a workspace
bounding_shapes  the smallest shapes around clouds of points
buffers       buffers and rings in the plane
burning       which feature each cell of a grid gets
cell_changes    what two dates of a raster make of each other
cell_ratios     how the cells of two grids lie to each other
cell_sampling  values of a raster at places
cell_casting  from computed floats to cells of a type
cell_regions  regions of connected cells of one value
cell_sets     statistics over sets of cells that lie behind each other
cell_shapes   regions of equal cells, and cells, as shapes
computed_shapes  shapes out of what an expression gave for each row
context       the one Processing context, and everything that is pinned with it
contouring    lines of equal value, and the bands between them
coordinates   coordinates given as numbers or text, held against their CRS
cost_kernels  least accumulated costs over a grid, compiled
cost_paths    least-cost paths between pairs of points, and their lines
cost_surfaces  a raster of costs as a surface that is crossed, and searches over it
cell_sample   a random sample of cells that depends on their place and the seed alone
centrography  centers of places, and the ellipse or circle of their spread
classified_rasters  bands as rows of values, and the classes a classifier gives them, by window
classifiers   the class of a cell from the values of its bands, and how well it is told
crs           facts of coordinate reference systems: unit, scale error, text
derived_rasters  writes values as a raster like one that was read
drivers       file formats that may be opened or written
equal_shapes  numbers rows by their shapes
ellipsoid     positions of a layer on the ellipsoid of its CRS, and back
executor      runs one call of a workspace: checks, resolves, runs, records
filled_cells  values for cells without one, out of those around them
focal_windows  statistics of the cells in a moving window
formula_cells  computes a raster formula over arrays
expressions   QGIS expressions that agents write: read, held to the list, evaluated
extents       rectangles that a call asks for
files         files as they come and go: formats, sublayers, import, export
free_run      the run of a toolbox call
free_values     a value to stand for NoData that no cell has
geom_column   carries a column called geom through QGIS, which keeps that name for itself
geodesic_buffers  buffers in metres on the ellipsoid
grid_cells    regular cells over a rectangle
group_shapes  the shapes of each group of rows made into one
guards        named checks at one place, with a level: refuse, warn, silent
host_service  answers the calls of a parent over a socket
k_means       groups of rows of numbers around their means
interpolation  surfaces from points
kernel_sums   sums of kernels around points
key_matching  which rows of two layers have the same key: exactly, normalized, by similarity
keys          numbers rows by the values of their columns, for grouping and joining
layer_facts   facts of a layer from its file
measured_lines  lines that measures run along, by length or by M values
mixed_geometry  layers of a project that hold several kinds of geometry
merging       puts the rows of several layers under one another
kriging       ordinary kriging and its variance
line_cutting  places along lines, and lines cut at places
line_sections  places and sections of many lines, by distances from their starts
line_noding   lines cut at their crossings, and lines cut by others
missing_geometry  NULL where QGIS has written an empty geometry
mosaics         several rasters joined window by window
nan_columns   columns of computed floats, NaN as NULL
nearest       the nearest features of another layer
neighborhoods  features with a value, and who is whose neighbor by the rule of a call
nearest_cells  the area nearest to each of many points
networks      lines as a network: nodes, costs, places, routes, reach
operations    the coordinate operation between two CRSs, its accuracy and missing grids
overlaps      where polygons of one layer overlap, and whose each such place becomes
neighbours    polygons given to the neighbours they share a border with
overlay       shapes of layers cut against each other
measures      areas and lengths, planar and on the ellipsoid
paths_of_points  joins points into lines in a stated order
paths         keeps every path inside its root
polygon_masks   which cells of a grid lie in any of some polygons
process_limits  limits of the process that runs a call: memory, and room on the disk
points_beside_lines  along which line points lie, how far along, on which side
point_clusters  clusters of points that lie densely together
point_patterns  whether points gather or keep apart
polygon_contacts  how the polygons of one layer meet: along edges, at corners, by overlapping
profiles      what a layer holds, found by looking at all of it
random_places  random points in polygons
proximity     distances from each cell to the nearest target cell
raster_files  writes a raster by window, computed or as stored
raster_windows  reads rasters by window
repairs       invalid shapes made valid, with what that changed
reprojection  transforms the rows of a layer, and finds what is lost or torn
resampling_guards  what a raster and a call must be before cells are resampled
row_order     the order of rows by an expression, and their ranks
rows          reads and writes rows as columns of arrays, for engines of our own
run           what a tool body sees: engines, destinations, counts, warnings
shapes        rows with their geometries as shapes, whole or part by part
shared_arcs   lines and rings as chains of places, and the arcs that several of them share
shared_edges  the edges of polygons, each once, with the polygons beside it
sieved_cells  classes without small patches
simplification  lines and polygons with fewer vertices, common edges as one
spatial_index  the index of a written GeoPackage, packed in one go
spatial_weights  which features are neighbours: polygons that meet, the nearest places, places within a distance
source_cells  the cells of a cost surface in which features lie
spatial_pairs  which features of two layers stand in a spatial relation
statistics    the statistics words over groups of rows
street_types  the words for kinds of streets, as data
flow_grids    whole grids for the flow of water, and what it asks of them
flow_kernels  what water does on a grid, cell by cell, compiled
sight_kernels  lines of sight over a grid of heights, compiled
sight_lines   how many observers see each cell
sinks         hollows filled to where they spill
basins        the areas that drain to given cells, as polygons
pour_points   points moved to the cells that water runs through
stream_links  streams of a D8 grid, cut into links
surface_indices  ruggedness, position, roughness and curvature of a surface
surface_windows  heights with their neighbours, gradient and second derivatives, window by window
terrain       terrain measures by GDAL on heights it reads rightly
value_ranges  ranges of numbers that are replaced by new ones
valued_points  points with a number each
variograms    variograms measured and fitted
vertices      the vertices of shapes, with their place in them
topology_errors  places where the features of one layer break rules of topology
training_cells  the cells of training features, and which features are kept back for a test
training_rows  training features as rows of band values with their classes
typed_values  makes columns of one type of values of any type
warping       warps a raster onto another grid
weighted_places  the centroids of a layer's features with their weights, by group
workspace     handles, files and workspace.json
zone_cells    which cells lie in which zones, by centre or by covered share
zone_classes  how much of each class of a raster lies in each of many zones
zone_edges    the edges of zones in cell space
zone_parts    the cells of zones, of polygons or of a raster, part by part
zone_rows     the zones of a call as rows with their cells
zone_statistics  statistics of weighted cells within zones
zone_summary  statistics of one band in each of many zones
zone_values   reads the values of the cells in zones, window by window
"""
