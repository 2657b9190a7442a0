# SPDX-License-Identifier: GPL-2.0-or-later
"""A second scorer for small cases: plain loops and brute force, written from the rules of scoring alone.

Nothing of it is shared with `scoring/`. Contracts are plain keys whose defaults stand here a second time.

layers       rows, cells and verdicts, as plain as can be
places       metres and equal CRSs, out of a table
values       whether two values are equal by role
shapes       whether two shapes are equal within tolerance
entities     whether two shapes are the same thing
matching     which row stands for which, in four stages
row_order    whether rows stand in the asked order
predicates   what must hold of any right answer
row_verdict  the checks of vector and table outputs
cells        the checks of raster outputs
made_rows    strategies: contracts, references and outputs of rows
row_changes  what happens to rows on their way to an output
made_shapes  shapes on a lattice, and what happens to them
made_inputs  zones for predicates
made_cells   strategies: contracts, references and outputs of cells
tally        many cases judged by both scorers
bridge       plain rows and cells as the scorer's own
"""
