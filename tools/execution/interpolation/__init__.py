# SPDX-License-Identifier: GPL-2.0-or-later
"""Surfaces from points.

kernel_sums    sums of kernels around points
kriging        ordinary kriging and its variance
surfaces       surfaces from points
valued_points  points with a number each
variograms     variograms measured and fitted
"""
