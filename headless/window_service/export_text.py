# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes placed calls as lines of PyQGIS and as commands of qgis_process; whatever a step holds stays a value."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Literal, NamedTuple

from ...scoring.sentences import printable
from .export_calls import ExportedStep, PlacedCall, PlacedFile, PlacedSteps

ExportKind = Literal["python", "qgis_process"]
LONGEST_COMMENT = 110
END = "JSON"
Words = Callable[[Any], str]
VARIABLES = {"layer": "LAYERS", "new": "LAYERS", "inputs": "INPUTS", "output": "OUTPUT"}


class Folders(NamedTuple):
    """Where an exported program reads and writes, unless it is told otherwise."""

    inputs: Path
    out: Path


def python_text(
    title: str, steps: PlacedSteps, calls: Sequence[PlacedCall], folders: Folders, notes: Sequence[str] = ()
) -> str:
    """Returns a program for the Python console of QGIS; notes are comments at its begin."""
    lines = [
        *_comments([f"{title}: {_count(calls)}, exported by GISAgentBench.",
                    "For the Python console of QGIS, with the plugin GISAgentBench switched on.", *notes]),
        "from pathlib import Path",
        "",
        "import processing",
        "",
        f"INPUTS = Path({str(folders.inputs)!r})",
        f"LAYERS = Path({str(folders.out / 'layers')!r})",
        f"OUTPUT = Path({str(folders.out / 'output')!r})",
        f"for folder in ({', '.join(['LAYERS', 'OUTPUT', *(f'OUTPUT / {name!r}' for name in _below(steps))])}):",
        "    folder.mkdir(parents=True, exist_ok=True)",
        "made = {}",
    ]  # fmt: skip
    for call in calls:
        lines += ["", *_comments([_heading(call)]), *_python_call(steps, call)]
    return "\n".join(lines) + "\n"


def commands_text(
    title: str, steps: PlacedSteps, calls: Sequence[PlacedCall], folders: Folders, notes: Sequence[str] = ()
) -> str:
    """Returns a shell program of qgis_process commands; INPUTS and OUT may be set before it is started."""
    wrong = "INPUTS and OUT must hold no quotation mark, backslash or line break."
    lines = [
        "#!/bin/sh",
        *_comments([f"{title}: {_count(calls)}, exported by GISAgentBench.",
                    "Once before: qgis_process plugins enable gisagentbench", *notes]),
        "set -eu",
        f'test -n "${{INPUTS:-}}" || INPUTS={shlex.quote(str(folders.inputs))}',
        f'test -n "${{OUT:-}}" || OUT={shlex.quote(str(folders.out))}',
        'LAYERS="$OUT/layers" OUTPUT="$OUT/output"',
        "case \"$INPUTS$OUT\" in *[\\\"\\\\]*|*'",
        f"'*) echo '{wrong}' >&2; exit 2;; esac",
        'mkdir -p "$LAYERS" "$OUTPUT"' + "".join(f' "$OUTPUT"/{shlex.quote(name)}' for name in _below(steps)),
    ]  # fmt: skip
    for call in calls:
        lines += ["", *_comments([_heading(call)]), *_command(steps, call)]
    return "\n".join(lines) + "\n"


def step_text(api: str, arguments: dict[str, Any], kind: ExportKind) -> str:
    """Returns one step alone, for copying: layers by the names of their handles, new ones temporary in Python.

    Raises: CommandRefused where the step could not run.
    """
    steps = PlacedSteps({}, takes_any=True)
    call = steps.place(ExportedStep(api, arguments))
    if kind == "python":
        words = [f"    {name!r}: {_written(steps, value, _python_alone)}," for name, value in call.parameters.items()]
        return "\n".join([f"processing.run({call.algorithm!r}, {{", *words, "})", ""])
    rows = [f"  {json.dumps(name)}: {_written(steps, value, _json_alone)}" for name, value in call.parameters.items()]
    begin = f"qgis_process run {call.algorithm} - <<'{END}'"
    return "\n".join([begin, '{"inputs": {', ",\n".join(rows), "}}", END, ""])


def _python_call(steps: PlacedSteps, call: PlacedCall) -> list[str]:
    begin = "results = " if call.made else ""
    words = [f"    {name!r}: {_written(steps, value, _python)}," for name, value in call.parameters.items()]
    taken = [f"made[{handle!r}] = results[{name!r}]" for name, handle in call.made.items()]
    return [f"{begin}processing.run({call.algorithm!r}, {{", *words, "})", *taken]


def _command(steps: PlacedSteps, call: PlacedCall) -> list[str]:
    rows = [f"  {json.dumps(name)}: {_written(steps, value, _shell)}" for name, value in call.parameters.items()]
    text = ",\n".join(rows)
    return [f"qgis_process run {call.algorithm} - <<{END}", '{"inputs": {', *text.splitlines(), "}}", END]


def _written(steps: PlacedSteps, value: Any, words: Words) -> str:
    """Writes a value in a language; `words` writes a text or a plain value, given as its parts."""
    if isinstance(value, list):
        return f"[{', '.join(_written(steps, item, words) for item in value)}]"
    return words(list(steps.parts(value)) if isinstance(value, str) else value)


def _python(value: Any) -> str:
    if not isinstance(value, list):
        return repr(value)
    parts = [_python_place(part) if isinstance(part, PlacedFile) else repr(part) for part in value]
    return " + ".join(parts) or "''"


def _python_place(place: PlacedFile) -> str:
    if place.kind == "layer":
        return f"made[{place.name!r}]"
    return f"str({VARIABLES[place.kind]} / {place.file!r})"


def _python_alone(value: Any) -> str:
    if not isinstance(value, list):
        return repr(value)
    return repr("".join(part if isinstance(part, str) else _name_alone(part) for part in value))


def _name_alone(place: PlacedFile) -> str:
    return "TEMPORARY_OUTPUT" if place.kind == "new" else place.name


def _json_alone(value: Any) -> str:
    if not isinstance(value, list):
        return json.dumps(value)
    return json.dumps("".join(part if isinstance(part, str) else part.file for part in value))


def _shell(value: Any) -> str:
    """Writes a value as JSON inside a here-document, in which the shell puts folders into paths and nothing else."""
    if not isinstance(value, list):
        return _kept(json.dumps(value))
    places = [
        f"${VARIABLES[part.kind]}/{_kept(json.dumps(part.file)[1:-1])}"
        if isinstance(part, PlacedFile)
        else _kept(json.dumps(part)[1:-1])
        for part in value
    ]
    return f'"{"".join(places)}"'


def _kept(text: str) -> str:
    """Keeps a text of a here-document from the shell."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("`", "\\`")


def _below(steps: PlacedSteps) -> list[str]:
    """Returns the folders under output/ that files are written to."""
    return sorted({str(PurePosixPath(one.name).parent) for one in steps.files if one.kind == "output"} - {"."})


def _heading(call: PlacedCall) -> str:
    return f"{call.number}: {call.note}" if call.note else str(call.number)


def _comments(lines: Sequence[str]) -> list[str]:
    return [f"# {printable(line, LONGEST_COMMENT)}" for line in lines]


def _count(calls: Sequence[PlacedCall]) -> str:
    return "1 step" if len(calls) == 1 else f"{len(calls)} steps"
