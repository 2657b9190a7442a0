# SPDX-License-Identifier: GPL-2.0-or-later
"""Records what a person does as steps.

trace_view          the tab of the panel
trace_bar           its tool bar
trace_words         what it says of the open trace
trace_session       the open trace: what the service knows of its steps, and what is asked of it
trace_work          what the service is asked to do with it, and whether it is at it
trace_opening       opens traces, what agents did, references
trace_layers        its layers: what is known of each, those on the map, which of the project they are
taken_names         names that are taken: of what is there, and of what is still to come
task_inputs         which files on the map are inputs of its task
trace_changes       changes of the list of steps
trace_files         what a trace becomes on disk
trace_step          a step as the service tells of it
call_queue          asks for calls one after another
step_model          the steps as rows of a table
step_table          that table: drag, keys, menu
step_page           the page of the chosen step: arguments, findings, observation
arguments_editor    arguments as a form and as JSON, checked as they are typed
argument_drafts     changes of arguments that are not applied yet, kept by step
argument_form       a row of input for each argument of a tool
argument_inputs     inputs for the values of arguments, one for each kind of value
input_choice        which of them fits the type of an argument
known_names         names that an argument may take
json_input          JSON as text
contract_form       the contract of an output, filled in from its layer
contract_columns    its table of columns
recorder            makes steps of what is run in the toolbox
history_listener    hears of it from the history of Processing
step_adding         adds steps otherwise than from the toolbox
tool_choice         chooses a tool
past_run_choice     chooses runs of earlier from the history
past_run_model      these as rows of a table
past_run_reading    what each would be as a step
past_runs           reads them from the history, page by page
toolbox_run         one run, as the history has it
run_reading         reads a run as a call of ours
layer_uses          where layers stand among the parameters of a run
layer_book          which layers of the project are which of the trace
layer_taking        takes other layers into the inputs of the trace
input_writing       writes them outside the window's thread
native_calls        algorithms of QGIS that are exactly one of our tools
usual_operation     the coordinate operation that QGIS chooses by itself
nearest_tools       the tool that is nearest to an algorithm that is none of ours
handle_names        names for new layers
stored_menu         the menu of traces and episodes that lie on disk
step_tools          copies a step, opens it in the dialog of its tool
step_copies         a step as Python, as a command and as JSON
model_export        the steps as a model of the model designer
tool_dialog         the dialog of a tool, filled in from a step
"""
