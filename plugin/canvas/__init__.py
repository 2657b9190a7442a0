# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of episodes on the map.

episode_layers  groups of layers in the layer tree, one per episode or trace
layer_group     one of them: what is shown, chosen, taken away again
layer_entry     a layer as the service names it
layer_task      opens a layer outside the window's thread
layer_opening   opens and styles a file that a stranger wrote
held_collection  keeps Python from collecting garbage in other threads
quiet_gdal      keeps GDAL from side files and the network in one thread
layer_place     where a group goes in the layer tree, and where the map goes
"""
