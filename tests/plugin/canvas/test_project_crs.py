# SPDX-License-Identifier: GPL-2.0-or-later
"""Groups of layers, of an agent and of a judge, leave the CRS of the project alone, however they come."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.judge.made_answers import squares_differences
from gisagentbench.tests.plugin.made_files import squares, told
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis
OWN = "EPSG:3857"  # made files are in zones of UTM


class Groups:
    """Shows groups of both kinds."""

    def __init__(self, window: Any, folder: Path) -> None:
        from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers

        self.window, self.folder = window, folder
        self.layers = EpisodeLayers(window)
        self.count = 0

    def agent(self) -> None:
        self.count += 1
        group = self.layers.begin("Parks")
        group.show(told(squares(self.folder / f"{self.count}.gpkg"), 1, "a"))
        wait_for(group.layers)

    def judge(self) -> None:
        from gisagentbench.plugin.judge.answer_reading import read_differences
        from gisagentbench.plugin.judge.difference_group import DifferenceGroup
        from gisagentbench.plugin.judge.layer_opening import open_layers

        self.count += 1
        made = self.folder / str(self.count)
        made.mkdir()
        group = DifferenceGroup(self.window, self.layers)
        self.layers.adopt(group)
        group.show("Differences", open_layers(read_differences(squares_differences(made))))


@pytest.fixture
def groups(window: Any, tmp_path: Path) -> Iterator[Groups]:
    made = Groups(window, tmp_path)
    yield made
    made.layers.close(remove=True)
    made.layers.deleteLater()
    turn()


def crs() -> str:
    from qgis.core import QgsProject

    return str(QgsProject.instance().crs().authid())


def set_crs(name: str) -> None:
    from qgis.core import QgsCoordinateReferenceSystem, QgsProject

    QgsProject.instance().setCrs(QgsCoordinateReferenceSystem(name))
    turn()


@pytest.mark.parametrize("kinds", [("agent", "agent"), ("judge", "judge"), ("agent", "judge"), ("judge", "agent")])
@pytest.mark.parametrize("own", ["", OWN], ids=["no CRS", "a CRS"])
@pytest.mark.parametrize("turns", [0, 1, 20], ids=["at once", "next turn", "later"])
def test_two_groups_in_an_empty_project(groups: Groups, kinds: tuple[str, str], own: str, turns: int) -> None:
    """QGIS takes up layers in its next turn; the second group comes before, in, or after it."""
    set_crs(own)
    for kind in kinds:
        getattr(groups, kind)()
        turn(turns)
    turn()
    assert crs() == own
    assert groups.window.layerTreeCanvasBridge().autoSetupOnFirstLayer()


def test_a_layer_of_the_person_sets_the_crs_of_an_empty_project_as_ever(groups: Groups, tmp_path: Path) -> None:
    from qgis.core import QgsProject, QgsVectorLayer

    set_crs("")
    groups.agent()
    turn()
    groups.layers.close(remove=True)
    turn()
    QgsProject.instance().addMapLayer(QgsVectorLayer(f"{squares(tmp_path / 'own.gpkg')}|layername=squares", "own"))
    turn()
    assert crs() == "EPSG:32633"


def test_collecting_garbage_does_not_lose_what_is_to_be_done_later(groups: Groups) -> None:
    """QGIS owns what tells of it, so Python sees nothing that holds on to it."""
    from gisagentbench.plugin.canvas.project_crs import keep_crs

    set_crs("")
    keep_crs(groups.window)
    assert not groups.window.layerTreeCanvasBridge().autoSetupOnFirstLayer()
    gc.collect()
    groups.agent()
    turn()
    assert crs() == ""
    assert groups.window.layerTreeCanvasBridge().autoSetupOnFirstLayer()


def test_a_map_that_takes_up_layers_late_is_waited_for(groups: Groups) -> None:
    """As while a large project is read: many turns pass before the map sees what was added."""
    from gisagentbench.plugin.canvas.project_crs import keep_crs

    bridge = groups.window.layerTreeCanvasBridge()
    set_crs("")
    groups.agent()
    turn()
    keep_crs(groups.window)
    turn()
    assert not bridge.autoSetupOnFirstLayer()  # nothing has come yet
    groups.agent()
    turn()
    assert crs() == ""
    assert bridge.autoSetupOnFirstLayer()
