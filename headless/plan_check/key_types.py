# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether the keys of a join can be compared: asked of the join itself, on no rows."""

from __future__ import annotations

from typing import Any

from ...tools.declaration.errors import ToolError
from ...tools.declaration.facts import Field
from ...tools.declaration.spec import Call, ToolSpec

JOIN = "join_by_field"


def key_fault(spec: ToolSpec, call: Call) -> ToolError | None:
    """Finds keys of types that do not go together; None where there are none, or types are not known."""
    if spec.name != JOIN:
        return None
    keys = call.arguments["keys"]
    pairs = [(call.facts("layer").field(a), call.facts("join_layer").field(b)) for a, b in keys.items()]
    if not pairs or any(field is None for pair in pairs for field in pair):
        return None
    try:
        from ...tools.execution.layers.key_matching import Keys, find_matches

        columns = [(_no_rows(first), _no_rows(second)) for first, second in pairs if first and second]
        given = Keys(call.arguments["layer"], call.arguments["join_layer"], columns)
        find_matches(_Unlimited(), given, call.arguments["match"], call.arguments["min_similarity"])  # type: ignore[arg-type]
    except ToolError as fault:
        return fault if fault.code == "KEY_MISMATCH" else None
    except ImportError:
        return None
    return None


class _Unlimited:
    """A run in which nothing is too large, since there is nothing."""

    @property
    def require(self) -> Any:
        return self

    def size(self, *_: Any) -> None:
        """Lets pass."""


def _no_rows(field: Field) -> Any:
    import numpy as np

    from ...tools.execution.layers.rows import Column

    dtypes: dict[str, Any] = {"integer": np.int64, "real": np.float64, "boolean": np.bool_}
    return Column(field, np.empty(0, dtypes.get(field.type, object)), np.empty(0, bool))
