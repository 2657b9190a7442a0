# SPDX-License-Identifier: GPL-2.0-or-later
"""What stopped a body, as one fault: the same in a workspace as from the toolbox."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Mapping

from ...tasks.crs_equality import UnknownCrs
from ..declaration.errors import ToolError
from ..declaration.facts import LayerFacts
from .guards import conflict_of_rings, far_coordinates

OURSELVES = __name__.partition(".")[0]


def fault_of(api: str, failure: Exception, layers: Mapping[str, LayerFacts]) -> ToolError:
    """Tells what an exception means, whatever raised it.

    Args:
        api: The tool that was stopped.
        layers: What is known of the layers it was given, by their names in sentences.
    Returns: The exception itself where it is a fault already; otherwise one that has it as its cause. The story of what
        nothing explains is on standard error.
    """
    if isinstance(failure, ToolError):
        return failure
    told = _missing_package(api, failure) if isinstance(failure, ImportError) else far_coordinates(api, layers)
    fault = told or _engine_failed(api, failure)
    fault.__cause__ = failure
    return fault


def _missing_package(api: str, failure: ImportError) -> ToolError | None:
    """Names the package that cannot be imported; a module of the project that cannot be is a fault of the project."""
    name = failure.name or str(failure)
    if name.partition(".")[0] == OURSELVES:
        return None
    return ToolError("DEPENDENCY_MISSING", f"{api} needs the Python package {name}",
                     "the panel and `doctor` list what is missing and how to get it")  # fmt: skip


def _engine_failed(api: str, failure: Exception) -> ToolError:
    if isinstance(failure, UnknownCrs):
        return ToolError("CRS_UNSUITABLE", f"{api} cannot use a CRS: {failure}", "assign_crs states another one")
    if type(failure).__name__ == "GEOSException" and (conflict := conflict_of_rings(api, str(failure))):
        return conflict
    traceback.print_exception(failure, file=sys.stderr)
    return ToolError("ENGINE_FAILED", f"{api} stopped with {type(failure).__name__}")
