# SPDX-License-Identifier: GPL-2.0-or-later
"""QGIS expressions that agents write: read by QGIS, held to the list, evaluated row by row.

bounds          limits on what a function may make, held with the values it is called with
call_check      checks the expressions among the arguments of a call
large_integers  whole numbers that an expression cannot tell apart
planar_measures  whether areas and lengths in an expression are true to the ground
reading         reads an expression and says in words why it cannot be read
row_expression  evaluates an expression on the rows of a layer, with errors counted
rules           holds an expression to the list, to the fields of its layer and to variables that exist
tree            the parts of an expression as QGIS has read it
"""
