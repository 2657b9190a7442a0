# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops on the steps of a trace: make one, change them, run them again, look back."""

from __future__ import annotations

from typing import Any

from .known_packs import folder_of
from .op import Op, Service

KEYS_OF_A_STEP = ("api", "arguments", "note", "state", "record")


def trace_add_input(service: Service, *, session: str, file: str, name: str) -> dict[str, Any]:
    """Takes a file that the window has written into inputs/, as NAME.<its ending>, side files too."""
    from .trace_desk import desk_of

    return {"file": desk_of(service).session(session).add_input(folder_of(file), name)}


def trace_call(
    service: Service,
    *,
    session: str,
    api: str,
    arguments: dict[str, Any],
    note: str | None = None,
    seconds: float | None = None,
) -> dict[str, Any]:
    """Makes a call as a new last step.

    Args:
        seconds: Its time limit; the usual one where left out.
    """
    from .trace_desk import desk_of

    return desk_of(service).session(session).call(api, arguments, note, checked_seconds(seconds))


def trace_edit(service: Service, *, session: str, steps: list[Any]) -> dict[str, Any]:
    """Takes the whole wanted list of steps, reordered, changed, shortened or annotated; nothing is run."""
    from .trace_desk import desk_of
    from .trace_document import made_step

    wanted = [made_step(**_call_of(step, number)) for number, step in enumerate(steps, start=1)]
    return desk_of(service).session(session).edit(wanted)


def trace_rerun(
    service: Service, *, session: str, from_: int | None = None, seconds: float | None = None
) -> dict[str, Any]:
    """Runs the steps from an index on; from the first that waits where left out.

    Args:
        seconds: Time limit of each call.
    """
    from .trace_desk import desk_of

    return desk_of(service).session(session).rerun(from_, checked_seconds(seconds))


def trace_to_step(service: Service, *, session: str, step: int) -> dict[str, Any]:
    """Lists the layers that were there after a step, from 1; 0 is before the first."""
    from .trace_desk import desk_of

    return {"layers": desk_of(service).session(session).layers(max(0, step))}


def trace_findings(service: Service, *, session: str) -> dict[str, Any]:
    """Says what the plan check finds in the steps as they are."""
    from .trace_desk import desk_of

    return {"findings": desk_of(service).session(session).findings()}


def prefill_contract(service: Service, *, session: str, output: str) -> dict[str, Any]:
    """Makes a contract of what an output file, or a layer by its handle, is."""
    from .trace_contract import contract_of
    from .trace_desk import desk_of

    return contract_of(desk_of(service).session(session), output)


def check_contract(service: Service, *, contract: dict[str, Any]) -> dict[str, Any]:
    """Says what keeps a contract from being one."""
    from .trace_contract import contract_problems

    return {"problems": contract_problems(contract)}


def checked_seconds(seconds: float | None) -> float:
    """Returns a time limit. Raises: CommandRefused BAD_VALUE."""
    from ..refusal import CommandRefused
    from .trace_session import CALL_SECONDS

    if seconds is None:
        return CALL_SECONDS
    if not 0 < seconds <= 24 * 3600:
        raise CommandRefused("BAD_VALUE", f"A call cannot be given {seconds:g} s.", "From 1 s to one day is right.")
    return float(seconds)


def _call_of(step: Any, number: int) -> dict[str, Any]:
    """Takes the call out of a step as the window sends it. Raises: CommandRefused WRONG_TYPE."""
    from ..refusal import CommandRefused

    note = step.get("note") if isinstance(step, dict) else None
    if not isinstance(step, dict) or set(step) - set(KEYS_OF_A_STEP) or not isinstance(note, str | None):
        raise CommandRefused("WRONG_TYPE", f"Step {number} is no object with api, arguments and note.")
    return {"api": step.get("api"), "arguments": step.get("arguments", {}), "note": note}


OPS: dict[str, Op] = {
    "trace_add_input": Op(trace_add_input),
    "trace_call": Op(trace_call),
    "trace_edit": Op(trace_edit),
    "trace_rerun": Op(trace_rerun),
    "trace_to_step": Op(trace_to_step),
    "trace_findings": Op(trace_findings),
    "prefill_contract": Op(prefill_contract),
    "check_contract": Op(check_contract),
}
