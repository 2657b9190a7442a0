# SPDX-License-Identifier: GPL-2.0-or-later
"""Hands an answer of the service to whoever asked."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ..i18n import tr
from .fault_text import in_language

OnResult = Callable[[dict[str, Any]], None]
OnError = Callable[[dict[str, str]], None]


def hand_answer(message: dict[str, Any], on_result: OnResult | None, on_error: OnError | None) -> None:
    """Calls the one of both that an answer is for; one that is neither result nor error counts as an error."""
    result, fault = message.get("result"), message.get("error")
    if isinstance(result, dict):
        hand(on_result, result)
        return
    none = {"code": "ENGINE_FAILED", "sentence": tr("The service gave an answer that is none."), "hint": ""}
    hand(on_error, in_language(fault) if isinstance(fault, dict) else none)


def hand(act: Callable[[Any], None] | None, value: Any) -> None:
    """Calls whoever asked; a fault of theirs is told as Qt tells those of slots, and takes no answer from others."""
    try:
        if act is not None:
            act(value)
    except Exception:
        sys.excepthook(*sys.exc_info())
