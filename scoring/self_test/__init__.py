# SPDX-License-Identifier: GPL-2.0-or-later
"""The scorer tests itself: every clause of a contract is broken once, and right answers are written in other ways.

trial                runs mutations and declared outputs of one contract through the scorer
outcome              what came of it: caught, accepted, missed, not applicable
clauses              which clauses of a contract must be tried, and which cannot fail first
registry             the list of all mutations
mutation             what a mutation is
row_case             a vector or table contract with its reference, and the rules of its rows
shape_rules          by how much shapes may move before a contract sees it
raster_case          a raster contract with its reference, and the rules of its cells
edited_rows          rows that are changed and written again
edited_raster        a raster that is changed and written again
file_mutations       changes of the file, its layers and its CRS
column_mutations     changes of names, order and types of columns
row_mutations        changes of the set of rows
value_mutations      changes of values by type and role
shape_parts          the shapes of a case, taken apart and put together again
shape_forms          changes of kind and dimension, other ways of writing the same shape
shape_mutations      changes of place, parts and holes
predicate_mutations  changes that only a predicate sees
grid_mutations       changes of a raster's grid, bands, data type and NoData
cell_mutations       changes of a raster's cells
made_references      contracts and references of every kind, made from nothing
"""
