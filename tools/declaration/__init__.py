# SPDX-License-Identifier: GPL-2.0-or-later
"""What a tool is, without running it. Standard library only.

argument_form     the form of a call before anything is made of it: plain JSON, not too deep or long
annotation_types  from the annotation of a parameter to its value type
call_expressions  finds the expressions among the arguments of a call
catalogue         builds the record of `tools --json` from the registry
cell_statistics   statistics over sets of cells: the words, and the band that each makes
cell_types        cell types of rasters and the NoData values they hold
decoding          decodes the arguments of a call by the specification of its tool
docstring         reads the sections of a tool's docstring
effects           facts of the outputs from facts of the inputs
errors            the closed list of codes and the one error class
examples          one worked call of every tool, as data
expression_form   the form of a QGIS expression before QGIS reads it: length and nesting
expression_list   the versioned list of what expressions may use, with reasons for the rest
facts             what is known of a layer without its data: fields, CRS, geometry type, grid
formula           the grammar of raster formulas
formula_tree      the expression tree of a formula, and what can be said of it without cells
grid_arithmetic   grids from grids, by numbers alone
host_job          the job file and the messages of a tool host
host_messages     the messages on a tool host's socket
layers            layers as a tool declares and sees them
limits            what one call may make at most, as data
markers           what a tool author writes in Annotated[...]
observation       what a call tells the agent
parameter_values  writes the JSON arguments of a call as values of Processing parameters
pinned            environment variables that change answers, held still
records           step record and workspace file
registry          finds every declared tool
resampling        methods of resampling, and what they make of bands
roles             semantic roles and substitutes, computed from the call
schema            JSON Schema for models and of the dataclasses
spec              builds a tool specification from one typed function
statistics        the closed list of statistics words
structured_types  argument types made of several values: lists, mappings, extents, ranges, coordinates
validator         checks calls without running them
value_types       one class per plain argument type: schema, decoding, encoding
wording           numbers in sentences
"""
