# SPDX-License-Identifier: GPL-2.0-or-later
"""The mutations that broken.yaml may name, with the kinds of outputs they change and the arguments they take.

What they do stands in scoring/self_test; a test compares both lists.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any, NamedTuple

LAYERS, ROWS, RASTERS = ("vector",), ("vector", "table"), ("raster",)
ANY = ("vector", "table", "raster")
ARGUMENT_TYPES: dict[str, tuple[type, ...]] = {
    "column": (str,),
    "crs": (str,),
    "metres": (int, float),
    "factor": (int, float),
    "cells": (int, float),
    "value": (int, float),
}
TYPE_WORDS = {str: "a text", int: "a number"}


class MutationWords(NamedTuple):
    """What is known of a mutation by its name.

    Args:
        kinds: Kinds of outputs it changes.
        arguments: What it may be given; `column` left out means the first column that it can change.
    """

    kinds: tuple[str, ...]
    arguments: tuple[str, ...] = ()


def _named(kinds: tuple[str, ...], names: str, *arguments: str) -> dict[str, MutationWords]:
    return {name: MutationWords(kinds, arguments) for name in names.split()}


MUTATIONS: dict[str, MutationWords] = {
    **_named(ANY, "not_written empty_file another_format unchanged"),
    **_named(ROWS, "layers_of_other_names layer_renamed another_layout"),
    **_named(LAYERS, "wrong_crs_label not_reprojected assigned_never_transformed", "crs"),
    **_named(LAYERS, "no_crs_label axes_swapped crs_by_another_definition"),
    **_named(ROWS, "column_missing name_in_other_case numbers_as_texts unit_behind_number", "column"),
    **_named(ROWS, "fraction_in_integers booleans_as_words booleans_as_numbers dates_day_first", "column"),
    **_named(ROWS, "codes_for_texts leading_zeros_lost integers_as_reals reals_as_integers", "column"),
    **_named(ROWS, "truncated_names column_added columns_in_other_order"),
    **_named(ROWS, "row_missing no_rows row_doubled row_added id_of_a_neighbour"),
    **_named(ROWS, "rows_in_other_order two_rows_exchanged tied_row_taken"),
    **_named(ROWS, "id_not_asked_for ids_off_by_one", "column"),
    **_named(ROWS, "count_off_by_one off_by_twice_the_tolerance off_by_half_the_tolerance", "column"),
    **_named(ROWS, "units_confused", "column", "factor"),
    **_named(ROWS, "null_as_zero zero_as_null value_as_null values_swapped", "column"),
    **_named(ROWS, "text_in_capitals text_decomposed boolean_negated date_off_by_one", "column"),
    **_named(ROWS, "turned_by_a_period relabelled labels_merged", "column"),
    **_named(LAYERS, "wrong_geometry_type shapes_added shape_missing parts_alone multi_of_one"),
    **_named(LAYERS, "heights_added third_value_lost measures_added"),
    **_named(LAYERS, "shifted heights_off", "metres"),
    **_named(LAYERS, "shifted_by_a_datum moved_by_twice_the_tolerance moved_by_half_the_tolerance"),
    **_named(LAYERS, "vertex_moved_by_half_the_tolerance shapes_swapped hole_dropped part_dropped"),
    **_named(LAYERS, "parts_in_other_order direction_reversed rings_turned rings_begin_elsewhere"),
    **_named(LAYERS, "collinear_vertices_added shape_shrunk shape_moved_out"),
    **_named(ROWS, "added_row_out_of_range added_row_repeats tied_row_out_of_range", "column"),
    **_named(RASTERS, "raster_crs_label_wrong", "crs"),
    **_named(RASTERS, "raster_crs_label_missing raster_crs_by_another_definition"),
    **_named(RASTERS, "raster_shifted", "cells"),
    **_named(RASTERS, "raster_rescaled raster_south_up last_row_cut column_of_cells_added band_added band_missing"),
    **_named(RASTERS, "another_data_type nodata_not_declared another_nodata_number nodata_declared"),
    **_named(RASTERS, "raster_layout big_raster stored_with_scale scale_lost cells_masked"),
    **_named(RASTERS, "nodata_as_zero", "value"),
    **_named(RASTERS, "cells_in_other_units", "factor"),
    **_named(RASTERS, "cells_off_by_twice_the_tolerance cells_off_by_half_the_tolerance two_cells_swapped"),
    **_named(RASTERS, "angles_turned_round angles_turned_by_a_period classes_exchanged classes_merged"),
    **_named(RASTERS, "cells_flipped cells_mirrored cells_moved_by_one wrong_rim"),
    **_named(RASTERS, "wrong_cells_that_are_allowed masked_cells_that_are_allowed"),
}


def mutation_problem(name: str, arguments: Mapping[str, Any]) -> str | None:
    """Says what is wrong with the name of a mutation or with its arguments; None where all is well."""
    words = MUTATIONS.get(name)
    if words is None:
        near = difflib.get_close_matches(name, MUTATIONS, n=1)
        hint = f'; nearest is "{near[0]}"' if near else ""
        return f'there is no mutation "{name}"{hint}'
    for argument, value in arguments.items():
        if argument not in words.arguments:
            known = ", ".join(words.arguments) or "none"
            return f'{name} takes no argument "{argument}"; its arguments: {known}'
        able = ARGUMENT_TYPES[argument]
        if not isinstance(value, able) or isinstance(value, bool):
            return f"{argument} of {name} is {TYPE_WORDS[able[0]]}, found {value!r}"
    return None
