# SPDX-License-Identifier: GPL-2.0-or-later
"""What an episode does, and what it took so far, in one line."""

from __future__ import annotations

from ..i18n import plural, tr, tr_marked
from .episode_steps import EpisodeSteps
from .stored_list import OUTCOMES
from .totals_words import count_text, money_text, seconds_text


def state_words(state: str, episode: EpisodeSteps, is_pausing: bool = False) -> str:
    """Writes the line.

    Args:
        state: Of the session; idle also for an episode that was read from disk.
        episode: Its steps so far.
        is_pausing: Whether a pause was asked for and is yet to begin.
    """
    pauses = tr("Pauses after this call") if is_pausing else ""
    parts = [_what(state, episode), pauses, *_took(episode)]
    return " · ".join(part for part in parts if part)


def ending_words(outcome: str, message: str) -> str:
    """Says how an episode ended, in a sentence or two."""
    if not outcome:
        return tr("The episode was cut off. It can be continued from the stored episodes.")
    if outcome == "cancelled":
        return tr("The episode was stopped. It can be continued from the stored episodes.")
    words = tr_marked(OUTCOMES[outcome]) if outcome in OUTCOMES else outcome.replace("_", " ")
    return f"{tr('The episode has ended: {how}.').format(how=words)} {message}".strip()


def _what(state: str, episode: EpisodeSteps) -> str:
    running = episode.running()
    if state == "running" and running is not None:
        if not episode.has_tools:
            return tr("Starting QGIS for {tool}…").format(tool=running.api)
        return tr("Running {tool}").format(tool=running.api)
    if state in ("idle", "ended"):
        outcome = episode.outcome
        return tr_marked(OUTCOMES[outcome]).capitalize() if outcome in OUTCOMES else outcome.replace("_", " ")
    return {
        "starting": tr("Starting…"),
        "running": tr("The agent chooses…"),
        "paused": tr("Paused"),
        "waiting_for_approval": tr("Waits for your approval"),
        "stopping": tr("Stopping…"),
    }.get(state, state)


def _took(episode: EpisodeSteps) -> list[str]:
    totals = episode.totals
    if not episode.steps:
        return []
    parts = [plural("{n} call", "{n} calls", totals.calls)]
    if totals.failed:
        parts.append(plural("{n} failed", "{n} failed", totals.failed))
    parts.append(seconds_text(totals.seconds))
    if totals.tokens is not None:
        parts.append(tr("{count} tokens").format(count=count_text(totals.tokens)))
    return [*parts, money_text(totals.cost)]
