# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of episodes on the map.

episode_layers  groups of layers in the layer tree, one per episode or trace
layer_group     one of them: what is shown, chosen, taken away again
layer_entry     a layer as the service names it
opening_queue   layers that are to be opened, one after another
layer_opening   opens and styles a file that a stranger wrote
background_task  work outside the window's thread, and its result on it
held_collection  keeps Python from collecting garbage in other threads
quiet_gdal      keeps GDAL from side files and the network in one thread
layer_place     where a group goes in the layer tree, and where the map goes
project_crs     keeps the CRS of the project as the person has it
"""
