# SPDX-License-Identifier: GPL-2.0-or-later
"""The dialog of a tool, filled in from a step; run while recording is on, it becomes a new step."""

from __future__ import annotations

from typing import Any

from ...tools.declaration.parameter_values import Places, processing_parameters
from ...tools.declaration.registry import find
from .step_copies import places_of
from .trace_session import TraceSession
from .trace_step import TraceStep


def open_tool_dialog(step: TraceStep, session: TraceSession) -> Any:
    """Opens the dialog; it does not hold up the window.

    Returns: The dialog; None where Processing has none.
    Raises: ToolError UNKNOWN_TOOL.
    """
    from qgis import processing

    spec = find(step.api)
    files = places_of(spec, session.folder, session.map.told)
    places = Places(
        lambda handle: session.map.book.layer_id_of(handle) or files.layer(handle), files.new_layer, files.file
    )
    values = processing_parameters(spec, step.arguments, places)
    dialog = processing.createAlgorithmDialog(f"gisagentbench:{spec.algorithm_id}", values)
    if dialog is not None:
        dialog.show()
    return dialog
