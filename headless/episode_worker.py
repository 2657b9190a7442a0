# SPDX-License-Identifier: GPL-2.0-or-later
"""Runs episodes one after another: `python -m gisagentbench.headless.episode_worker RUN_DIR PACK`.

Standard input names an episode per line, as JSON; its end ends the process. Standard output tells of each, as JSON
lines: what runs now, and at last the record, which is null where another process is working on the episode.
"""

from __future__ import annotations

import sys
from pathlib import Path

from .command_line import answer
from .interrupts import CANCELLED_STATUS, interrupted_by_signals


def work(run_folder: str, pack_folder: str) -> int:
    """Runs the episodes that are asked for. Returns: 0, or 130 where it was interrupted."""
    try:
        with interrupted_by_signals():
            _run_all(Path(run_folder), Path(pack_folder))
    except KeyboardInterrupt:
        return CANCELLED_STATUS
    return 0


def _run_all(run_folder: Path, pack_folder: Path) -> None:
    from ..scoring.limited_child import children_at_hand
    from .batch import run_apart
    from .command_line.failures import failure_of
    from .episode_score import EpisodeKey, infrastructure_failure
    from .run_pack import same_run_pack
    from .run_store import open_run

    store = open_run(run_folder)
    pack = same_run_pack(store, pack_folder)
    with children_at_hand():
        for line in sys.stdin:
            key = EpisodeKey.model_validate_json(line)
            try:
                score = run_apart(store, pack, key, _tell_running).score
            except Exception as error:  # of the machine; the next episode finds it mended, or says so too
                score = infrastructure_failure(key, failure_of(error).text())
            answer.write({"record": None if score is None else score.as_dict()}, "", as_json=True)


def _tell_running(what: str) -> None:
    answer.write({"running": what}, "", as_json=True)


if __name__ == "__main__":
    answer.keep_descriptor()
    sys.exit(work(*sys.argv[1:]))
