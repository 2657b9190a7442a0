# SPDX-License-Identifier: GPL-2.0-or-later
"""An error of the service in words.

Sentences of the service are English whatever the language of QGIS: they name what stands in files and calls. In another
language the kind of the error comes before them.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..i18n import marked, tr_marked
from ..i18n.words import is_translated

KINDS = {
    "UNKNOWN_TOOL": marked("There is no such tool"),
    "UNKNOWN_ARGUMENT": marked("There is no such argument"),
    "MISSING_ARGUMENT": marked("Something is missing"),
    "WRONG_TYPE": marked("A value is of the wrong type"),
    "BAD_VALUE": marked("A value cannot be used"),
    "UNKNOWN_LAYER": marked("There is no such layer"),
    "UNKNOWN_FIELD": marked("There is no such field"),
    "UNKNOWN_BAND": marked("There is no such band"),
    "FILE_NOT_FOUND": marked("A file is not there"),
    "BAD_FORMAT": marked("A format does not fit"),
    "AMBIGUOUS_LAYER": marked("It is not clear which layer is meant"),
    "CRS_MISSING": marked("A layer has no CRS"),
    "CRS_MISMATCH": marked("Layers differ in their CRS"),
    "CRS_UNSUITABLE": marked("A CRS is not fit for this"),
    "GRID_MISMATCH": marked("Rasters differ in their grids"),
    "GRID_UNSUITABLE": marked("A grid is not fit for this"),
    "INVALID_GEOMETRY": marked("A geometry is not valid"),
    "WRONG_GEOMETRY_TYPE": marked("Geometries are of the wrong type"),
    "KEY_MISMATCH": marked("Keys do not match"),
    "EXPRESSION_INVALID": marked("An expression is not valid"),
    "EXPRESSION_NOT_ALLOWED": marked("An expression is not allowed"),
    "LIMIT_EXCEEDED": marked("A limit is exceeded"),
    "TIMEOUT": marked("It took too long"),
    "CANCELLED": marked("It was stopped"),
    "PATH_OUTSIDE_WORKSPACE": marked("A path leads out of the workspace"),
    "OUTPUT_EXISTS": marked("It is there already"),
    "STORAGE_FULL": marked("The disk is full"),
    "INVALID_DOCUMENT": marked("A document cannot be read"),
    "DEPENDENCY_MISSING": marked("A package is missing"),
    "NO_OUTPUT_WRITTEN": marked("Nothing was written"),
    "ENGINE_FAILED": marked("An engine failed"),
}


def fault_text(fault: Mapping[str, str]) -> str:
    """Writes the sentence of an error and its hint.

    >>> fault_text({"code": "BAD_VALUE", "sentence": "It is too long.", "hint": "Take less."})
    'It is too long. Take less.'
    """
    return f"{fault.get('sentence', '')} {fault.get('hint', '')}".strip()


def in_language(fault: dict[str, str]) -> dict[str, str]:
    """Puts the kind of an error before its sentence, in the language of the window; in English the sentence is enough.

    Args:
        fault: As the service told it: code, sentence, hint.
    """
    kind = KINDS.get(fault.get("code", ""))
    if kind is None or not is_translated():
        return fault
    return {**fault, "sentence": f"{tr_marked(kind)}: {fault.get('sentence', '')}"}
