# SPDX-License-Identifier: GPL-2.0-or-later
"""Keeps the CRS of the project as the person has it, also where the project is empty."""

from __future__ import annotations

from typing import Any


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

    def taken_up(_layers: object = None) -> None:
        bridge.canvasLayersChanged.disconnect(taken_up)
        bridge.setAutoSetupOnFirstLayer(True)

    bridge.setAutoSetupOnFirstLayer(False)
    bridge.canvasLayersChanged.connect(taken_up)
