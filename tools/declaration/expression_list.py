# SPDX-License-Identifier: GPL-2.0-or-later
"""The versioned list of what QGIS expressions may use; every function of QGIS is allowed here, or refused for a reason.

What is allowed gives the same answer in every process and sees the row it is evaluated on, nothing else.
"""

from __future__ import annotations

from typing import NamedTuple

VERSION = 1
VARIABLES = frozenset({"feature", "geometry", "id"})
ELEMENT_VARIABLES = frozenset({"element", "counter"})  # inside array_foreach and array_filter

_ALLOWED_BY_SUBJECT = {
    "numbers": """abs acos asin atan atan2 ceil clamp cos degrees exp floor ln log log10 max min pi radians round
        scale_exponential scale_linear scale_polynomial sin sqrt tan""",
    "conditions": "coalesce if nullif regexp_match try",
    "conversions": """hash hamming_distance levenshtein longest_common_substring md5 sha256 soundex to_date to_datetime
        to_decimal to_dm to_dms to_int to_interval to_real to_string to_time""",
    "text": """ascii char concat format format_number left length lower lpad ltrim regexp_matches regexp_replace
        regexp_substr replace right rpad rtrim strpos substr title trim upper wordwrap""",
    "times": """age day day_of_week format_date hour make_date make_datetime make_interval make_time minute month second
        week year""",
    "lists": """array array_all array_append array_cat array_contains array_count array_distinct array_filter array_find
        array_first array_foreach array_get array_insert array_intersect array_last array_length array_majority
        array_max array_mean array_median array_min array_minority array_prepend array_prioritize array_remove_all
        array_remove_at array_replace array_reverse array_slice array_sort array_sum array_to_string generate_series
        geometries_to_array string_to_array""",
    "maps": """from_json hstore_to_map map map_akeys map_avals map_concat map_delete map_exist map_get map_insert
        map_prefix_keys map_to_hstore to_json""",
    "this row": "$geometry $id feature_id geometry with_variable var",
    "facts of a geometry": """angle_at_vertex area azimuth bounds_height bounds_width distance distance_to_vertex
        geometry_type hausdorff_distance inclination is_closed is_empty is_empty_or_null is_multipart is_valid length3D
        line_interpolate_angle line_locate_m line_locate_point m m_at m_max m_min main_angle num_geometries
        num_interior_rings num_points num_rings perimeter roundness sinuosity straight_distance_2d x x_at x_max x_min y
        y_at y_max y_min z z_at z_max z_min""",
    "relations of two geometries": """contains crosses disjoint intersects intersects_bbox overlaps relate touches
        within""",
    "new geometries": """affine_transform apply_dash_pattern boundary bounds buffer buffer_by_m centroid close_line
        closest_point collect_geometries combine concave_hull convex_hull densify_by_count densify_by_distance
        difference end_point extend exterior_ring extrude flip_coordinates force_polygon_ccw force_polygon_cw force_rhr
        geom_from_wkt geom_to_wkt geometry_n interior_ring_n intersection line_interpolate_point
        line_interpolate_point_by_m line_merge line_substring make_circle make_ellipse make_line make_point make_point_m
        make_polygon make_rectangle_3points make_regular_polygon make_square make_triangle make_valid minimal_circle
        nodes_to_points offset_curve oriented_bbox point_n point_on_surface pole_of_inaccessibility project reverse
        rotate scale segments_to_lines shared_paths shortest_line simplify simplify_vw single_sided_buffer smooth
        square_wave start_point sym_difference tapered_buffer translate triangular_wave union wave wedge_buffer""",
}
FUNCTIONS = frozenset(name for names in _ALLOWED_BY_SUBJECT.values() for name in names.split())


class Refused(NamedTuple):
    """Why functions or variables are not on the list, and what does their work."""

    reason: str
    hint: str
    names: str


_REFUSED = (
    Refused("it reads other rows or layers past the checks of their CRS", "a join or an overlay tool relates layers",
            """aggregate get_feature get_feature_by_id layer_property load_layer decode_uri overlay_contains
            overlay_crosses overlay_disjoint overlay_equals overlay_intersects overlay_nearest overlay_touches
            overlay_within relation_aggregate is_layer_visible"""),
    Refused("it reads rasters past the checks of their CRS and NoData", "zonal_statistics takes values from rasters",
            "raster_attributes raster_statistic raster_value"),
    Refused("it reads all rows of the layer", "summarize_by_group computes it, join_by_field brings it back",
            """array_agg collect concatenate concatenate_unique count count_distinct count_missing iqr majority
            max_length maximum mean median min_length minimum minority q1 q3 range stdev sum"""),
    Refused("it depends on the ellipsoid and units of a project",
            "area(@geometry) is planar, add_geometry_attributes also measures on the ellipsoid", "$area"),
    Refused("it depends on the ellipsoid and units of a project",
            "length(@geometry) is planar, add_geometry_attributes also measures on the ellipsoid", "$length"),
    Refused("it depends on the ellipsoid and units of a project",
            "perimeter(@geometry) is planar, add_geometry_attributes also measures on the ellipsoid", "$perimeter"),
    Refused("it depends on the ellipsoid of a project", "azimuth(a, b) is planar", "bearing"),
    Refused("it changes coordinates without saying by which operation", "reproject_layer says which", "transform"),
    Refused("it makes or names a CRS, which no field holds", "assign_crs states the CRS of a layer",
            "crs_from_text crs_to_authid"),
    Refused("only later versions of QGIS have it", "if(condition, true, false) takes its place", "to_bool"),
    Refused("only later versions of QGIS have it", "rpad('', n, 'x') repeats a character", "repeat"),
    Refused("it gives NULL for all but points", "x(@geometry), y(@geometry) or z(@geometry) takes its place",
            "$x $y $z"),
    Refused("it is an old spelling", "x_at(@geometry, n) or y_at(@geometry, n) takes its place", "$x_at $y_at"),
    Refused("it is an old spelling", "@feature or @geometry takes its place", "$currentfeature"),
    Refused("it gives NULL for a field that does not exist", "a field stands in double quotes by its name",
            "attribute attributes"),
    Refused("it runs text as an expression", "write that expression out", "eval eval_template order_parts"),
    Refused("its result is another one in every call", "an expression over fields gives the same result again",
            "now rand randf uuid square_wave_randomized triangular_wave_randomized wave_randomized"),
    Refused("it depends on the time zone of a session", "make_datetime and make_interval count from a stated moment",
            "datetime_from_epoch epoch"),
    Refused("it reads files or settings of this computer", "load_layer brings data in",
            """base_file_name env exif exif_geotag file_exists file_name file_path file_size file_suffix is_directory
            is_file mime_type sqlite_fetch_and_increment"""),
    Refused("it depends on how a layer is shown or edited in a window", "fields and geometry are the same everywhere",
            """$scale current_parent_value current_value display_expression is_attribute_valid is_feature_valid
            is_selected item_variables map_credits maptip num_selected parameter represent_attributes represent_value
            sensor_data"""),
    Refused("it is for styles and documents", "tools have no use for its result",
            """color_cmyk color_cmyka color_cmykf color_grayscale_average color_hsl color_hsla color_hslf color_hsv
            color_hsva color_hsvf color_mix color_mix_rgb color_part color_rgb color_rgba color_rgbf create_ramp darker
            lighter map_to_html_dl map_to_html_table project_color project_color_object ramp_color ramp_color_object
            set_color_part url_encode"""),
    Refused("it reads or makes stored bytes", "geom_from_wkt and geom_to_wkt speak of geometries",
            "from_base64 geom_from_gml geom_from_wkb geom_to_wkb to_base64"),
)  # fmt: skip
REFUSED = {name: refused for refused in _REFUSED for name in refused.names.split()}
