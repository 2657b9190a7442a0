# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether features gather, and around what.

autocorrelation  whether values are like those of their neighbours
centrography     centers of places, and the ellipse or circle of their spread
k_means          groups of rows of numbers around their means
moved_numbers    numbers of a field, in which whole numbers keep all digits
neighborhoods    features with a value, and who is whose neighbor by the rule of a call
point_clusters   clusters of points that lie densely together
point_patterns   whether points gather or keep apart
powers_of_two    numbers divided by powers of two, which rounds nothing
spatial_weights  which features are neighbours: polygons that meet, the nearest places, places within a distance
weighted_places  the centroids of a layer's features with their weights, by group
"""
