# SPDX-License-Identifier: GPL-2.0-or-later
"""The group Attributes and selection.

calculating    calculate_field
counting       frequency
deduplicating  remove_duplicates
joining        join_by_field
measuring      add_geometry_attributes
ranking        sort_and_rank
refactoring    refactor_fields
selecting      extract_by_expression, extract_by_location
summarizing    summarize_by_group
"""
