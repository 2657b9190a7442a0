# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Terrain and hydrology.

indices  terrain_index
sinks_and_flow  fill_sinks, flow_direction, flow_accumulation
streams  extract_streams
surface  slope, aspect, hillshade
visibility  viewshed
watersheds  watershed
"""
