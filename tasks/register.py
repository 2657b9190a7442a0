# SPDX-License-Identifier: GPL-2.0-or-later
"""The data register: what a dataset is, who published it under which terms, and where its bytes come from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, field_validator, model_validator

from .document import StrictModel

MIRROR_VARIABLE = "GISAGENTBENCH_DATA"
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
CHUNK = 1 << 20


def inside_path(text: str) -> str:
    """Returns a relative path that stays inside its folder, for validators."""
    path = PurePosixPath(text)
    if not text or path.is_absolute() or ".." in path.parts or "\\" in text or ":" in text:
        raise ValueError(f'"{text}" must be a relative path with slashes that stays inside its folder')
    return text


class Embedded(StrictModel):
    """A file of the pack itself."""

    kind: Literal["embedded"]
    path: str

    _inside = field_validator("path")(inside_path)


class Package(StrictModel):
    """One file out of a downloaded package, which is not installed."""

    kind: Literal["package"]
    manager: Literal["apt", "pypi", "npm"]
    name: str
    version: str
    path: str

    _inside = field_validator("path")(inside_path)


class Mirror(StrictModel):
    """A file under the folder that GISAGENTBENCH_DATA names."""

    kind: Literal["mirror"]
    path: str

    _inside = field_validator("path")(inside_path)


class Portal(StrictModel):
    """A public address."""

    kind: Literal["url"]
    url: str = Field(pattern=r"^https://")


class Generated(StrictModel):
    """A deterministic, seeded recipe over other entries.

    Args:
        content_hash: Hash of sorted rows with WKB rounded to 1e-6, or of cell arrays.
    """

    kind: Literal["generated"]
    recipe: str
    inputs: list[str] = []
    parameters: dict[str, Any] = {}
    seed: int | None = None
    content_hash: Sha256


ByteSource = Annotated[Embedded | Package | Mirror | Portal | Generated, Field(discriminator="kind")]
ORDER = ("embedded", "package", "mirror", "url", "generated")


class Dataset(StrictModel):
    """One entry of the register.

    Args:
        kind: vector, raster or table.
        format: Extension of the file, without the dot.
        features: Rows of a vector or table.
        size: Columns and rows of a raster.
        licence_class: clear may be shipped; open_publisher and share_alike may be used, not embedded.
        sources: Where the bytes come from, tried in this order.
        sha256: Of the main file; generated data has a content hash instead.
        side_files: sha256 by extension of the files that belong to the main one (".dbf", ".prj").
    """

    name: str = Field(min_length=1)
    kind: Literal["vector", "raster", "table"]
    format: str = Field(pattern=r"^[a-z0-9]+$")
    layer: str | None = None
    crs: str | None = None
    features: int | None = Field(None, ge=0)
    size: list[int] | None = Field(None, min_length=2, max_length=2)
    publisher: str
    licence: str
    licence_class: Literal["clear", "open_publisher", "share_alike"]
    date: str
    notes: str | None = None
    sources: list[ByteSource] = Field(min_length=1)
    sha256: Sha256 | None = None
    side_files: dict[str, Sha256] = {}

    @model_validator(mode="after")
    def _is_complete(self) -> Dataset:
        if (self.size if self.kind == "raster" else self.features) is None:
            raise ValueError(f"a {self.kind} states its {'size' if self.kind == 'raster' else 'features'}")
        kinds = [source.kind for source in self.sources]
        if kinds != sorted(kinds, key=ORDER.index):
            raise ValueError(f"sources stand in this order: {', '.join(ORDER)}")
        if self.sha256 is None and kinds != ["generated"]:
            raise ValueError("bytes that are shipped or fetched need sha256")
        if "embedded" in kinds and self.licence_class != "clear":
            raise ValueError("only data of a clear licence is embedded")
        return self

    @field_validator("crs")
    @classmethod
    def _crs_is_known(cls, text: str | None) -> str | None:
        from .contract import known_crs

        return text if text is None else known_crs(text)


class DatasetUnavailable(Exception):
    """The bytes of a dataset that cannot be had here, with what to do about it."""

    def __init__(self, message: str, hint: str):
        super().__init__(f"{message} Hint: {hint}")
        self.message, self.hint = message, hint


class ResolvedDataset(NamedTuple):
    """A dataset on this machine: the main file and its side files."""

    file: Path
    side_files: tuple[Path, ...]


def resolve(
    name: str, dataset: Dataset, pack_folder: Path, environment: Mapping[str, str] | None = None
) -> ResolvedDataset:
    """Finds the bytes of a dataset and checks them.

    Args:
        name: Its id in the register, for the messages.
        environment: Variables to look up GISAGENTBENCH_DATA in; the process's where left out.
    Raises: DatasetUnavailable where no source can give the bytes, or where they are not the registered ones.
    """
    reasons = []
    for source in dataset.sources:
        root = _root(source, pack_folder, os.environ if environment is None else environment)
        if root is None:
            reasons.append(_why_not(source))
        elif not (root / _path(source)).is_file():
            reasons.append(f"{source.kind} file {_path(source)} is not there")
        else:
            return _checked(name, dataset, root / _path(source))
    hint = f"set {MIRROR_VARIABLE} to a folder that mirrors the data."
    raise DatasetUnavailable(f'Dataset "{name}" cannot be had: {"; ".join(reasons)}.', hint)


def sha256_of(path: Path) -> str:
    """Returns the sha256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _root(source: Any, pack_folder: Path, environment: Mapping[str, str]) -> Path | None:
    if source.kind == "embedded":
        return Path(pack_folder)
    folder = environment.get(MIRROR_VARIABLE)
    return Path(folder) if source.kind == "mirror" and folder else None


def _path(source: Any) -> str:
    return str(source.path)


def _why_not(source: Any) -> str:
    if source.kind == "mirror":
        return f"{MIRROR_VARIABLE} is not set"
    what = {
        "package": lambda: f"the {source.manager} package {source.name} {source.version}",
        "url": lambda: f"the address {source.url}",
        "generated": lambda: f"the recipe {source.recipe}",
    }[source.kind]()
    return f"{what} is not fetched by this version"


def _checked(name: str, dataset: Dataset, file: Path) -> ResolvedDataset:
    side_files = {file.with_suffix(ending): digest for ending, digest in dataset.side_files.items()}
    for path, digest in ({file: dataset.sha256} | side_files).items():
        if not path.is_file():
            message = f'Dataset "{name}" lacks its side file {path.name}.'
            raise DatasetUnavailable(message, "restore the file.")
        if digest is not None and sha256_of(path) != digest:
            message = f'Dataset "{name}": {path.name} is not the registered file, its sha256 differs.'
            raise DatasetUnavailable(message, "restore the file, or register the new one.")
    return ResolvedDataset(file, tuple(side_files))
