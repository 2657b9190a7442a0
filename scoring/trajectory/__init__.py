# SPDX-License-Identifier: GPL-2.0-or-later
"""Trajectory closeness: how much of a reference workflow an agent did. A diagnosis; no verdict and no rate uses it.

calls         a call as plain data, and the rules of a task
data_flow     which call builds on which, whatever handles are called
requirement   which roles are required, and which calls meet them
alignment     which call of the agent stands for which call of the reference
agreement     how far two calls are given the same
order         roles done the other way round, and steps that spoil
record        the record of a trajectory
closeness     the way in: score_trajectory
repeats       calls made again and again
mechanisms    the note on a failed run, with labels by rule
"""
