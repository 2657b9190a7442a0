# SPDX-License-Identifier: GPL-2.0-or-later
"""What a call tells the agent: an object and its text of at most 4 kB."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from .facts import Extent, LayerFacts

TEXT_LIMIT_BYTES = 4000


@dataclass
class Observation:
    """Facts of the main output, counts and warnings of one call.

    Args:
        kind: vector, raster, table, file or report.
        crs: Authority code or name of the output's CRS; "" for none; None where it does not apply.
        unit: Unit of the CRS in words.
        count: Rows, or cells of a raster.
        count_before: Rows of the main input.
        geometry_type: Point, LineString, Polygon or None.
        fields: Name to type.
        extent: xmin, ymin, xmax, ymax in CRS units.
        nodata_share: Share of cells without a value, 0 to 1.
        counts: Named counts such as matched or unmatched.
        report: What an inspection call found.
        warnings: Sentences that begin with a code or a caveat.
    """

    kind: str = "report"
    crs: str | None = None
    unit: str | None = None
    count: int | None = None
    count_before: int | None = None
    geometry_type: str | None = None
    fields: dict[str, str] | None = None
    extent: Extent | None = None
    nodata_share: float | None = None
    counts: dict[str, float] = field(default_factory=dict)
    report: dict[str, Any] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """Gives the observation as JSON data, `text` among it; what does not apply is absent."""
        data = {name: value for name, value in asdict(self).items() if value not in (None, {}, [])}
        if self.extent is not None:
            data["extent"] = [rounded(value) for value in self.extent]
        return {**data, "text": self.text()}

    def text(self) -> str:
        """Renders the observation in English, warnings first to survive a cut, at most 4 kB."""
        lines = [f"Warning: {sentence}" for sentence in self.warnings]
        lines += [line for line in (self._head(), self._fields(), self._extent(), self._counts()) if line]
        lines += [f"{name}: {_compact(value)}" for name, value in self.report.items()]
        return cut("\n".join(lines))

    def _head(self) -> str:
        parts = [self.kind if self.kind != "report" else ""]
        if self.count is not None:
            noun = "cells" if self.kind == "raster" else "rows"
            before = f" (input {self.count_before})" if self.count_before not in (None, self.count) else ""
            parts.append(f"{self.count} {noun}{before}")
        parts.append(self.geometry_type if self.geometry_type not in (None, "None") else "")
        if self.crs is not None:
            parts.append(f"{self.crs or 'no CRS'}{f' ({self.unit})' if self.unit else ''}")
        if self.nodata_share is not None:
            parts.append(f"NoData {100 * self.nodata_share:.4g} % of cells")
        return ", ".join(part for part in parts if part)

    def _fields(self) -> str:
        if not self.fields:
            return ""
        return "fields: " + ", ".join(f"{name} ({kind})" for name, kind in self.fields.items())

    def _extent(self) -> str:
        if self.extent is None:
            return ""
        return "extent: " + " ".join(f"{rounded(value):.12g}" for value in self.extent)

    def _counts(self) -> str:
        return ", ".join(f"{name} {value:.12g}" for name, value in self.counts.items())


def cut(text: str, limit: int = TEXT_LIMIT_BYTES) -> str:
    """Shortens text to `limit` bytes of UTF-8 and says how much is missing."""
    data = text.encode()
    if len(data) <= limit:
        return text
    kept = data[: limit - 60].decode(errors="ignore")
    return f"{kept}\n… {len(data) - len(kept.encode())} more bytes not shown"


def rounded(value: float) -> float:
    """Rounds a coordinate or measure to 12 significant digits, so that records compare."""
    return float(f"{value:.12g}")


def facts_observation(facts: LayerFacts, **more: Any) -> Observation:
    """Starts an observation from the facts of the main output."""
    count = facts.count
    if facts.grid is not None:
        count = facts.grid.width * facts.grid.height
    fields = {field.name: str(field.type) for field in facts.fields} if facts.fields is not None else None
    return Observation(
        kind=facts.kind or "report",
        crs=crs_label(facts.crs) if facts.kind != "table" else None,
        count=count,
        geometry_type=facts.geometry_type,
        fields=fields,
        extent=facts.extent,
        **more,
    )


def crs_label(crs: str | None) -> str | None:
    """Shortens a CRS to its code, or to the name inside its WKT."""
    if crs and "[" in crs:
        return crs.split('"')[1] if '"' in crs else "custom CRS"
    return crs


def _compact(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return "\n" + "\n".join("  " + ", ".join(f"{key}={_compact(item[key])}" for key in item) for item in value)
    return json.dumps(value, ensure_ascii=False, default=str)
