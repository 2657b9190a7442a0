# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Vector overlay.

clipping             clip, difference
intersecting         intersection
uniting              union, multi_union, symmetrical_difference
sharing              overlap_analysis, apportion_attributes
buffers_in_polygons  clip_buffers_to_polygons
"""
