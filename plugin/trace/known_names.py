# SPDX-License-Identifier: GPL-2.0-or-later
"""Names that an argument may take: layers before the step, fields of its layer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...tools.declaration.facts import LayerFacts
from ...tools.declaration.layers import Layer
from ...tools.declaration.structured_types import ListType
from ...tools.declaration.value_types import FieldType, LayerType, ValueType

Handles = Mapping[str, LayerFacts]


def options_for(value_type: ValueType, values: Mapping[str, Any], handles: Handles) -> list[str] | None:
    """Lists the names that an argument may take: layers of its kind, fields of its layer.

    Args:
        values: The other arguments, as they are now.
        handles: Layers before the step.
    Returns: None for arguments that take no such names.
    """
    item = value_type.item if isinstance(value_type, ListType) else value_type
    if isinstance(item, LayerType):
        accepted: type[Layer] = item.accepts  # type: ignore[assignment]
        return [handle for handle, facts in handles.items() if _fits(accepted, facts)]
    if isinstance(item, FieldType):
        facts = handles.get(str(values.get(item.layer)), LayerFacts())
        return [field.name for field in facts.fields or () if not item.types or field.type in item.types]
    return None


def _fits(accepted: type[Layer], facts: LayerFacts) -> bool:
    is_kind = facts.kind is None or facts.kind in accepted.kinds
    types = accepted.geometry_types
    return is_kind and (not types or facts.geometry_type is None or facts.geometry_type in types)
