# SPDX-License-Identifier: GPL-2.0-or-later
"""Tells people how an episode ended."""

from __future__ import annotations

from collections.abc import Callable

from ..i18n import tr
from ..panel.messages import Messages
from .episode_steps import EpisodeSteps
from .state_words import ending_words


def tell_end(messages: Messages, episode: EpisodeSteps, judge: Callable[[], None]) -> None:
    """Says that an episode is over.

    Args:
        judge: Judges it; offered where it came to its end.
    """
    if episode.outcome == "finished":
        messages.success(tr("The agent has finished."), tr("Judge"), judge)
    else:
        messages.info(ending_words(episode.outcome, episode.message))


def tell_killed(messages: Messages, episode: EpisodeSteps) -> None:
    """Says that a call was killed."""
    running = episode.running()
    tool = running.api if running is not None else tr("The call")
    messages.info(tr("{tool} was running and could only be killed; nothing of it is kept.").format(tool=tool))
