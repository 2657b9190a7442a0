# SPDX-License-Identifier: GPL-2.0-or-later
"""Packs of tasks.

pack.yaml                     name, version, licence, areas, datasets, release tables, checksums
data/...                      embedded data
tasks/<id>/task.yaml          the task
tasks/<id>/reference.json     the reference trajectory
tasks/<id>/reference/...      its output files
tasks/<id>/check.py           derives the same answer outside the harness
tasks/<id>/broken.yaml, naive.json, review.yaml
tasks/<id>/reference_content.json   content hashes of outputs that are not shipped but made by `packs build`
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from .data_sources.resolving import resolve
from .document import StrictModel, read_model
from .document_problem import DocumentError, DocumentProblem, problem_at
from .reference_content import unshipped_references
from .register import Dataset, DatasetUnavailable, ResolvedDataset, Sha256, sha256_of
from .release import Release
from .task import Name, Task, read_task
from .trajectory import Trajectory, read_trajectory

PACK_FILE = "pack.yaml"
CHECKSUM_KEY = "checksums:"
LEFT_OUT = ("__pycache__", ".git", ".DS_Store", "Thumbs.db")
PACKS_VARIABLE = "GISAGENTBENCH_PACKS"


class Pack(StrictModel):
    """A pack as pack.yaml holds it.

    Args:
        areas: Title by area id.
        datasets: The data register, by dataset id.
        checksums: sha256 of every other file of the pack, by path; the last key of the file.
    """

    schema_version: Literal[1]
    name: Name
    version: Annotated[str, Field(pattern=r"^[0-9]+\.[0-9]+(\.[0-9]+)?$")]
    title: str = Field(min_length=1)
    licence: str = Field(min_length=1)
    description: str | None = None
    areas: dict[Name, str] = Field(min_length=1)
    datasets: dict[str, Dataset] = Field(min_length=1)
    release: Release = Release()
    checksums: dict[str, Sha256] = {}


class PackNotFound(Exception):
    """No pack of that name or at that path."""

    def __init__(self, wanted: str, known: list[str], added: list[str] | None = None):
        self.message = f'There is no pack "{wanted}"; embedded packs: {", ".join(known) or "none"}'
        self.message += f"; added packs: {', '.join(added)}." if added else "."
        self.hint = "give one of these names, or the path of a folder that holds pack.yaml; `packs add` adds a pack."
        super().__init__(f"{self.message} Hint: {self.hint}")


class PackFolder(NamedTuple):
    """A loaded pack and the folder it lies in."""

    folder: Path
    pack: Pack

    def task_ids(self) -> list[str]:
        """Returns the ids of its tasks, in alphabetical order."""
        return sorted(path.parent.name for path in self.folder.glob("tasks/*/task.yaml"))

    def task_folder(self, task_id: str) -> Path:
        """Returns the folder of a task."""
        return self.folder / "tasks" / task_id

    def task(self, task_id: str) -> Task:
        """Reads a task. Raises: DocumentError."""
        return read_task(self.task_folder(task_id))

    def trajectory(self, task_id: str) -> Trajectory:
        """Reads the reference trajectory of a task. Raises: DocumentError."""
        return read_trajectory(self.task_folder(task_id) / "reference.json")

    def reference_folder(self, task_id: str) -> Path:
        """Returns the folder of the reference outputs of a task."""
        return self.task_folder(task_id) / "reference"

    def dataset_file(self, dataset_id: str) -> ResolvedDataset:
        """Finds the bytes of a dataset. Raises: DatasetUnavailable."""
        dataset = self.pack.datasets.get(dataset_id)
        if dataset is None:
            known = ", ".join(sorted(self.pack.datasets))
            raise DatasetUnavailable(f'There is no dataset "{dataset_id}".', f"the register has {known}.")
        return resolve(dataset_id, dataset, self.folder, others=self.pack.datasets)

    def input_files(self, task: Task) -> dict[str, ResolvedDataset]:
        """Finds the bytes of every input of a task. Raises: DatasetUnavailable."""
        return {name: self.dataset_file(given.dataset) for name, given in task.inputs.items()}

    def agent_view(self, task: Task) -> dict[str, object]:
        """Returns what an agent sees of a task, input file names included."""
        endings = {name: self.pack.datasets[given.dataset].format for name, given in task.inputs.items()}
        return task.agent_view({name: f"{name}.{ending}" for name, ending in endings.items()})


def embedded_packs_folder() -> Path:
    """Returns the folder of the packs that come with the program."""
    return Path(__file__).resolve().parent / "packs"


def added_packs_folder() -> Path:
    """Returns the folder of the packs that were added: what GISAGENTBENCH_PACKS names, else `.cache/packs`."""
    named = os.environ.get(PACKS_VARIABLE)
    return Path(named).absolute() if named else Path(__file__).resolve().parents[1] / ".cache" / "packs"


def list_packs(folder: Path | None = None) -> list[str]:
    """Returns the names of the embedded packs, or of those in another folder."""
    folder = folder or embedded_packs_folder()
    return sorted(path.parent.name for path in folder.glob(f"*/{PACK_FILE}") if path.parent.name[0] != ".")


def pack_places(name: str) -> list[Path]:
    """Returns the folders of the packs of a name: the embedded one, then the one that was added."""
    places = [folder / name for folder in (embedded_packs_folder(), added_packs_folder())]
    return [place for place in places if (place / PACK_FILE).is_file()]


def find_pack(wanted: str | Path, folder: Path | None = None) -> PackFolder:
    """Loads a pack by its name or its path.

    Args:
        wanted: Name of an embedded or added pack, or a folder that holds pack.yaml.
        folder: Where the named packs are; the embedded and the added ones where left out.
    Raises: PackNotFound, DocumentError.
    """
    path = Path(wanted)
    places = pack_places(str(wanted)) if folder is None else [folder / str(wanted)]
    if "/" not in str(wanted) and places and (places[0] / PACK_FILE).is_file():
        return load_pack(places[0])
    if (path / PACK_FILE).is_file():
        return load_pack(path)
    added = list_packs(added_packs_folder()) if folder is None else []
    raise PackNotFound(str(wanted), list_packs(folder), added)


def load_pack(folder: Path) -> PackFolder:
    """Loads the pack in a folder.

    Raises: DocumentError with every fault of pack.yaml.
    """
    return PackFolder(Path(folder), read_model(Path(folder) / PACK_FILE, Pack))


def file_checksums(folder: Path) -> dict[str, str]:
    """Returns the sha256 of every released file of a pack but pack.yaml, by path with slashes, in order."""
    made_here = unshipped_references(folder)
    files = (path for path in folder.rglob("*") if path.is_file() and path != folder / PACK_FILE)
    kept = (path for path in files if not any(part in LEFT_OUT for part in path.relative_to(folder).parts))
    named = {path.relative_to(folder).as_posix(): path for path in sorted(kept)}
    return {name: sha256_of(path) for name, path in named.items() if name not in made_here}


def pack_checksum(pack: PackFolder) -> str:
    """Returns one sha256 for a pack: of pack.yaml and of everything beside it."""
    lines = [f"{sha256_of(pack.folder / PACK_FILE)}  {PACK_FILE}"]
    lines += [f"{digest}  {path}" for path, digest in file_checksums(pack.folder).items()]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def checksum_problems(pack: PackFolder) -> list[DocumentProblem]:
    """Compares the files of a pack with its checksums; lists what changed, is missing or is not listed."""
    where, listed, found = pack.folder / PACK_FILE, pack.pack.checksums, file_checksums(pack.folder)
    problems = []
    for path in sorted(set(listed) | set(found)):
        if path not in found:
            problems.append(problem_at(where, None, "checksum", f'"{path}" is listed but not there.'))
        elif path not in listed:
            problems.append(problem_at(where, None, "checksum", f'"{path}" has no checksum.'))
        elif listed[path] != found[path]:
            problems.append(problem_at(where, None, "checksum", f'"{path}" is not the released file.'))
    return problems


def write_checksums(folder: Path) -> None:
    """Writes the checksums of a pack into its pack.yaml, as the last key; the other text stays as it is.

    Raises: DocumentError where another key follows `checksums`.
    """
    path = Path(folder) / PACK_FILE
    text = path.read_text("utf-8")
    head, _, tail = text.partition("\n" + CHECKSUM_KEY)
    if any(line[:1].strip() not in ("", "#") for line in tail.splitlines()[1:]):
        message = "checksums must be the last key of a pack."
        raise DocumentError([problem_at(path, None, "bad_order", message)])
    rows = "".join(f'  "{name}": {digest}\n' for name, digest in file_checksums(Path(folder)).items())
    path.write_text(f"{head.rstrip()}\n{CHECKSUM_KEY}{' {}' if not rows else ''}\n{rows}", "utf-8")
