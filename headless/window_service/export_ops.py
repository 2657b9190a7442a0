# SPDX-License-Identifier: GPL-2.0-or-later
"""Ops that give a trace, or a step of it, as text that runs elsewhere."""

from __future__ import annotations

from typing import Any, Literal

from .known_packs import folder_of
from .op import Op, Service

ExportKind = Literal["python", "qgis_process"]


def export(
    service: Service, *, kind: ExportKind, session: str | None = None, folder: str | None = None
) -> dict[str, Any]:
    """Returns a trace as a program.

    Args:
        kind: python or qgis_process.
        session: An open trace; or give the `folder` of a stored one.
    """
    from ..refusal import CommandRefused
    from .export_steps import exported
    from .trace_desk import desk_of
    from .trace_document import read_trace

    if (session is None) == (folder is None):
        raise CommandRefused("MISSING_ARGUMENT", "A trace is exported by its session or by its folder.")
    if session is not None:
        found = desk_of(service).session(session)
        document, place = found.document, found.folder
    else:
        place = folder_of(str(folder)).resolve()
        document = read_trace(place)
    return {"text": exported(document, place, kind)}


def export_step(service: Service, *, api: str, arguments: dict[str, Any], kind: ExportKind) -> dict[str, Any]:
    """Returns one step alone, for copying."""
    from .export_text import step_text

    return {"text": step_text(api, arguments, kind)}


OPS: dict[str, Op] = {"export": Op(export), "export_step": Op(export_step)}
