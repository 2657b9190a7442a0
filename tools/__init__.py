# SPDX-License-Identifier: GPL-2.0-or-later
"""The harness APIs and the machinery they are written in.

declaration  what a tool is: types, specification, schema, facts, roles, validation (standard library only)
examples     the worked calls of the tools, a file a group, and the layers they stand on
execution    how a tool runs: workspace, engines, guards, executor, host service (QGIS inside)
groups       the APIs themselves, a module or folder per group of the catalogue
"""
