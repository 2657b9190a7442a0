# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the workspace in which a changed trace goes on: new, with what its first steps made and nothing else.

Handles are written once, so a step that is to make its layer anew needs a workspace without it. Layers that stay are
links to the files that are there, since nobody writes into a layer that is made; where links cannot be made they are
copies. Output files are copies, since exports may add to them.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

from ...tools.declaration.errors import ToolError
from ...tools.declaration.records import WorkspaceFile
from ...tools.declaration.registry import all_tools
from ...tools.declaration.value_types import FileType
from ...tools.execution.paths import inside, write_atomically
from .made_layers import STATE_FILE, file_of, read_state

LEFT_BY_READERS = ("-wal", "-shm", "-journal")
Calls = Sequence[tuple[str, dict[str, Any]]]


def kept_steps(calls: Calls, run: int, wanted: int, spoiled: Iterable[str] = ()) -> int:
    """Returns how many steps can stay as they are, at most `wanted`, where all from there on are run again.

    A file of output/ cannot be brought back to what it was before a later export replaced it or added to it, so from
    the first export on into such a file everything is run again.

    Args:
        calls: The first `run` of them were run as they are.
        spoiled: Files that steps wrote which are no longer among the calls, as `written_stem` names them.

    >>> load, first = ("load_layer", {}), ("export_layer", {"file": "a.gpkg"})
    >>> more, other = ("export_layer", {"file": "A.gpkg"}), ("export_layer", {"file": "b.gpkg"})
    >>> kept_steps([load, first, more], 3, 2), kept_steps([load, first, other], 3, 2)
    (1, 2)
    """
    kept = min(wanted, run)
    while True:
        dropped = {*spoiled, *(file for call in calls[kept:run] if (file := written_stem(*call)))}
        first = next((index for index, call in enumerate(calls[:kept]) if written_stem(*call) in dropped), kept)
        if first == kept:
            return kept
        kept = first


def written_stem(api: str, arguments: Any) -> str | None:
    """Returns the file of output/ that a call writes, without its ending and in small letters; None for none."""
    spec = all_tools().get(api)
    names = [one.name for one in spec.arguments if isinstance(one.type, FileType) and one.type.writes] if spec else []
    files = [arguments.get(name) for name in names] if isinstance(arguments, dict) else []
    for file in files:
        if isinstance(file, str):
            try:
                path = inside(Path("output"), file, "file").relative_to("output")
            except ToolError:
                return None
            return str(path.with_suffix("")).casefold()
    return None


def carry_over(source: Path, target: Path, numbers: Sequence[int], calls: Calls) -> None:
    """Makes a workspace of what some steps of another one made.

    Args:
        source: A workspace that nobody writes to meanwhile.
        target: Absent.
        numbers: Numbers of these steps in `source`, in order; in `target` they are 1, 2, 3 …
        calls: These steps.
    Raises: CommandRefused INVALID_DOCUMENT; OSError. Nothing is left behind then.
    """
    state = read_state(source)
    unfinished = target.with_name(f".{target.name}.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        for part in ("inputs", "work", "output"):
            (unfinished / part).mkdir(parents=True)
        _link_all(source / "inputs", unfinished / "inputs")
        write_atomically(unfinished / STATE_FILE, _text(_carried(source, unfinished, state, numbers)))
        stems = {stem for call in calls if (stem := written_stem(*call))}
        _copy_outputs(source / "output", unfinished / "output", stems)
        unfinished.rename(target)
    except BaseException:
        shutil.rmtree(unfinished, ignore_errors=True)
        raise


def _carried(source: Path, target: Path, state: WorkspaceFile, numbers: Sequence[int]) -> WorkspaceFile:
    place = {number: index for index, number in enumerate(numbers, start=1)}
    kept = WorkspaceFile(inputs=dict(state.inputs), steps=len(numbers))
    for handle, record in state.handles.items():
        path = file_of(source, record)
        if record.step not in place or path is None:
            continue
        relative = path.relative_to(source.resolve())
        if relative.parts[0] == "work":
            for side in _with_sides(path):
                _link(side, target / "work" / side.relative_to(source.resolve() / "work"))
        kept.handles[handle] = replace(record, path=relative.as_posix(), step=place[record.step])
    return kept


def _with_sides(path: Path) -> list[Path]:
    """Returns a file of a layer and what lies beside it under the same name, but for what a reader of it has left."""
    beside = (other for other in path.parent.iterdir() if other.is_file() and not other.is_symlink())
    named = (other for other in beside if other.name.startswith(f"{path.stem}."))
    return [other for other in named if not other.name.endswith(LEFT_BY_READERS)]


def _copy_outputs(source: Path, target: Path, stems: Iterable[str]) -> None:
    wanted = set(stems)
    for path in sorted(source.rglob("*")) if source.is_dir() else []:
        relative = path.relative_to(source)
        if path.is_symlink() or not path.is_file():
            continue
        folder, name = relative.parent, relative.name.casefold()
        # the parts of a file share its name up to some dot
        begins = {str(PurePosixPath(folder.as_posix().casefold()) / name[:at]) for at, c in enumerate(name) if c == "."}
        if begins & wanted:
            (target / folder).mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target / relative)


def _link_all(source: Path, target: Path) -> None:
    for path in sorted(source.rglob("*")) if source.is_dir() else []:
        if path.is_file() and not path.is_symlink():
            _link(path, target / path.relative_to(source))


def _link(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if target.exists():
        return
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
        shutil.copymode(source, target)


def _text(state: WorkspaceFile) -> str:
    return json.dumps(state.record(), ensure_ascii=False, indent=1) + "\n"
