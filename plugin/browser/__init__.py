# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs and their tasks, as a person looks through them.

task_browser  the tab of the panel: search, list of tasks, page of the chosen one
"""
