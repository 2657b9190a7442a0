# SPDX-License-Identifier: GPL-2.0-or-later
"""Seeded calls of every tool, made from its specification and the facts of the layers there are.

Most are such that the validator finds no fault; one in fourteen is wrong on purpose.
Calls that were done are learnt: their optional arguments and words come again with other layers and values.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from ...tools.declaration import structured_types as structured
from ...tools.declaration import value_types as values
from ...tools.declaration.facts import LayerFacts
from ...tools.declaration.registry import all_tools
from ...tools.declaration.spec import Argument, ToolSpec
from ...tools.declaration.statistics import STATISTICS
from ...tools.declaration.validator import check_call
from .agreeing_arguments import agreeing

TRIES = 12
WRONG_SHARE = 0.07
LEARNT_SHARE = 0.6
OPTIONAL_SHARE = 0.3
OWN_NAME_SHARE = 0.8
SAME_CRS_SHARE = 0.9
OWN_UNIT_SHARE = 0.8  # of units of pixels, which must be that of the CRS
UNITS = {"EPSG:28992": "m", "EPSG:3857": "m", "EPSG:25831": "m", "EPSG:2263": "us_ft", "EPSG:4326": "deg"}
CRSS = ("EPSG:28992", "EPSG:2263", "EPSG:4326", "EPSG:3857", "EPSG:25831")
WRONG: tuple[Any, ...] = (
    None, "", "no_such", -1, 0, 1e18, True, [], {}, [None], {"a": None}, "EPSG:1", "'", float("nan"), "\u202e" * 9,
)  # fmt: skip
NUMBERS = (1, 2, 3, 5, 10, 25, 100, 0.5, 1.5, 45, 0, -1, 1e-9, 1e5)
SUFFIXES = {"shapefile": "shp", "flatgeobuf": "fgb", "geotiff": "tif", "cog": "tif", "ascii_grid": "asc"}
EXPRESSIONS = (
    '"{0}" IS NOT NULL', '"{0}"', 'coalesce("{0}", \'x\')', "1 = 1", "2.5", "'2024-02-29'", 'to_string("{0}") || \'a\'',
    "$geometry", "buffer($geometry, 1)", "centroid($geometry)", "num_points($geometry)", "NULL", 'to_real("{0}")',
    '"{0}" = 2', "make_point(1, 2)", "x($geometry) > 0", "length($geometry)", '"{0}" / 0',
)  # fmt: skip
FORMULAS = ("a + 1", "a / 0", "where(a > 2, a, nodata)", "sqrt(a - 3)", "a ** 2 > 4 or isnodata(a)", "a + b", "b - a")


class CallMaker:
    """Makes calls; the same seed and the same layers give the same calls."""

    numbers: tuple[float, ...] = NUMBERS
    wrong_share = WRONG_SHARE

    def __init__(self, seed: int, files: Sequence[str], specs: Sequence[ToolSpec] = ()) -> None:
        self.random = random.Random(seed)
        self.files = files
        self.specs = specs or tuple(all_tools().values())
        self.handles: Mapping[str, LayerFacts] = {}
        self._number = 0
        self._crs: str | None = None
        self._waiting: list[ToolSpec] = []
        self._done: dict[str, list[dict[str, Any]]] = {}

    def learn(self, api: str, arguments: dict[str, Any]) -> None:
        """Takes note of a call that was done."""
        self._done.setdefault(api, []).append(arguments)

    def knows(self, api: str) -> bool:
        """Tells whether a call of a tool has been learnt."""
        return api in self._done

    def call(self, handles: Mapping[str, LayerFacts]) -> tuple[str, dict[str, Any]]:
        """Makes one call; every tool of `specs` comes once before any comes again."""
        self.handles = handles
        if not self._waiting:
            self._waiting = list(self.specs)
            self.random.shuffle(self._waiting)
        spec = self._waiting.pop()
        arguments: dict[str, Any] = {}
        for _ in range(TRIES):
            arguments = self._arguments(spec)
            if not check_call(spec.name, arguments, dict(handles), None).faults:
                break
        if arguments and self.random.random() < self.wrong_share:
            arguments[self.random.choice(list(arguments))] = self.random.choice(WRONG)
        return spec.name, arguments

    def _arguments(self, spec: ToolSpec) -> dict[str, Any]:
        self._number += 1
        known = [facts.crs for facts in self.handles.values() if facts.kind != "table"]
        near = [crs for crs in known if self.random.random() < 0.5 or crs == known[0]]
        self._crs = self.random.choice(near or [None])
        share = self.random.choice((0, OPTIONAL_SHARE, 0.6))
        is_learnt = spec.name in self._done and self.random.random() < LEARNT_SHARE
        model = self.random.choice(self._done[spec.name]) if is_learnt else None
        chosen = [item for item in spec.arguments if item.required or self.random.random() < share]
        if model is not None:
            chosen = [item for item in spec.arguments if item.name in model]
        made: dict[str, Any] = {}
        for item in sorted(chosen, key=lambda item: self._order(item)):
            is_word = model is not None and isinstance(item.type, values.ChoiceType)
            own = model[item.name] if model and is_word else self._of_its_name(item)
            made[item.name] = self._value(item.type, made) if own is None else own
        given = {item.name: made[item.name] for item in chosen}
        return agreeing(spec, given, lambda item: self._value(item.type, made), self.random)

    def _of_its_name(self, item: Argument) -> str | None:
        """Finds a layer that is called as the argument, which few others would do for, such as flow_direction."""
        own = [name for name in self.handles if name == item.name and isinstance(item.type, values.LayerType)]
        return own[0] if own and self.random.random() < OWN_NAME_SHARE else None

    def _order(self, item: Argument) -> int:
        """What others are made from comes first: layers, words, then the rest."""
        if isinstance(item.type, values.ChoiceType):
            return 0
        is_layers = isinstance(item.type, structured.ListType) and isinstance(item.type.item, values.LayerType)
        return 1 if is_layers or isinstance(item.type, values.LayerType) else 2

    def _value(self, kind: values.ValueType, made: dict[str, Any]) -> Any:
        if isinstance(kind, structured.ListType):
            items = [self._value(kind.item, made) for _ in range(self.random.randint(1, 3))]
            return [item for index, item in enumerate(items) if item not in items[:index]]
        if isinstance(kind, structured.MappingType):
            return self._mapping(kind, made)
        if kind is structured.RANGES:
            return self._ranges()
        if isinstance(kind, structured.RowsType):
            names = [name for name in kind.columns if name not in kind.optional or self.random.random() < 0.5]
            return [{name: self._value(kind.columns[name], made) for name in names} for _ in range(2)]
        if isinstance(kind, structured.ExtentType):
            return self._layer(values.LayerType()) if self.random.random() < 0.7 else self._rectangle()
        return self._number_in(kind) if isinstance(kind, values.NumberType) else self._word(kind, made)

    def _mapping(self, kind: structured.MappingType, made: dict[str, Any]) -> dict[str, Any]:
        if isinstance(kind.value, values.BandType):
            return {name: self._word(kind.value, made) for name in ("a", "b")}
        if isinstance(kind.key, values.ChoiceType) and isinstance(kind.value, values.BandNumberType):
            return {str(word): self._value(kind.value, made) for word in kind.key.choices}
        pairs = range(self.random.randint(1, 2))
        return {str(self._value(kind.key, made)): self._value(kind.value, made) for _ in pairs}

    def _ranges(self) -> list[dict[str, Any]]:
        """Makes ranges that follow on each other."""
        breaks = sorted(self.random.sample(NUMBERS, 3))
        pairs = zip(breaks, breaks[1:], strict=False)
        return [{"min": low, "max": high, "value": self.random.choice((1, 2, None))} for low, high in pairs]

    def _rectangle(self) -> dict[str, float]:
        x, y = self.random.choice(((155_000, 463_000), (5.0, 52.0), (0, 0)))
        side = self.random.choice((0.02, 200))
        return {"xmin": x, "ymin": y, "xmax": x + side, "ymax": y + side}

    def _number_in(self, kind: values.NumberType) -> float | int:
        fit = [number for number in self.numbers if self._fits(kind, number)]
        return self.random.choice(fit or [kind.minimum or 1])

    def _fits(self, kind: values.NumberType, number: float) -> bool:
        low = -1e9 if kind.minimum is None else kind.minimum
        above = -1e9 if kind.above is None else kind.above
        high = 1e9 if kind.maximum is None else kind.maximum
        is_first_band = not isinstance(kind, values.BandNumberType) or number <= 2
        return low <= number <= high and number > above and is_first_band and (not kind.whole or number == int(number))

    def _word(self, kind: values.ValueType, made: dict[str, Any]) -> Any:
        if isinstance(kind, values.BooleanType):
            return self.random.random() < 0.5
        if isinstance(kind, values.ChoiceType):
            own = UNITS.get(self._crs or "")
            is_own = own in kind.choices and "km" not in kind.choices and self.random.random() < OWN_UNIT_SHARE
            return own if is_own else self.random.choice(kind.choices)
        if isinstance(kind, values.StatisticType):
            return self.random.choice((*STATISTICS, "percentile_90"))
        if isinstance(kind, values.CrsType):
            return self._crs if self._crs and self.random.random() < 0.5 else self.random.choice(CRSS)
        if isinstance(kind, values.FieldType):
            return self._field(made.get(kind.layer), kind.types)
        if isinstance(kind, values.ExpressionType):
            return self.random.choice(EXPRESSIONS).format(self._field(made.get(kind.layer), ()))
        if isinstance(kind, values.FormulaType):
            return self.random.choice(FORMULAS)
        if isinstance(kind, values.LayerType):
            return self._layer(kind)
        if isinstance(kind, values.BandType):
            rasters = [name for name, facts in self.handles.items() if facts.kind == "raster"]
            same = [name for name in rasters if self.handles[name].crs == self._crs]
            return self.random.choice(same or rasters or list(self.handles)) + self.random.choice(("", "@1"))
        return self._text(kind, made)

    def _text(self, kind: values.ValueType, made: dict[str, Any]) -> str:
        if isinstance(kind, values.NewHandleType):
            return f"made_{self._number}_{self.random.randrange(10**6)}"
        if isinstance(kind, values.FileType):
            word = str(made.get("format", "geotiff"))
            return f"made_{self._number}.{SUFFIXES.get(word, word)}" if kind.writes else self.random.choice(self.files)
        return self.random.choice(("a", "new_1", "x_", "größe", "kind", "geom", "fid"))

    def _layer(self, kind: values.LayerType) -> str:
        wanted: Any = kind.accepts if kind.accepts is not object else None
        fit = [name for name, facts in self.handles.items() if wanted is None or _accepts(wanted, facts)]
        same = [name for name in fit if self.handles[name].crs == self._crs]
        pool = same if same and self.random.random() < SAME_CRS_SHARE else fit
        return self.random.choice(self._preferred(pool) or list(self.handles))

    def _preferred(self, names: list[str]) -> list[str]:
        """Chooses among layers that would do."""
        return names

    def _field(self, layers: Any, types: tuple[str, ...]) -> str:
        one = layers[0] if isinstance(layers, list) and layers else layers
        fields = (self.handles[one].fields if one in self.handles else None) or ()
        fit = [field.name for field in fields if not types or field.type in types]
        return self.random.choice(fit or ["id"])


def _accepts(wanted: Any, facts: LayerFacts) -> bool:
    is_of_type = not wanted.geometry_types or facts.kind == "raster" or facts.geometry_type in wanted.geometry_types
    return facts.kind in wanted.kinds and is_of_type
