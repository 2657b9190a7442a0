# SPDX-License-Identifier: GPL-2.0-or-later
"""The window: what the plugin adds to desktop QGIS.

plugin  load and unload: the provider, and later the dock panel
"""
