# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks, outcomes, limits and mechanisms of failure in words."""

from __future__ import annotations

from ..events import Outcome

CHECKS = {
    "readable": "The file can be read",
    "layer": "The layer is there",
    "crs": "The CRS is the one asked for",
    "envelope": "It lies where the reference lies",
    "geometry_type": "Shapes are of the type asked for",
    "multi": "Single or multi parts as asked for",
    "dimension": "Z and M values as asked for",
    "columns": "All columns are there",
    "types": "Columns are of the types asked for",
    "keys": "Every identifier stands once",
    "order": "Rows are in order",
    "rows": "No row is missing and none left over",
    "values": "Values are within tolerance",
    "geometry": "Shapes are within tolerance",
    "predicates": "All conditions hold",
    "transform": "Cells lie where they should",
    "size": "Columns and rows as asked for",
    "bands": "As many bands as asked for",
    "dtype": "Cells are of the type asked for",
    "nodata": "NoData is marked as asked for",
    "mask": "NoData lies where it should",
}

OUTCOMES: dict[Outcome, str] = {
    "finished": "finished",
    "limit_calls": "stopped: too many calls",
    "limit_turns": "stopped: too many turns",
    "limit_tokens": "stopped: too many tokens",
    "limit_money": "stopped: too costly",
    "limit_seconds": "stopped: out of time",
    "refused": "the model refused",
    "empty_answer": "the model gave an empty answer",
    "content_filtered": "the answer was filtered",
    "context_overflow": "the conversation grew too long",
    "parameter_refused": "the service refused a parameter",
    "cancelled": "cancelled",
    "infrastructure": "the harness failed",
}

FAMILIES = {
    "joining": "Joining",
    "overlay": "Overlay",
    "terrain": "Terrain",
    "pattern": "Pattern",
    "remote_sensing": "Remote sensing",
}

CAVEATS = {
    "crs_misalignment": "CRS misalignment",
    "boundary_ambiguity": "Boundary ambiguity",
    "geometry_topology": "Geometry and topology",
    "nodata": "NoData",
    "unit_mismatch": "Unit mismatch",
}

MECHANISMS: dict[str, str] = {
    "missing_operation": "An operation is missing",
    "wrong_order": "The order is turned round",
    "wrong_tool": "Another tool was taken",
    "non_converging_repeat": "The same again and again",
    "single_call_error": "An error inside one call",
    "never_wrote_the_file": "The file was never written",
    "complete_but_unexplained": "Complete, and the calls do not show why",
    "warnings_not_acted_on": "A warning was not acted on",
    "unassigned": "No rule applies",
}

STAGES = {
    "id_columns": "by identifiers",
    "geometry": "by their shapes",
    "unique_column": "by a column that is unique",
    "assignment": "by the most favourable assignment, an upper bound",
}
