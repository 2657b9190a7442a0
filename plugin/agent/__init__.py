# SPDX-License-Identifier: GPL-2.0-or-later
"""Watches and steers an agent at a task.

agent_view  the tab of the panel
"""
