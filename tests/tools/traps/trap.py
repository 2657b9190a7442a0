# SPDX-License-Identifier: GPL-2.0-or-later
"""One trap: data that lead to an answer which looks right, its clean twin, our call, and what QGIS alone is asked.

Both answer with one figure, which is compared with the right one. Raw QGIS runs as a script runs it: `processing.run`
with its own defaults.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from gisagentbench.tools.declaration.errors import ERROR_CODES

Figure = str | Callable[[list[dict[str, Any]]], Any]


class Scene(NamedTuple):
    """Data and the right figure.

    Args:
        given: Layers as in given.py; under a name with a dot a file, as its text or as what writes it to a path.
        right: The figure, worked out on paper.
    """

    given: Mapping[str, Any]
    right: Any


class Trap(NamedTuple):
    """A kind of answer that looks right and is not.

    Args:
        kind: As in the list of kinds.
        paper: How the right figures are derived.
        trap, twin: The data with the trap, and the same work without it.
        ours, raw: Give the figure.
        way: What raw QGIS is asked.
        says: A word of what ours says or is refused by; "" where it gives the right figure.
        wrong: The figure of raw QGIS, where it is the same in every version; None where it is not held.
    """

    kind: str
    paper: str
    trap: Scene
    twin: Scene
    ours: Callable[[Ours], Any]
    raw: Callable[[Raw], Any]
    way: str
    says: str = ""
    wrong: Any = None


class Outcome(NamedTuple):
    """A figure, and what was said on the way: errors and warnings."""

    figure: Any
    said: tuple[str, ...]

    def verdict(self, right: Any) -> str:
        """Judges the figure: right, said (wrong or missing, but told) or silently wrong."""
        if agrees(self.figure, right):
            return "right"
        return "said" if self.said else "silently wrong"

    def codes(self) -> list[str]:
        """Gives the codes of what was said."""
        return [code for text in self.said if (code := text.partition(":")[0]) in ERROR_CODES]


class Stopped(Exception):
    """A call was refused, or an algorithm ended in an error."""


class Ours:
    """Calls of tools in a workspace of their own."""

    def __init__(self, folder: Path, given: Mapping[str, Any]) -> None:
        from harness import Harness

        self.harness = Harness(folder / "workspace")
        self.said: list[str] = []
        for name, recipe in given.items():
            if "." in name:
                _write(self.harness.workspace.inputs / name, recipe)
            else:
                self.harness.give(name, recipe)

    def call(self, tool: str, **arguments: Any) -> Any:
        """Makes one call that must be done."""
        step = self.harness.call(tool, **arguments)
        if not step.ok:
            self.said.append(f"{step.error['code']}: {step.error['message']}")
            raise Stopped
        self.said.extend(step.warnings)
        return step

    def rows(self, tool: str, **arguments: Any) -> list[dict[str, Any]]:
        """Makes one call and reads the rows of its result."""
        return list(self.harness.rows(self.call(tool, **arguments, output="result").output))


class Raw:
    """Algorithms and layers of QGIS, as a script uses them."""

    def __init__(self, folder: Path, given: Mapping[str, Any]) -> None:
        from given import write_raster, write_vector

        self.folder = folder / "raw"
        self.folder.mkdir(parents=True)
        self.sources: dict[str, str] = {}
        self.said: list[str] = []
        for name, recipe in given.items():
            path = self.folder / (name if "." in name else f"{name}.gpkg")
            self.sources[name] = str(path)
            if "." in name:
                _write(path, recipe)
            elif {"cells", "plane", "bands"} & set(recipe):
                self.sources[name] = str(path.with_suffix(".tif"))
                write_raster(path.with_suffix(".tif"), recipe)
            else:
                write_vector(path, name, recipe)

    def run(self, algorithm: str, **parameters: Any) -> dict[str, Any]:
        """Runs an algorithm; names of given layers stand for their sources."""
        from qgis import processing
        from qgis.core import QgsProcessingException

        values = {key: self.source(value) for key, value in parameters.items()}
        feedback = listening(self.said)
        try:
            return dict(processing.run(algorithm, values, feedback=feedback))
        except QgsProcessingException as fault:
            self.said.append(str(fault))
            raise Stopped from fault

    def rows(self, algorithm: str, **parameters: Any) -> list[dict[str, Any]]:
        """Runs an algorithm and reads the rows of its OUTPUT."""
        return rows_of(self.run(algorithm, **{"OUTPUT": "memory:", **parameters})["OUTPUT"])

    def source(self, value: Any) -> Any:
        """Gives the source of a layer by its name; anything else stays."""
        if isinstance(value, list):
            return [self.source(item) for item in value]
        return self.sources.get(value, value) if isinstance(value, str) else value


def rows_of(layer: Any) -> list[dict[str, Any]]:
    """Reads the rows of a layer of QGIS, or of its source; geometries as WKT under `wkt`."""
    from qgis.core import NULL, QgsVectorLayer

    layer = QgsVectorLayer(layer, "read", "ogr") if isinstance(layer, str) else layer
    rows = []
    for feature in layer.getFeatures():
        row = {name: None if value == NULL else value for name, value in feature.attributeMap().items()}
        rows.append({**row, "wkt": feature.geometry().asWkt(15) if feature.hasGeometry() else None})
    return rows


def tool(name: str, figure: Figure, **arguments: Any) -> Callable[[Ours], Any]:
    """Asks one of our tools for a figure of the rows it makes."""
    return lambda ours: figure_of(ours.rows(name, **arguments), figure)


def native(algorithm: str, figure: Figure, **parameters: Any) -> dict[str, Any]:
    """Asks one algorithm of QGIS for a figure of the rows it makes; gives the fields `raw` and `way`."""
    return {"raw": lambda raw: figure_of(raw.rows(algorithm, **parameters), figure), "way": algorithm}


def figure_of(rows: list[dict[str, Any]], figure: Figure) -> Any:
    """Gives a column (a single value of a single row), or what a function makes of the rows."""
    if callable(figure):
        return figure(rows)
    return rows[0][figure] if len(rows) == 1 else [row[figure] for row in rows]


def asked(side: type[Ours] | type[Raw], trap: Trap, scene: Scene, folder: Path) -> Outcome:
    """Puts a scene to ours or to raw QGIS, in an empty folder."""
    answering: Any = side(folder, scene.given)
    question: Any = trap.ours if side is Ours else trap.raw
    try:
        figure = question(answering)
    except Stopped:
        figure = None
    return Outcome(figure, tuple(answering.said))


def is_as_told(trap: Trap, outcome: Outcome) -> bool:
    """Tells whether an answer to a trap is the right figure or, where that is the point, says what is the case."""
    wanted = "said" if trap.says else "right"
    return outcome.verdict(trap.trap.right) == wanted and trap.says in " ".join(outcome.said)


def is_untouched(trap: Trap, outcome: Outcome) -> bool:
    """Tells whether an answer to a clean twin is the right figure, without a warning."""
    return outcome.verdict(trap.twin.right) == "right" and outcome.codes() == []


def agrees(figure: Any, right: Any, relative: float = 1e-6) -> bool:
    """Tells whether a figure is the right one: numbers to a millionth, all else as it is."""
    if isinstance(right, list | tuple) and isinstance(figure, list | tuple):
        return len(figure) == len(right) and all(map(agrees, figure, right))
    if isinstance(right, bool) or not isinstance(right, int | float):
        return bool(type(figure) is type(right) and figure == right)
    if isinstance(figure, bool) or not isinstance(figure, int | float):
        return False
    if isinstance(right, int):
        return figure == right
    return math.isclose(figure, right, rel_tol=relative, abs_tol=1e-9)


def _write(path: Path, content: Any) -> None:
    path.write_text(content, encoding="utf-8") if isinstance(content, str) else content(path)


def listening(said: list[str], is_told_all: bool = False) -> Any:
    """Makes a feedback that keeps warnings and errors, and where asked what is told by the way."""
    from qgis.core import QgsProcessingFeedback

    class Feedback(QgsProcessingFeedback):  # type: ignore[misc]
        def pushWarning(self, warning: str) -> None:  # noqa: N802 (name of QGIS)
            said.append(warning)

        def pushInfo(self, info: str) -> None:  # noqa: N802 (name of QGIS)
            said.extend([info] if is_told_all else [])

        def reportError(self, error: str, fatalError: bool = False) -> None:  # noqa: N802, N803 (names of QGIS)
            said.append(error)

    return Feedback(False)
