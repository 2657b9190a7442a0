# SPDX-License-Identifier: GPL-2.0-or-later
"""What changed between two packs, or two versions of one: which task, which part of it, from what to what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from ..tasks.pack import CHECKSUM_KEY, PACK_FILE, PackFolder, file_checksums
from ..tasks.task import Task
from .stored_content import same_content
from .trajectory_difference import step_changes

LONGEST_VALUE = 60
PACK_KEYS = ("name", "version", "title", "licence", "description", "areas", "release")
TASK_KEYS = ("title", "family", "aoi", "prompt", "parameters", "inputs", "caveats", "source")
PART_OF_FILE = {
    "check.py": "second derivation",
    "broken.yaml": "broken outputs",
    "naive.json": "naive ways",
    "review.yaml": "reviews",
    "reference_content.json": "reference content",
}
LAYOUT, SAYS_THE_SAME = "layout", "is written in another way and says the same."
ABSENT = object()


class Change(NamedTuple):
    """One thing that differs.

    Args:
        where: pack, dataset ID, task ID, or file PATH.
        part: Such as prompt, inputs, contract, reference steps, reference content, data entry, checksums.
        kind: What became of it.
        message: In words; stands alone.
    """

    where: str
    part: str
    kind: Literal["added", "removed", "changed"]
    message: str


def pack_changes(first: PackFolder, second: PackFolder) -> list[Change]:
    """Lists what differs from the first pack to the second.

    Returns: In the order pack, datasets, tasks, other files, checksums; empty where both are the same release.
    Raises: DocumentError where a document of either cannot be read.
    """
    files = _file_kinds(file_checksums(first.folder), file_checksums(second.folder))
    changes = [*_of_pack(first, second), *_of_datasets(first, second)]
    if not changes and _head(first) != _head(second):
        changes.append(Change("pack", LAYOUT, "changed", f"{PACK_FILE} {SAYS_THE_SAME}"))
    told: set[str] = set()
    for task_id in sorted({*first.task_ids(), *second.task_ids()}):
        changes += _of_task(task_id, first, second, files)
        told |= {path for path in files if path.startswith(f"tasks/{task_id}/")}
    changes += [_of_file(path, kind) for path, kind in files.items() if path not in told]
    return changes + list(_of_checksums(first, second, files))


def _of_pack(first: PackFolder, second: PackFolder) -> Iterator[Change]:
    before, after = (pack.pack.model_dump(mode="json", include=set(PACK_KEYS)) for pack in (first, second))
    for key in PACK_KEYS:
        for path, old, new in differences(before[key], after[key], key):
            yield Change("pack", key, _kind(old, new), f"{path}: {_from_to(old, new)}")


def _of_datasets(first: PackFolder, second: PackFolder) -> Iterator[Change]:
    before, after = first.pack.datasets, second.pack.datasets
    for name in sorted({*before, *after}):
        where = f"dataset {name}"
        if name not in after:
            yield Change(where, "data entry", "removed", f'The dataset "{name}" is gone.')
        elif name not in before:
            yield Change(where, "data entry", "added", f'The dataset "{name}" is new.')
        else:
            old, new = before[name].model_dump(mode="json"), after[name].model_dump(mode="json")
            for path, was, now in differences(old, new, ""):
                yield Change(where, "data entry", _kind(was, now), f"{path}: {_from_to(was, now)}")


def _of_task(task_id: str, first: PackFolder, second: PackFolder, files: dict[str, str]) -> Iterator[Change]:
    where = f"task {task_id}"
    if task_id not in second.task_ids():
        yield Change(where, "task", "removed", f'The task "{task_id}" is gone.')
        return
    if task_id not in first.task_ids():
        yield Change(where, "task", "added", f'The task "{task_id}" is new.')
        return
    before, after = first.task(task_id), second.task(task_id)
    old, new = before.model_dump(mode="json"), after.model_dump(mode="json")
    for key in TASK_KEYS:
        for path, was, now in differences(old[key], new[key], key):
            part = {"aoi": "area", "title": "prompt"}.get(key, key)
            yield Change(where, part, _kind(was, now), f"{path}: {_from_to(was, now)}")
    for path, was, now in differences(_contracts(before), _contracts(after), "outputs"):
        yield Change(where, "contract", _kind(was, now), f"{path}: {_from_to(was, now)}")
    if old == new and f"tasks/{task_id}/task.yaml" in files:
        yield Change(where, LAYOUT, "changed", f"task.yaml {SAYS_THE_SAME}")
    sentences = step_changes(first.trajectory(task_id), second.trajectory(task_id))
    yield from (Change(where, "reference steps", "changed", sentence) for sentence in sentences)
    if not sentences and f"tasks/{task_id}/reference.json" in files:
        yield Change(where, LAYOUT, "changed", f"reference.json {SAYS_THE_SAME}")
    yield from _of_task_files(where, task_id, first, second, files)


def _of_task_files(
    where: str, task_id: str, first: PackFolder, second: PackFolder, files: dict[str, str]
) -> Iterator[Change]:
    base = f"tasks/{task_id}/"
    for path, kind in files.items():
        name = path.removeprefix(base)
        if not path.startswith(base) or name in ("task.yaml", "reference.json"):
            continue
        change = _of_file(path, kind)
        if name.startswith("reference/"):
            same = kind == "changed" and same_content(first.folder / path, second.folder / path)
            message = f"{name} has other bytes and the same content." if same else f"{name} {_became(kind)}."
            part = "reference bytes" if same else "reference content"
            yield Change(where, part, change.kind, message)
        else:
            part = "broken outputs" if name.startswith("broken/") else PART_OF_FILE.get(name, "other files")
            yield Change(where, part, change.kind, f"{name} {_became(kind)}.")


def _head(pack: PackFolder) -> str:
    """Returns the text of pack.yaml without its checksums, which are compared for themselves."""
    return (pack.folder / PACK_FILE).read_text("utf-8").partition(f"\n{CHECKSUM_KEY}")[0].rstrip()


def _contracts(task: Task) -> dict[str, Any]:
    """Returns the contracts by file, and layer where one is named, so that their order does not count."""
    found = {}
    for output in task.outputs:
        layer = getattr(output, "layer", None)
        found[f"{output.file}:{layer}" if layer else output.file] = output.model_dump(mode="json")
    return found


def _of_file(path: str, kind: str) -> Change:
    part = "data" if path.startswith("data/") else "other files"
    return Change(f"file {path}", part, kind, f"{path} {_became(kind)}.")  # type: ignore[arg-type]


def _of_checksums(first: PackFolder, second: PackFolder, files: dict[str, str]) -> Iterator[Change]:
    """Tells where the lists of checksums differ and the files do not: one of the lists is stale."""
    before, after = first.pack.checksums, second.pack.checksums
    for path in sorted({*before, *after}):
        old, new = before.get(path, ABSENT), after.get(path, ABSENT)
        if path not in files and old != new:
            yield Change(f"file {path}", "checksums", _kind(old, new), f"{PACK_FILE}: {path}: {_from_to(old, new)}")


def _file_kinds(before: dict[str, str], after: dict[str, str]) -> dict[str, str]:
    kinds = {}
    for path in sorted({*before, *after}):
        if before.get(path) != after.get(path):
            kinds[path] = "added" if path not in before else "removed" if path not in after else "changed"
    return kinds


def differences(old: Any, new: Any, path: str) -> Iterator[tuple[str, Any, Any]]:
    """Walks through two JSON values and yields the innermost keys that differ, with both values.

    Edges: A key that one of them lacks has ABSENT there. Lists of objects are compared by place, others whole.

    >>> list(differences({"a": {"b": 1}, "c": 2}, {"a": {"b": 3}, "c": 2}, ""))
    [('a.b', 1, 3)]
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from differences(old.get(key, ABSENT), new.get(key, ABSENT), f"{path}.{key}".lstrip("."))
    elif _are_rows(old) and _are_rows(new) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from differences(one, other, f"{path}[{at}]")
    elif old != new or type(old) is not type(new):
        yield path, old, new


def _are_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(part, dict) for part in value)


def _kind(old: Any, new: Any) -> Literal["added", "removed", "changed"]:
    return "added" if old is ABSENT or old is None else "removed" if new is ABSENT or new is None else "changed"


def _from_to(old: Any, new: Any) -> str:
    if old is ABSENT:
        return f"new, {_shown(new)}"
    return f"gone, was {_shown(old)}" if new is ABSENT else f"{_shown(old)} became {_shown(new)}"


def _became(kind: str) -> str:
    return {"added": "is new", "removed": "is gone", "changed": "was changed"}[kind]


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def folder_name(pack: PackFolder, wanted: str | Path) -> str:
    """Returns how a pack is called beside another one: name, version, and what it was asked for by."""
    return f"{pack.pack.name} {pack.pack.version} ({wanted})"
