# SPDX-License-Identifier: GPL-2.0-or-later
"""Parameters that an algorithm does not have, which Processing passes over in silence."""

from __future__ import annotations

from collections.abc import Iterable

from qgis.core import QgsProcessingAlgorithm

from ..tools.declaration.errors import ToolError, nearest


def unknown_parameters(algorithm: QgsProcessingAlgorithm, names: Iterable[str]) -> list[ToolError]:
    """Gives an UNKNOWN_ARGUMENT for each name, whatever its case, that is no parameter of the algorithm."""
    known = [definition.name() for definition in algorithm.parameterDefinitions()]
    return [
        ToolError("UNKNOWN_ARGUMENT", f'{algorithm.id()} has no parameter "{name}"',
                  f"it has {', '.join(nearest(name.upper(), known) or known)}", found=name)
        for name in names
        if name.upper() not in known
    ]  # fmt: skip
