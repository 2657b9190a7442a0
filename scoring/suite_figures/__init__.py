# SPDX-License-Identifier: GPL-2.0-or-later
"""Figures over many episodes of one agent, or of two: pure functions of verdicts.

verdicts  an episode as these figures take it, and rates of a group
repeats   pass@k, pass^k, mean and deviation over repeats, unstable tasks
changes   what two agents do differently on the same episodes
frontier  what is not beaten in cost and in accuracy
"""
