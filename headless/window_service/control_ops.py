# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops that steer an episode that runs; they are answered at once, in the order in which they come."""

from __future__ import annotations

from typing import Any

from ..refusal import CommandRefused
from .op import Op, Service


def pause(service: Service, *, session: str) -> dict[str, Any]:
    """Has an episode wait before its next call or question; a call that runs goes on to its end."""
    gate = service.sessions.find(session).gate
    gate.pause()
    return {"state": gate.state}


def resume(service: Service, *, session: str) -> dict[str, Any]:
    """Has it go on; where each call waits for approval, they still do."""
    gate = service.sessions.find(session).gate
    gate.resume()
    return {"state": gate.state}


def step(service: Service, *, session: str) -> dict[str, Any]:
    """Has it make one call, approved where it waits for that, and pause."""
    gate = service.sessions.find(session).gate
    gate.step()
    return {"state": gate.state}


def approve(service: Service, *, session: str) -> dict[str, Any]:
    """Approves the call that waits. Raises: CommandRefused where none does."""
    if not service.sessions.find(session).gate.approve():
        raise CommandRefused("BAD_VALUE", "No call waits for approval; nothing was done.")
    return {}


def refuse(service: Service, *, session: str, reason: str = "") -> dict[str, Any]:
    """Refuses the call that waits: the agent gets CANCELLED with the reason. Raises: CommandRefused where none does."""
    if not service.sessions.find(session).refuse(reason):
        raise CommandRefused("BAD_VALUE", "No call waits for approval; nothing was done.")
    return {}


def approve_each(service: Service, *, session: str, on: bool) -> dict[str, Any]:
    """Sets whether each call waits for approval; switched off, a call that waits is made."""
    service.sessions.find(session).gate.approve_each(on)
    return {}


def stop(service: Service, *, session: str) -> dict[str, Any]:
    """Ends an episode; a call that runs can only be killed, and nothing of it is kept.

    Returns: `killed_call`: whether one ran.
    """
    return {"killed_call": service.sessions.find(session).stop()}


OPS = {
    function.__name__: Op(function, at_once=True)
    for function in (pause, resume, step, approve, refuse, approve_each, stop)
}
