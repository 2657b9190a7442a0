# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Remote sensing.

classifying  unsupervised_classification, supervised_classification
stacking     stack_bands
indices      spectral_index
change       detect_change
"""
