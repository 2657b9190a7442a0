# SPDX-License-Identifier: GPL-2.0-or-later
"""Checks what a pack must show beside its answers: licence texts, reviews, and the content of what it does not ship."""

from __future__ import annotations

from pathlib import Path

from ..tasks.content_hash import NotHashable
from ..tasks.document import read_model
from ..tasks.document_problem import DocumentError, DocumentProblem, problem_at
from ..tasks.pack import PACK_FILE, PackFolder
from ..tasks.reference_content import CONTENT_FILE, read_reference_content
from ..tasks.task_evidence import Reviews
from .stored_content import stored_content

LICENCE_NAMES = ("licence", "license", "copying", "notice")
REVIEW_FILE = "review.yaml"
SHOWN_TASKS = 5


def licence_problems(pack: PackFolder) -> list[DocumentProblem]:
    """Lists blank statements of licences and publishers, and says where a pack ships data without a licence text."""
    where, problems = pack.folder / PACK_FILE, []
    for name, dataset in pack.pack.datasets.items():
        for key in ("publisher", "licence"):
            if not getattr(dataset, key).strip():
                problems.append(problem_at(where, None, "no_licence", f'The dataset "{name}" states no {key}.'))
    ships = any(source.kind == "embedded" for dataset in pack.pack.datasets.values() for source in dataset.sources)
    texts = [path for path in pack.folder.glob("*") if path.name.lower().startswith(LICENCE_NAMES) and path.is_file()]
    if ships and not texts:
        message = "The pack ships data, but no file at its top holds their licences (such as LICENCES.txt)."
        problems.append(problem_at(where, None, "no_licence_text", message, "warning"))
    return problems


def review_problems(pack: PackFolder) -> list[DocumentProblem]:
    """Names the tasks that nobody has reviewed, in one warning, and what the last round of a reviewer has refused."""
    unseen: list[str] = []
    problems: list[DocumentProblem] = []
    for task_id in pack.task_ids():
        path = pack.task_folder(task_id) / REVIEW_FILE
        reviews = _reviews(path)
        if reviews is None:
            continue
        if not reviews.reviews:
            unseen.append(task_id)
        problems += _refusals(path, reviews)
    if unseen:
        shown = ", ".join(unseen[:SHOWN_TASKS]) + (" …" if len(unseen) > SHOWN_TASKS else "")
        message = f"{len(unseen)} of {len(pack.task_ids())} tasks have no review: {shown}."
        problems.append(problem_at(pack.folder / PACK_FILE, None, "not_reviewed", message, "warning"))
    return problems


def _reviews(path: Path) -> Reviews | None:
    """Reads the reviews of a task; None where they cannot be read, which `tasks.validation` tells."""
    if not path.is_file():
        return Reviews(schema_version=1, reviews=[])
    try:
        found: Reviews = read_model(path, Reviews)
        return found
    except DocumentError:
        return None


def _refusals(path: Path, reviews: Reviews) -> list[DocumentProblem]:
    last = {review.reviewer: review for review in sorted(reviews.reviews, key=lambda review: review.round)}
    problems = []
    for reviewer, review in sorted(last.items()):
        refused = [item for item, holds in review.checklist.items() if not holds]
        if refused:
            message = f"Round {review.round} of {reviewer} refuses it: {', '.join(refused)}."
            problems.append(problem_at(path, None, "refused_by_review", message))
    return problems


def content_problems(pack: PackFolder) -> list[DocumentProblem]:
    """Holds reference outputs that are not shipped, as far as they were made here, against their content hashes."""
    problems = []
    for task_id in pack.task_ids():
        where = pack.task_folder(task_id) / CONTENT_FILE
        try:
            recorded = read_reference_content(where.parent) or {}
        except DocumentError:
            continue
        for name, digest in recorded.items():
            file = pack.reference_folder(task_id) / name
            try:
                wrong = file.exists() and stored_content(file) != digest
            except NotHashable:
                wrong = True
            if wrong:
                message = (
                    f"reference/{name} does not hold what the task was released with; `packs build` makes it anew."
                )
                problems.append(problem_at(where, None, "content", message))
    return problems
