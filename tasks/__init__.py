# SPDX-License-Identifier: GPL-2.0-or-later
"""Tasks, packs and their documents. Floor 0: no QGIS; this map itself imports nothing.

document_problem  faults of a document: where, line, code, message
yaml_tree         YAML and JSON text to values, with the line of every key
document          strict reading of documents into models
key_names         the keys a model knows, for hints about misspelt ones
gdal_errors       what GDAL raises where it fails, and what it said
crs_equality      whether two CRSs hold the same coordinates; osgeo alone
units             length and area units in metres
column            a column of a contract: type, role, tolerance
predicate         what an output must hold where several answers are right
predicate_fit     whether predicates fit the columns and shapes of a contract
raster_grid       grids and NoData values that can be
output_format     what the file formats can hold
contract          the contract of one output: vector, table, raster
task              a task and what an agent sees of it
trajectory        reference trajectories
many_answers      outputs of which several are right, told from a trajectory
mutation_names    the mutations that broken.yaml may name, and their arguments
broken_outputs    whether broken.yaml fits its task
task_evidence     broken outputs, naive ways, reviews
register          datasets, and what their sources are
data_sources      finds, fetches or makes the bytes of a dataset
content_hash      one hash of what a file holds
release           tables frozen with a release of a pack
pack              packs: loading, finding, checksums
reference_content  content of reference outputs that are not shipped
portable_paths    paths that are the same file on every system
pack_refusal      what stands in the way of a pack
pack_zip_reading  unpacks a pack of a stranger
steady_zip        writes zips that depend on nothing but what is put in
pack_zip_writing  zips a pack, the same bytes every time
pack_opening      opens a pack to look into it, zipped ones too
added_packs       adds packs of others for later use by name
secret_names      names of environment variables that hold a secret
validation        faults of a document, a task folder or a pack by path
json_schema       JSON Schemas of the models
"""
