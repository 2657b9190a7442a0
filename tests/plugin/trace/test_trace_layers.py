# SPDX-License-Identifier: GPL-2.0-or-later
"""The layers of a trace stay one group, whatever becomes of the service; a look back loses none of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.made_files import squares, told
from gisagentbench.tests.plugin.waiting import wait_for

pytestmark = pytest.mark.qgis


@pytest.fixture
def canvas(window: Any) -> Iterator[Any]:
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers

    made = EpisodeLayers(window, window.mainWindow())
    yield made
    made.close(remove=True)


@pytest.fixture
def layers(canvas: Any, window: Any) -> Any:
    from gisagentbench.plugin.panel.messages import Messages
    from gisagentbench.plugin.trace.trace_layers import TraceLayers

    made = TraceLayers(canvas, Messages(window), window.mainWindow())
    made.begin("Parks", "trace-1", "/traces/1")
    return made


@pytest.fixture
def shown(tmp_path: Path) -> list[dict[str, Any]]:
    return [told(squares(tmp_path / f"{name}.gpkg"), step, name) for step, name in ((1, "parks"), (2, "buffers"))]


def names(layers: Any) -> list[str]:
    return [layer.customProperty("gisagentbench/handle") for layer in layers.on_map()]


def groups() -> list[str]:
    from qgis.core import QgsProject

    return [group.name() for group in QgsProject.instance().layerTreeRoot().findGroups()]


def test_a_trace_that_goes_on_in_another_session_keeps_its_layers(layers: Any, shown: list[dict[str, Any]]) -> None:
    layers.show_state(shown)
    wait_for(lambda: names(layers) == ["parks", "buffers"])
    before = [layer.id() for layer in layers.on_map()]
    layers.begin("Parks", "trace-9", "/traces/1")
    layers.show_state(shown)
    assert [layer.id() for layer in layers.on_map()] == before
    assert groups() == ["GISAgentBench: Parks"]
    assert {layer.customProperty("gisagentbench/session") for layer in layers.on_map()} == {"trace-9"}
    assert [layers.book.handle_of(layer) for layer in layers.on_map()] == ["parks", "buffers"]


def test_layers_of_another_trace_are_the_persons_own_from_then_on(layers: Any, shown: list[dict[str, Any]]) -> None:
    layers.show_state(shown)
    wait_for(lambda: names(layers) == ["parks", "buffers"])
    left = layers.on_map()
    layers.begin("Roads", "trace-2", "/traces/2")
    assert (layers.on_map(), layers.told) == ([], {})
    assert [layers.book.handle_of(layer) for layer in left] == ["", ""]


def test_a_look_back_loses_no_layer(layers: Any, shown: list[dict[str, Any]]) -> None:
    layers.show_state(shown)
    wait_for(lambda: names(layers) == ["parks", "buffers"])
    layers.look_back(shown[:1])
    assert names(layers) == ["parks"]
    assert list(layers.told) == ["parks", "buffers"]
    layers.choose(1)
    wait_for(lambda: names(layers) == ["parks", "buffers"])


def test_a_layer_that_is_there_no_more_is_no_handle(layers: Any, shown: list[dict[str, Any]]) -> None:
    layers.show_state(shown)
    wait_for(lambda: names(layers) == ["parks", "buffers"])
    layers.show_state(shown[:1])
    assert (names(layers), list(layers.told)) == (["parks"], ["parks"])
    assert layers.book.layer_id_of("buffers") == ""


def test_a_chosen_step_leaves_the_active_layer_beside_which_results_are_put(
    layers: Any, shown: list[dict[str, Any]], window: Any, monkeypatch: Any
) -> None:
    """Processing puts results beside the current layer: they are to land where they would without a trace."""
    made_active: list[Any] = []
    monkeypatch.setattr(window, "setActiveLayer", made_active.append)
    layers.show_state(shown)
    wait_for(lambda: names(layers) == ["parks", "buffers"])
    layers.choose(0)
    assert made_active == []
