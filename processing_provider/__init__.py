# SPDX-License-Identifier: GPL-2.0-or-later
"""Turns every tool into a Processing algorithm, and has the algorithms of the harness itself.

argument_values     reads Processing parameter values as the JSON arguments of a call
difference_loading  styles difference layers, and puts them into the project
harness_algorithm   what the algorithms of the harness itself have alike
help_blocks         parts of the help of the harness's own algorithms
help_text           the help of a tool as the panel beside its dialog shows it
icons               one SVG per group
parameters          one Processing parameter per argument and output
provider            the provider `gisagentbench`
replay_help         the help of `replaytrajectory`
replay_parameters   its parameters
replay_trajectory   the algorithm that replays a trajectory in a workspace
batch_help          the help of `runbatch`
batch_parameters    its parameters
command_process     runs a command of the program in a process of its own
run_batch           the algorithm that runs the episodes of a pack
score_help          the help of `scoreoutput`
score_output        the algorithm that scores a file and maps its differences
score_parameters    its parameters
score_words         a score record as the log shows it
tool_algorithm      the algorithm made from a tool's specification
tool_host           the algorithm that answers an agent's calls
unknown_parameters  parameters that an algorithm does not have
"""
