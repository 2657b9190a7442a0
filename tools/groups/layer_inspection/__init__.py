# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Layer inspection.

cells              describe_raster, get_raster_statistics
field_values       get_field_statistics
overview           list_layers, describe_layer
reference_systems  get_crs_info
rows               count_features, sample_rows
validity           check_validity
values             get_unique_values
"""
