# SPDX-License-Identifier: GPL-2.0-or-later
"""A value that stands for a fact that is not known, and stops whatever would draw a conclusion from it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from ...tools.declaration.facts import Extent, LayerFacts

# facts whose None is taken for "there is none"; of count and invalid_count every reader takes it as open
STATED = ("crs", "fields", "geometry_type", "is_multi", "has_z", "has_m", "grid", "bands")

FORMS: dict[str, tuple[Any, ...]] = {
    "geometry_type": ("Point", "LineString", "Polygon", None),
    "is_multi": (False, True),
    "has_z": (False, True),
    "has_m": (False, True),
}


class NotKnown(BaseException):
    """Something that only the data can tell; no Exception, so that no tool takes it for a fault."""


def _stop(*_: Any, **__: Any) -> NoReturn:
    raise NotKnown


def _unknown(*_: Any) -> Any:
    return UNKNOWN


class Unknown:
    """May be handed on, stored and computed with, which gives it again; any other use of it raises NotKnown."""

    def __getattr__(self, name: str) -> NoReturn:
        raise NotKnown

    __bool__ = __str__ = __repr__ = __format__ = __bytes__ = __hash__ = __fspath__ = _stop  # type: ignore[assignment]
    __int__ = __float__ = __index__ = __complex__ = _stop
    __iter__ = __next__ = __len__ = __contains__ = __getitem__ = __setitem__ = __call__ = _stop
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __and__ = __rand__ = __or__ = __ror__ = _stop  # type: ignore[assignment]
    __enter__ = __exit__ = _stop
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __mod__ = __rmod__ = __pow__ = __rpow__ = _unknown
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __neg__ = __pos__ = __abs__ = __round__ = _unknown


class NoFile(Unknown):
    """Stands for the path of a layer: alike for one layer, but nothing that could be opened."""

    def __init__(self, handle: str) -> None:
        self.handle = handle

    def __bool__(self) -> bool:  # type: ignore[override]
        return True

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self.handle)

    def __eq__(self, other: object) -> bool:  # type: ignore[override]
        return isinstance(other, NoFile) and other.handle == self.handle

    def __ne__(self, other: object) -> bool:  # type: ignore[override]
        return not self == other


UNKNOWN: Any = Unknown()
UNKNOWN_EXTENT = Extent(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)


@dataclass(frozen=True)
class GuardedFacts(LayerFacts):
    """Facts in which what is not known cannot be taken for what is not there.

    Args:
        place: Where the rows lie, in degrees, where that is known.
    """

    place: Extent | None = None

    @property
    def field_names(self) -> Any:
        """Gives the names of the fields."""
        return UNKNOWN if self.fields is UNKNOWN else [field.name for field in self.fields or ()]

    def field(self, name: str) -> Any:
        """Finds a field by its exact name."""
        return UNKNOWN if self.fields is UNKNOWN else super().field(name)


def guarded(facts: LayerFacts, place: Extent | None = None, case: Mapping[str, Any] | None = None) -> GuardedFacts:
    """Puts UNKNOWN in place of every stated fact that is None, unless the case says what it is."""
    values = {name: getattr(facts, name) for name in facts.__dataclass_fields__}
    values |= {name: UNKNOWN for name in STATED if values[name] is None} | dict(case or {})
    values["extent"] = values["extent"] or UNKNOWN_EXTENT
    return GuardedFacts(**values, place=place)


def open_forms(facts: LayerFacts) -> list[str]:
    """Names the facts about the shapes of a layer of rows that are not known, and have few cases."""
    return [name for name in FORMS if getattr(facts, name) is None] if facts.kind == "vector" else []


def cases_of(facts: LayerFacts) -> Iterator[dict[str, Any]]:
    """Gives every form that the shapes of a layer may have; a type of None is that of collections."""
    names = open_forms(facts)
    for values in itertools.product(*(FORMS[name] for name in names)):
        yield dict(zip(names, values, strict=True))
