# SPDX-License-Identifier: GPL-2.0-or-later
"""Calls drawn at random, of the specifications of tools and the facts of layers.

agreeing_arguments  arguments that go together in the tools on networks
made_calls          seeded calls of every tool
linked_calls        chains of calls, each on layers that earlier ones will have made
valid_calls         calls on the layers there are, one at a time
"""
