# SPDX-License-Identifier: GPL-2.0-or-later
"""The window: what the plugin adds to desktop QGIS. Nothing here imports pydantic or PyYAML.

plugin   load and unload: the provider, and the window's part where there is a window
window   menu entry, toolbar button, options page, dock panel
panel    the dock panel, its service, its messages
canvas   layers of episodes on the map
browser  packs and their tasks
agent    watches and steers an agent
trace    records what a person does as steps
judge    shows why a result is right or wrong
settings  endpoints, keys, limits and folders; a page of the options of QGIS
i18n     the words of the window, in German and Spanish as well
"""
