# SPDX-License-Identifier: GPL-2.0-or-later
"""Who chooses the calls.

agent         what an agent is: asked again and again, it gives calls or an end
choice        an agent by the name on the command line
naive         plays the naive way of a task, per caveat
person        asks a person at the terminal
random_calls  draws valid calls
reference     plays the reference trajectory of the task
script        plays calls that are written down
task_text     what an agent sees of a task, for a person to read
terminal      where the person is asked
tool_text     a tool, and the list of tools, for a person to read
language_model  a language model behind an endpoint, with the tools as its functions
"""
