# SPDX-License-Identifier: GPL-2.0-or-later
"""One class per plain argument type: its JSON schema, decoding of JSON values and encoding back.

Decoding checks the form of a value only; whether a layer, field or file exists is the validator's business.
"""

from __future__ import annotations

import math
import re
import sys
from dataclasses import dataclass
from typing import Any

from .errors import bad_value, nearest, wrong_type
from .expression_form import LONGEST_EXPRESSION, check_form
from .formula import parse as parse_formula
from .statistics import SCHEMA as STATISTIC_SCHEMA
from .statistics import is_statistic

LARGEST_NUMBER = int(sys.float_info.max)
HANDLE = re.compile(r"[a-z][a-z0-9_]{0,62}")
RESERVED_PREFIXES = ("gpkg", "sqlite_")
HANDLE_WORDS = "a handle: a lower-case letter, then up to 62 of a-z, 0-9 and _"
BAND = re.compile(r"([a-z][a-z0-9_]{0,62})(?:@([1-9]\d{0,4}))?")


@dataclass(frozen=True)
class ValueType:
    """What one argument takes."""

    def schema(self) -> dict[str, Any]:
        """Gives the JSON Schema of the argument, without its help."""
        raise TypeError(f"{type(self).__name__} has no schema")

    def decode(self, argument: str, value: Any) -> Any:
        """Turns a JSON value into the value a tool body sees, or raises WRONG_TYPE or BAD_VALUE."""
        raise TypeError(f"{type(self).__name__} cannot decode")

    def encode(self, value: Any) -> Any:
        """Turns a decoded value back into JSON."""
        return value


@dataclass(frozen=True)
class BooleanType(ValueType):
    """true or false."""

    def schema(self) -> dict[str, Any]:
        return {"type": "boolean"}

    def decode(self, argument: str, value: Any) -> bool:
        if not isinstance(value, bool):
            raise wrong_type(argument, "true or false", value)
        return value


@dataclass(frozen=True)
class NumberType(ValueType):
    """A finite number; whole where `whole` is set."""

    whole: bool = False
    minimum: float | None = None
    maximum: float | None = None
    above: float | None = None

    @property
    def words(self) -> str:
        """Says in words what numbers are taken."""
        kind = "a whole number" if self.whole else "a number"
        bounds = [
            f"{word} {limit:g}"
            for word, limit in (("above", self.above), ("from", self.minimum), ("to", self.maximum))
            if limit is not None
        ]
        return " ".join([kind, *bounds])

    def schema(self) -> dict[str, Any]:
        limits = {"minimum": self.minimum, "maximum": self.maximum, "exclusiveMinimum": self.above}
        kept = {key: limit for key, limit in limits.items() if limit is not None}
        return {"type": "integer" if self.whole else "number", **kept}

    def decode(self, argument: str, value: Any) -> float | int:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise wrong_type(argument, self.words, value)
        if isinstance(value, int) and abs(value) > LARGEST_NUMBER or not math.isfinite(value):
            raise bad_value(argument, "a finite number", value)
        if self.whole and value != int(value):
            raise bad_value(argument, self.words, value)
        too_low = self.minimum is not None and value < self.minimum or self.above is not None and value <= self.above
        if too_low or self.maximum is not None and value > self.maximum:
            raise bad_value(argument, self.words, value)
        return int(value) if self.whole else float(value)


@dataclass(frozen=True)
class DistanceType(NumberType):
    """A length in the unit of the argument `unit`."""

    unit: str = "unit"


@dataclass(frozen=True)
class TextType(ValueType):
    """Text; of a pattern where one is given."""

    pattern: str = ""
    words: str = "text"

    def schema(self) -> dict[str, Any]:
        return {"type": "string", **({"pattern": f"^{self.pattern}$"} if self.pattern else {})}

    def decode(self, argument: str, value: Any) -> str:
        if not isinstance(value, str):
            raise wrong_type(argument, self.words, value)
        if "\0" in value or self.pattern and not re.fullmatch(self.pattern, value):
            raise bad_value(argument, self.words, value)
        return value


@dataclass(frozen=True)
class ChoiceType(ValueType):
    """One of a closed list of words or numbers; the number 8 is also taken as "8"."""

    choices: tuple[str | int, ...]

    @property
    def words(self) -> str:
        """Lists the choices."""
        return "one of " + ", ".join(str(choice) for choice in self.choices)

    def schema(self) -> dict[str, Any]:
        kind = "integer" if all(isinstance(choice, int) for choice in self.choices) else "string"
        return {"type": kind, "enum": list(self.choices)}

    def decode(self, argument: str, value: Any) -> str | int:
        if isinstance(value, bool) or not isinstance(value, (str, int, float)):
            raise wrong_type(argument, self.words, value)
        for choice in self.choices:
            if value == choice or isinstance(choice, int) and value == str(choice):
                return choice
        close = nearest(str(value), map(str, self.choices), 1)
        raise bad_value(argument, self.words, value, f'did you mean "{close[0]}"' if close else "")


@dataclass(frozen=True)
class StatisticType(TextType):
    """A word of the closed list of statistics."""

    words: str = "a statistics word"

    def schema(self) -> dict[str, Any]:
        return dict(STATISTIC_SCHEMA)

    def decode(self, argument: str, value: Any) -> str:
        word = super().decode(argument, value)
        if not is_statistic(word):
            raise bad_value(argument, "a statistics word", word, STATISTIC_SCHEMA["description"])
        return word


@dataclass(frozen=True)
class CrsType(TextType):
    """A CRS by authority code or WKT."""

    words: str = "a CRS such as EPSG:28992, or WKT"

    def decode(self, argument: str, value: Any) -> str:
        text = super().decode(argument, value).strip()
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*:[A-Za-z0-9_]+", text) and "[" not in text:
            raise bad_value(argument, self.words, text)
        return text


@dataclass(frozen=True)
class ExpressionType(TextType):
    """A QGIS expression over the rows of the layer in argument `layer`."""

    layer: str = ""
    words: str = "a QGIS expression"

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": LONGEST_EXPRESSION}

    def decode(self, argument: str, value: Any) -> str:
        text = super().decode(argument, value)
        check_form(argument, text)
        return text


@dataclass(frozen=True)
class FormulaType(TextType):
    """A raster formula over the inputs that the mapping in argument `inputs` names."""

    inputs: str = ""
    words: str = "a formula"

    def decode(self, argument: str, value: Any) -> str:
        text = super().decode(argument, value)
        parse_formula(text)
        return text


@dataclass(frozen=True)
class FieldType(TextType):
    """The name of a field of the layer in argument `layer`."""

    layer: str = ""
    types: tuple[str, ...] = ()
    words: str = "a field name"


@dataclass(frozen=True)
class BandNumberType(NumberType):
    """The number of a band of the raster in argument `raster`."""

    whole: bool = True
    minimum: float | None = 1
    raster: str = ""


@dataclass(frozen=True)
class LayerType(TextType):
    """The handle of a layer of certain kinds and geometry types."""

    pattern: str = HANDLE.pattern
    words: str = HANDLE_WORDS
    accepts: type = object


@dataclass(frozen=True)
class BandType(TextType):
    """A raster band such as "photo@4"."""

    pattern: str = BAND.pattern
    words: str = 'a raster handle, or one of its bands such as "photo@4"'


@dataclass(frozen=True)
class NewHandleType(TextType):
    """A handle that does not exist yet."""

    pattern: str = HANDLE.pattern
    words: str = HANDLE_WORDS

    def decode(self, argument: str, value: Any) -> str:
        handle = super().decode(argument, value)
        if handle.startswith(RESERVED_PREFIXES):
            raise bad_value(argument, "a handle that does not begin with gpkg or sqlite_, which files reserve", handle)
        return handle


@dataclass(frozen=True)
class FileType(TextType):
    """A file under inputs/ or output/."""

    writes: bool = False
    words: str = "a file name"

    def decode(self, argument: str, value: Any) -> str:
        text = super().decode(argument, value)
        if not text.strip():
            raise bad_value(argument, self.words, text)
        return text
