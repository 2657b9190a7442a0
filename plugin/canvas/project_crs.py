# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps the CRS of the project as the person has it, also where the project is empty."""

from __future__ import annotations

from typing import Any

from qgis.PyQt import sip

# QGIS owns the bridge, and Python's half of it ends with its last name here. Were it known to its own slot alone, the
# collector would take both for garbage: the slot would be gone before it was called, or, where garbage is collected in
# another thread, while it runs.
_waiting: list[Any] = []


def keep_crs(iface: Any) -> None:
    """Keeps QGIS from giving an empty project the CRS of the layers that are added next.

    The map takes up new layers later, all that came by then at once; only after that QGIS does for other layers what it
    did before. A fixed number of turns would be too short for some and too long for others.

    Args:
        iface: The window's interface; None where there is no window.
    """
    bridge = iface.layerTreeCanvasBridge() if iface is not None else None
    if bridge is None or not bridge.autoSetupOnFirstLayer():
        return
    bridge.setAutoSetupOnFirstLayer(False)
    bridge.canvasLayersChanged.connect(_taken_up)
    _waiting.append(bridge)


def _taken_up(_layers: object = None) -> None:
    """The map has seen what was added."""
    while _waiting:
        bridge = _waiting.pop()
        if not sip.isdeleted(bridge):  # its window may be gone
            bridge.canvasLayersChanged.disconnect(_taken_up)
            bridge.setAutoSetupOnFirstLayer(True)
