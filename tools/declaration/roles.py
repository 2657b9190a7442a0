# SPDX-License-Identifier: GPL-2.0-or-later
"""Semantic roles of a call and what stands in for them, by one table.

A role is computed from the API and its arguments: `buffer` with `dissolve` does two things.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

INSPECT_ROLES = frozenset({"inspect_data", "inspect_validity", "inspect_values"})
UNCOUNTED_ROLES = INSPECT_ROLES | {"load_data"}
EXPORT_ROLES = frozenset({"export_data"})
SPOILING_ROLES = frozenset({"resample_raster"})  # cells made anew out of their neighbours do not come back

Condition = Callable[[dict[str, Any]], bool]

ROLES: dict[str, tuple[str, ...]] = {
    "list_layers": ("inspect_data",),
    "describe_layer": ("inspect_data",),
    "describe_raster": ("inspect_data",),
    "get_raster_statistics": ("inspect_values",),
    "get_crs_info": ("inspect_data",),
    "count_features": ("inspect_values",),
    "sample_rows": ("inspect_values",),
    "get_field_statistics": ("inspect_values",),
    "get_unique_values": ("inspect_values",),
    "check_validity": ("inspect_validity",),
    "load_layer": ("load_data",),
    "export_layer": ("export_data",),
    "export_raster": ("export_data",),
    "create_points_from_table": ("create_points",),
    "create_points": ("create_points",),
    "merge_layers": ("merge_layers",),
    "reproject_layer": ("reproject_vector",),
    "assign_crs": ("assign_crs",),
    "warp_raster": ("reproject_raster", "resample_raster"),
    "add_geometry_attributes": ("measure_geometry",),
    "calculate_field": ("calculate_field",),
    "refactor_fields": ("refactor_fields",),
    "summarize_by_group": ("group_statistics",),
    "frequency": ("group_statistics",),
    "sort_and_rank": ("rank",),
    "remove_duplicates": ("deduplicate",),
    "extract_by_expression": ("select_by_attribute",),
    "extract_by_location": ("select_by_location",),
    "join_by_field": ("attribute_join",),
    "buffer": ("buffer",),
    "centroids": ("centroid",),
    "interior_points": ("interior_point",),
    "minimum_bounding_geometry": ("bounding_geometry",),
    "dissolve": ("dissolve",),
    "extract_vertices": ("extract_vertices",),
    "multipart_to_singlepart": ("explode_parts",),
    "split_lines": ("split_lines",),
    "split_with_lines": ("split_with_lines",),
    "planarize_lines": ("planarize",),
    "polygonize_lines": ("lines_to_polygons",),
    "polygons_to_lines": ("polygons_to_lines",),
    "line_intersections": ("line_intersections",),
    "points_to_path": ("points_to_lines",),
    "voronoi_polygons": ("voronoi",),
    "create_grid": ("grid",),
    "random_points": ("random_points",),
    "points_along_lines": ("points_along_lines",),
    "geometry_by_expression": ("geometry_expression",),
    "simplify_geometry": ("simplify",),
    "clip": ("clip",),
    "intersection": ("intersection",),
    "difference": ("difference",),
    "symmetrical_difference": ("symmetrical_difference",),
    "union": ("union",),
    "multi_union": ("union",),
    "overlap_analysis": ("overlap_area",),
    "apportion_attributes": ("intersection", "group_statistics"),
    "clip_buffers_to_polygons": ("buffer", "spatial_join", "clip"),
    "fix_geometries": ("repair_geometry",),
    "snap_geometries": ("snap",),
    "remove_overlaps": ("remove_overlaps",),
    "fill_gaps": ("fill_gaps",),
    "eliminate_slivers": ("eliminate_slivers",),
    "find_topology_errors": ("find_topology_errors",),
    "spatial_join": ("spatial_join",),
    "spatial_join_summary": ("aggregate_join",),
    "join_nearest": ("nearest_join",),
    "summarize_within_distance": ("buffer", "aggregate_join"),
    "count_points_in_polygons": ("aggregate_join",),
    "sum_line_lengths": ("aggregate_join",),
    "distance_matrix": ("distance_matrix",),
    "polygon_neighbors": ("polygon_adjacency",),
    "geocode_addresses": ("geocode",),
    "geocode_street_ranges": ("geocode",),
    "shortest_path": ("shortest_path",),
    "constrained_shortest_path": ("constrained_route",),
    "service_area": ("service_area",),
    "od_cost_matrix": ("od_matrix",),
    "network_connectivity": ("network_connectivity",),
    "locate_points_along_lines": ("linear_referencing",),
    "place_events_along_lines": ("linear_referencing",),
    "zonal_statistics": ("zonal_statistics",),
    "tabulate_area": ("tabulate_area",),
    "sample_raster": ("sample_raster",),
    "polygonize_raster": ("raster_to_polygons",),
    "rasterize_vector": ("rasterize",),
    "contour_lines": ("contour",),
    "kernel_density": ("kernel_density",),
    "interpolate_points": ("interpolate",),
    "slope": ("slope",),
    "aspect": ("aspect",),
    "hillshade": ("hillshade",),
    "terrain_index": ("terrain_index",),
    "viewshed": ("viewshed",),
    "fill_sinks": ("fill_sinks",),
    "flow_direction": ("flow_direction",),
    "flow_accumulation": ("flow_accumulation",),
    "extract_streams": ("stream_network", "stream_order"),
    "watershed": ("watershed", "raster_to_polygons"),
    "raster_calculator": ("map_algebra",),
    "proximity_raster": ("raster_distance",),
    "clump_raster": ("clump",),
    "sieve_raster": ("sieve",),
    "fill_nodata": ("fill_nodata",),
    "least_cost_path": ("cost_distance", "least_cost_path"),
    "cost_distance": ("cost_distance",),
    "focal_statistics": ("focal_statistics",),
    "morans_i": ("global_autocorrelation",),
    "local_morans_i": ("local_clusters",),
    "hot_spot_analysis": ("local_clusters",),
    "nearest_neighbor_index": ("point_pattern_test",),
    "ripleys_k": ("point_pattern_test",),
    "dbscan_clustering": ("density_clustering",),
    "kmeans_clustering": ("partition_clustering",),
    "mean_center": ("centrography",),
    "standard_deviational_ellipse": ("centrography",),
    "unsupervised_classification": ("image_classification",),
    "supervised_classification": ("image_classification",),
    "cell_statistics": ("cell_statistics",),
    "reclassify_raster": ("reclassify",),
    "clip_raster": ("clip_raster",),
    "mosaic_rasters": ("mosaic",),
    "set_nodata": ("set_nodata",),
    "stack_bands": ("stack_bands",),
    "spectral_index": ("spectral_index",),
    "detect_change": ("map_algebra", "change_detection"),
    "resample_raster": ("resample_raster",),
    "align_rasters": ("reproject_raster", "resample_raster", "clip_raster"),
}
EXTRA_ROLES: dict[str, tuple[tuple[str, Condition], ...]] = {
    "buffer": (("dissolve", lambda arguments: arguments.get("dissolve") is True),),
}
SUBSTITUTES: dict[str, tuple[str, ...]] = {
    "tabulate_area": ("zonal_statistics",),
    "planarize": ("split_with_lines",),
    "measure_geometry": ("calculate_field",),
    "select_by_location": ("spatial_join", "spatial_join_summary"),
    "clip": ("intersection",),
    "overlap_area": ("intersection",),
    "aggregate_join": ("count_points_in_polygons",),
    "polygon_adjacency": ("spatial_join",),
    "terrain_index": ("focal_statistics",),
    "shortest_path": ("constrained_shortest_path",),
    "od_matrix": ("shortest_path",),
    "fill_nodata": ("raster_calculator",),
    "cell_statistics": ("raster_calculator",),
    "map_algebra": ("reclassify_raster", "spectral_index", "detect_change", "cell_statistics"),
    "reclassify": ("raster_calculator",),
    "spectral_index": ("raster_calculator",),
    "change_detection": ("raster_calculator",),
}


def roles_of(api: str, arguments: dict[str, Any]) -> list[str]:
    """Gives the roles of a call, the API's own first; empty for an API without an entry."""
    extra = [role for role, holds in EXTRA_ROLES.get(api, ()) if holds(arguments)]
    return [*ROLES.get(api, ()), *extra]


def possible_roles(api: str) -> list[str]:
    """Gives every role a call of the API may have."""
    return [*ROLES.get(api, ()), *(role for role, _ in EXTRA_ROLES.get(api, ()))]


def substitutes_of(api: str, registered: frozenset[str] | set[str]) -> dict[str, list[str]]:
    """Gives, per role of the API, the other registered APIs that satisfy it."""
    result: dict[str, list[str]] = {}
    for role in possible_roles(api):
        same = [name for name in ROLES if name != api and role in possible_roles(name)]
        listed = [name for name in SUBSTITUTES.get(role, ()) if name != api]
        names = [name for name in dict.fromkeys([*same, *listed]) if name in registered]
        if names:
            result[role] = names
    return result
