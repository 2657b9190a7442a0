# SPDX-License-Identifier: GPL-2.0-or-later
"""`score`: scores one file against its reference, a stored run again, or tests the scorer itself."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from ..refusal import CommandRefused
from . import answer
from .report_making import make_report
from .run_text import run_text
from .self_test import run_self_test

HELP = "score a file under a contract, a stored run again, or test the scorer itself"
FILES = ("contract", "reference", "output")
SHOWN_ROWS = 10
WORDED = ("row", "geometry")  # columns of worst rows whose sides are words and no values


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of `score`."""
    parser.add_argument("run_dir", nargs="?", type=Path, metavar="RUN_DIR", help="a stored run, scored again")
    parser.add_argument("--contract", type=Path, metavar="FILE", help="one entry of `outputs`, YAML or JSON")
    parser.add_argument("--reference", type=Path, metavar="FILE", help="the right answer")
    parser.add_argument("--output", type=Path, metavar="FILE", help="the file to judge")
    parser.add_argument("--inputs", type=Path, metavar="DIR", help="the task's inputs, NAME.<ending>, for predicates")
    parser.add_argument(
        "--self-test", action="store_true", help="break right answers and look whether the scorer sees it"
    )
    pack_help = "with RUN_DIR: name or folder of its pack, where it is not found; with --self-test: this pack alone"
    parser.add_argument("--pack", metavar="P", help=pack_help)


def run(arguments: argparse.Namespace) -> int:
    """Scores. Returns: 0 strict, 1 not; for the self-test 0 where nothing is missed."""
    given = [name for name in (*FILES, "inputs") if getattr(arguments, name) is not None]
    if arguments.self_test:
        if arguments.run_dir is not None or given:
            raise CommandRefused("BAD_VALUE", "--self-test takes no files.", "With --pack it tests on one pack.")
        return run_self_test(arguments.pack, arguments.json)
    if arguments.run_dir is not None and given:
        raise CommandRefused("BAD_VALUE", f"RUN_DIR and --{given[0]} do not go together.", "Give one of them.")
    if arguments.run_dir is not None:
        return score_run(arguments.run_dir, arguments.pack, arguments.json)
    if arguments.pack is not None:
        raise CommandRefused(
            "BAD_VALUE", "--pack goes with RUN_DIR or --self-test.", "A single file has its contract and reference."
        )
    missing = [f"--{name}" for name in FILES if name not in given]
    if missing:
        raise CommandRefused("MISSING_ARGUMENT", f"`score` needs {' and '.join(missing)}.", "Or give a RUN_DIR.")
    return score_file(arguments)


def score_file(arguments: argparse.Namespace) -> int:
    """Scores one file under a contract."""
    from .. import file_scoring

    given = arguments.contract, arguments.reference, arguments.output, arguments.inputs
    record = file_scoring.score_file(*given).record
    answer.write(record.as_dict(), record_text(record), arguments.json)
    return 0 if record.strict else 1


def score_run(folder: Path, pack: str | None, as_json: bool) -> int:
    """Scores a stored run again from its events and output files."""
    from ..episode_score import strict_rate
    from ..episode_scoring import score_run_again
    from ..naive_counts import naive_counts, naive_lines
    from ..run_pack import find_run_pack
    from ..run_store import open_run

    store = open_run(folder)
    found = find_run_pack(store, pack)
    scores = score_run_again(store, found)
    report = make_report(folder, found.pack)
    episodes = [score.summary() for score in scores]
    used = found.entry.model_dump() | {"is_that_of_the_run": found.is_same}
    record = {"run_dir": str(folder), "strict_rate": strict_rate(scores), "episodes": episodes, "pack": used}
    naive = naive_counts(store, found.pack)
    record |= {"naive": naive.record()} if naive else {}
    absent = "not run to its end yet; `run --out` resumes it"
    text = run_text(folder, store.episode_keys(), scores, report, absent, naive_lines(naive) if naive else ())
    if not found.is_same:
        text += f"\n{other_pack_text(store.manifest.pack, found.entry)}"
    answer.write(record, text, as_json)
    return 0 if len(scores) == len(store.episode_keys()) and all(score.strict for score in scores) else 1


def other_pack_text(then: Any, now: Any) -> str:
    """Says that scores were made with another state of the pack than that of the run."""
    versions = f"version {now.version} ({now.checksum[:12]}…), the run with {then.version} ({then.checksum[:12]}…)"
    return f'pack: "{now.name}" has changed since the run; scored with {versions}'


def record_text(record: Any, whole: str = "--json") -> str:
    """Returns what a person reads: the verdict, failed checks, likely causes, worst rows, rows and closeness.

    Args:
        whole: Where all of the record is.
    """
    failed = [check for check in record.checks if check.passed is False]
    ran = [check for check in record.checks if check.passed is not None]
    verdict = f"strict: all {len(ran)} checks passed" if record.strict else ""
    lines = [verdict or f"not strict: {len(failed)} of {len(record.checks)} checks failed"]
    width = max((len(check.name) for check in failed), default=0)
    lines += [f"  {check.name:<{width}}  {check.detail}" for check in failed]
    lines += [f"  cause: {one.message}" for one in record.diagnosis]
    lines += worst_text(record, whole)
    if record.rows is not None:
        rows = record.rows
        lines.append(f"rows {rows.matched} of {rows.reference} (by {rows.stage}), the output has {rows.output}")
    return "\n".join([*lines, f"quantitative closeness {record.closeness.quantitative:.4g}; all of it: {whole}"])


def worst_text(record: Any, whole: str) -> list[str]:
    """Returns a line per worst row or cell: its key, both values, and where it lies."""
    if not record.worst_rows:
        return []
    from ...scoring.sentences import number_text, value_text

    lines = [f"worst{f', places in {record.location_crs}' if record.location_crs else ''}:"]
    for row in record.worst_rows[:SHOWN_ROWS]:
        place = f", at {', '.join(map(number_text, row.location))}" if row.location else ""
        if row.column == "row" and None in (row.expected, row.found):
            lines.append(f"  {row.key}: {'missing' if row.found is None else 'not expected'}{place}")
            continue
        worded = row.column in WORDED or row.column.startswith("band ")
        expected, found = (
            side if worded and isinstance(side, str) else value_text(side) for side in (row.expected, row.found)
        )
        lines.append(f"  {row.key}  {row.column}: expected {expected}, found {found}{place}")
    rest = len(record.worst_rows) - SHOWN_ROWS
    return lines + ([f"  and {rest} more: {whole}"] if rest > 0 else [])
