# SPDX-License-Identifier: GPL-2.0-or-later
"""Who chooses the calls.

agent      what an agent is: asked again and again, it gives calls or an end
choice     an agent by the name on the command line
naive      plays the naive way of a task, per caveat
reference  plays the reference trajectory of the task
script     plays calls that are written down
"""
