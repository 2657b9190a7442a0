# SPDX-License-Identifier: GPL-2.0-or-later
"""What the window inside QGIS asks of a child process, JSON lines over its standard input and output.

shapes             what is answered and told, key by key
op                 what an op is
made_layers        the layers of a workspace, with the steps that made them
episode_place      which episode of which run a folder is
trace_ops          ops on whole traces: begin, open, branch, list, save, close
trace_step_ops     ops on the steps of a trace
trace_desk         all traces of a service, open and stored
trace_session      a trace that is open: calls, changes, runs again
trace_host         makes its calls in a tool host, and tells of them
trace_document     a trace as it lies on disk
trace_workspace    the workspace in which a changed trace goes on
trace_task         the task of a trace
trace_inputs       its input files
trace_findings     what the plan check says of its steps
trace_episode      a trace of what an agent did
trace_saving       a trace as a reference trajectory
trace_contract     a contract to begin with, made of what an output is
trace_contract_child  reads that output in a limited child
export_ops         ops that give a trace as text that runs elsewhere
export_steps       a trace as a program
export_calls       its steps as calls of Processing algorithms
export_text        these as lines of PyQGIS and commands of qgis_process
judge_ops          ops that judge
judge_subject      what is judged: an episode, a trace, a file
judge_scores       its score in words
judge_places       where its worst rows and cells lie
judge_places_child  finds their shapes in a limited child
judge_differences  layers of its differences, and copies of both sides
judge_steps        its steps beside those of the reference
"""
