# SPDX-License-Identifier: GPL-2.0-or-later
"""Says what is wrong with a plan, a list of calls, before any of them is made.

plan            the check of one plan: its calls, what it leaves unused, what it owes its task
finding         what is wrong: the step, the argument, the code
walk            follows the steps by the effects of the tools
places          where rows lie, followed through steps that change coordinates alone
rehearsal       what a tool refuses before it touches data
unknown         a fact that is not known, from which nothing follows
key_types       whether the keys of a join can be compared
expressions     what expressions refuse, with QGIS and without
given_inputs    what is known of the input files, from a register or from the files
input_reader    has input files loaded in a process of its own
loading_child   that process
loading         one load_layer, the only call that a check makes
argument_texts  the texts in the arguments of a call
idle_steps      inputs that are never loaded, layers that nothing uses
contract_fit    whether the files that are written are those of the contract
"""
