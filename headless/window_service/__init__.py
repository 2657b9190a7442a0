# SPDX-License-Identifier: GPL-2.0-or-later
"""What the window inside QGIS asks of a child process, JSON lines over its standard input and output.

shapes             what is answered and told, key by key
op                 what an op is
op_table           every op by its name
argument_check     holds the arguments of an op to its signature
service            takes lines, has ops answer them, ends when the window leaves
__main__           the process
machine_ops        ops on the machine and the service itself
connection_ops     tests an endpoint and names its fault
known_packs        the packs that the window has been told of
pack_ops           ops on packs
input_copies       copies of the inputs of tasks for a window to open
task_ops           ops on tasks
sessions           the episodes that run in this process
gate               where an episode waits for the person who watches it
stoppable_host     a tool host whose calls can be refused and killed
episode_session    one episode in a thread of its own
episode_pack       the pack that a stored episode was begun with
episode_ops        ops that begin an episode, or go on with one
control_ops        ops that steer one that runs
stored_episodes    what a list of stored episodes tells of each
stored_ops         ops on episodes that lie on disk
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
trace_reference    a trace that begins with a reference
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
