# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs and their tasks, as a person looks through them.

task_browser  the tab of the panel: search, tree of tasks, page of the chosen one
task_tree     packs, families and tasks as a tree
task_filter   which of them are listed
pack_listing  asks for packs and tasks, and opens packs
filter_row    search field and choices of family, area and caveat
task_page     prompt, inputs and contract of a task as a page
task_inputs   the inputs of a task as layers on the map
empty_page    what is shown while there is no pack
open_menu     the menu that asks for a folder or a zip
"""
