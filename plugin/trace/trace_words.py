# SPDX-License-Identifier: GPL-2.0-or-later
"""What the trace tab says of the open trace."""

from __future__ import annotations

from collections.abc import Sequence

from ..i18n import plural, tr
from .argument_drafts import draft_words
from .trace_session import TraceSession


def hint_words() -> str:
    """Says how to begin, where no step is there yet."""
    return tr(
        "Choose a task, press Record and work in the Processing toolbox: each tool that you run becomes a step here, "
        "and its layer appears in the group of the trace. Layers from elsewhere are taken into the inputs, with "
        "selection and filter applied. Steps can then be changed, moved, run again and saved as a reference."
    )


def title_words(session: TraceSession, is_recording: bool) -> str:
    """Says which trace is open, and whether runs go into it."""
    if not session.is_open:
        return tr("No trace is open.")
    if not is_recording:
        return session.title
    return tr("{trace} · recording what the toolbox runs").format(trace=session.title)


def owed_words(session: TraceSession, drafts: Sequence[int]) -> str:
    """Says how many steps wait, what is changed and not applied, and what the trace as a whole still owes.

    Args:
        drafts: Rows of steps that have changes which are not applied.
    """
    steps, lines = session.steps, []
    waiting = len(steps) - session.valid_from
    if waiting:
        lines.append(
            plural(
                "{n} step waits to be run, from step {first} on.",
                "{n} steps wait to be run, from step {first} on.",
                waiting,
                first=session.valid_from + 1,
            )
        )
    lines.append(draft_words(drafts))
    lines += [f"⚠ {finding.text}" for finding in session.findings if finding.step >= len(steps)]
    return "\n".join(filter(None, lines))
