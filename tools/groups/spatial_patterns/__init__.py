# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Spatial pattern analysis.

arguments        arguments that several of its tools share
autocorrelation  morans_i
local_clusters   local_morans_i, hot_spot_analysis
point_patterns   nearest_neighbor_index, ripleys_k
clustering       dbscan_clustering, kmeans_clustering
centers          mean_center, standard_deviational_ellipse
"""
