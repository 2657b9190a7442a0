# SPDX-License-Identifier: GPL-2.0-or-later
"""The key names that a model and the models inside it know, for hints about misspelt keys."""

from __future__ import annotations

import typing
from typing import Any

from pydantic import BaseModel


def known_keys(model: Any) -> set[str]:
    """Returns the names of all keys of a model, of a union of models, and of the models inside them."""
    names: set[str] = set()
    _gather(model, names, set())
    return names


def _gather(annotation: Any, names: set[str], seen: set[type]) -> None:
    for part in typing.get_args(annotation):
        _gather(part, names, seen)
    if not isinstance(annotation, type) or not issubclass(annotation, BaseModel) or annotation in seen:
        return
    seen.add(annotation)
    for name, field in annotation.model_fields.items():
        names.add(field.alias or name)
        _gather(field.annotation, names, seen)
