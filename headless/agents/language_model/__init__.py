# SPDX-License-Identifier: GPL-2.0-or-later
"""A language model behind an endpoint that speaks chat completions, with the tools as its functions.

prompts          what it is told first; their checksums stand in the manifest
model_request    what the command line asks for, as entries of the manifest
base_url         the address of an endpoint, checked
prices           list prices by endpoint and model, from a dated file
keys             the key of an endpoint, and how it is kept out of everything that is written
tool_functions   the tools as functions that every endpoint takes
endpoint_faults  what an endpoint's error means: another try, or the end
reading_in_time  reads a stream in a thread, so that a slow drip cannot outlast a time limit
endpoint         asks for one answer, streaming, within bounds of size and time
answer           one answer, put together from the pieces of its stream
asking           asks again after a wait where that may help
conversation     the messages of an episode, as endpoints take them
model_agent      the agent
"""
