# SPDX-License-Identifier: GPL-2.0-or-later
"""Who chooses the calls.

agent      what an agent is: asked again and again, it gives calls or an end
choice     an agent by the name on the command line
reference  plays the reference trajectory of the task
script     plays the calls of a file
"""
