# SPDX-License-Identifier: GPL-2.0-or-later
"""Layers of an episode come and go in their own group; the person's project stays as it was."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gisagentbench.tests.plugin.made_files import cells, squares, told
from gisagentbench.tests.plugin.waiting import turn, wait_for

pytestmark = pytest.mark.qgis


@pytest.fixture
def layers(window: Any) -> Iterator[Any]:
    from gisagentbench.plugin.canvas.episode_layers import EpisodeLayers

    made = EpisodeLayers(window)
    yield made
    made.close(remove=True)
    made.deleteLater()
    turn()


def project() -> Any:
    from qgis.core import QgsProject

    return QgsProject.instance()


def tree() -> list[tuple[str, list[tuple[str, bool]]]]:
    """The groups with their layers from top to bottom, and whether each is drawn."""
    groups = project().layerTreeRoot().findGroups()
    return [
        (group.name(), [(node.name(), node.itemVisibilityChecked()) for node in group.findLayers()]) for group in groups
    ]


def test_layers_come_newest_first_and_the_newest_is_drawn(layers: Any, tmp_path: Path) -> None:
    group = layers.begin("Parks", "session-1")
    group.show(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    wait_for(lambda: len(group.layers()) == 1)
    group.show(told(cells(tmp_path / "b.tif"), 2, "b", "raster"))
    wait_for(lambda: len(group.layers()) == 2)
    assert tree() == [("GISAgentBench: Parks", [("2 · b", True), ("1 · a", False)])]
    marks = [group.layers()[0].customProperty(f"gisagentbench/{name}") for name in ("session", "handle", "step")]
    assert marks == ["session-1", "a", 1]
    assert group.step_of(group.layers()[1].id()) == 2


def test_a_layer_that_opens_late_does_not_take_the_map_back(layers: Any, tmp_path: Path) -> None:
    group = layers.begin("Parks")
    group.show(told(squares(tmp_path / "b.gpkg"), 2, "b"))
    wait_for(lambda: len(group.layers()) == 1)
    group.show(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    wait_for(lambda: len(group.layers()) == 2)
    assert tree()[0][1] == [("2 · b", True), ("1 · a", False)]


def test_selecting_a_step_draws_it_alone_and_zooms_to_it(layers: Any, window: Any, tmp_path: Path) -> None:
    from qgis.core import QgsCoordinateReferenceSystem

    window.mapCanvas().setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:32633"))
    group = layers.begin("Parks")
    group.show(told(squares(tmp_path / "a.gpkg", (1000.0, 2000.0)), 1, "a"))
    group.show(told(squares(tmp_path / "b.gpkg"), 2, "b"))
    wait_for(lambda: len(group.layers()) == 2)
    assert group.select(1)
    assert tree()[0][1] == [("2 · b", False), ("1 · a", True)]
    centre = window.mapCanvas().extent().center()
    assert (centre.x(), centre.y()) == (pytest.approx(1015.0), pytest.approx(2005.0))  # three squares of 10 from there
    assert window.mapCanvas().extent().width() < 100
    assert not group.select(7)
    group.show(told(squares(tmp_path / "c.gpkg"), 3, "c"))
    wait_for(lambda: len(group.layers()) == 3)
    assert tree()[0][1] == [("3 · c", False), ("2 · b", False), ("1 · a", True)]


def test_going_back_takes_later_layers_out_and_returning_brings_them_again(layers: Any, tmp_path: Path) -> None:
    first, second = (told(squares(tmp_path / f"{name}.gpkg"), step, name) for step, name in ((1, "a"), (2, "b")))
    group = layers.begin("Parks")
    for one in (first, second):
        group.show(one)
    wait_for(lambda: len(group.layers()) == 2)
    group.show_state([first])
    assert [name for name, _ in tree()[0][1]] == ["1 · a"]
    group.show_state([first, second])
    wait_for(lambda: len(group.layers()) == 2)
    group.remove_after(1)
    assert [name for name, _ in tree()[0][1]] == ["1 · a"]


def test_the_project_keeps_its_crs_its_order_and_its_layers(layers: Any, window: Any, tmp_path: Path) -> None:
    from qgis.core import QgsCoordinateReferenceSystem, QgsRasterLayer, QgsVectorLayer

    ground = QgsRasterLayer(str(cells(tmp_path / "ground.tif")), "ground")
    own = QgsVectorLayer(f"{squares(tmp_path / 'own.gpkg')}|layername=squares", "own", "ogr")
    project().addMapLayers([ground])
    project().addMapLayers([own])
    turn()  # QGIS takes the CRS of the first layer; the person wants another one
    project().setCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
    group = layers.begin("Parks")
    group.show(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    wait_for(lambda: group.layers())
    turn()
    assert [node.name() for node in project().layerTreeRoot().children()] == ["own", "GISAgentBench: Parks", "ground"]
    assert project().crs().authid() == "EPSG:3857"
    group.remove()
    assert [node.name() for node in project().layerTreeRoot().children()] == ["own", "ground"]


def test_a_newer_group_lies_above_the_older_one(layers: Any, tmp_path: Path) -> None:
    for title in ("First", "Second"):
        group = layers.begin(title)
        group.show(told(squares(tmp_path / f"{title}.gpkg"), 1, "a"))
        wait_for(group.layers)
    assert [name for name, _ in tree()] == ["GISAgentBench: Second", "GISAgentBench: First"]
    group.hide()
    nodes = project().layerTreeRoot().children()
    assert [node.itemVisibilityChecked() for node in nodes] == [False, True]


def test_an_empty_project_keeps_its_crs_too_and_later_layers_set_it_as_ever(
    layers: Any, window: Any, tmp_path: Path
) -> None:
    from qgis.core import QgsCoordinateReferenceSystem, QgsVectorLayer

    project().setCrs(QgsCoordinateReferenceSystem("EPSG:4326"))
    assert window.layerTreeCanvasBridge().autoSetupOnFirstLayer()
    group = layers.begin("Parks")
    group.show(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    wait_for(lambda: group.layers())
    turn()
    assert project().crs().authid() == "EPSG:4326"
    assert window.layerTreeCanvasBridge().autoSetupOnFirstLayer()
    group.remove()
    turn()
    own = QgsVectorLayer(f"{squares(tmp_path / 'own.gpkg')}|layername=squares", "own", "ogr")
    project().addMapLayer(own)
    turn()
    assert project().crs().authid() == "EPSG:32633"  # what QGIS itself does, as long as we stay out of it


def test_opening_a_layer_changes_nothing_on_disk(layers: Any, tmp_path: Path) -> None:
    path = squares(tmp_path / "a.gpkg")
    digest, before = hashlib.sha256(path.read_bytes()).hexdigest(), sorted(tmp_path.iterdir())
    group = layers.begin("Parks")
    group.show(told(path, 1, "a"))
    wait_for(lambda: group.layers())
    (layer,) = group.layers()
    assert layer.readOnly() and not layer.startEditing()
    assert len(list(layer.getFeatures())) == 3
    assert sorted(tmp_path.iterdir()) == before
    group.remove()
    assert hashlib.sha256(path.read_bytes()).hexdigest() == digest


def test_a_layer_is_styled_by_the_column_that_its_step_added(layers: Any, tmp_path: Path) -> None:
    group = layers.begin("Parks")
    for step, column, api in (
        (1, "n", "load_layer"),
        (2, "area", "add_field"),
        (3, "area", "buffer"),
        (4, "z", "load_layer"),
    ):
        path = squares(tmp_path / f"{step}.gpkg", column=column)
        group.show({**told(path, step, f"s{step}"), "api": api})
    wait_for(lambda: len(group.layers()) == 4)
    looks = [layer.renderer() for layer in group.layers()]
    kinds = [look.type() for look in looks]
    assert kinds == ["singleSymbol", "graduatedSymbol", "singleSymbol", "singleSymbol"]
    assert looks[1].classAttribute() == '"area"'


def test_what_cannot_be_shown_is_told_and_hurts_nothing(layers: Any, tmp_path: Path) -> None:
    faults: list[tuple[str, str]] = []
    group = layers.begin("Parks")
    group.failed.connect(lambda entry, why: faults.append((entry.handle, why)))
    (tmp_path / "torn.gpkg").write_bytes(b"SQLite format 3\0 and nothing more")
    group.show(told(tmp_path / "torn.gpkg", 1, "torn"))
    group.show(told(tmp_path / "gone.gpkg", 2, "gone"))
    group.show(told(tmp_path / "a.vrt", 3, "odd"))
    assert not group.show({"step": 4, "handle": "none", "path": "", "kind": "vector"})
    assert not group.show({"step": 5, "handle": "none", "path": "/x", "kind": "mesh"})
    wait_for(lambda: len(faults) == 3)
    assert sorted(name for name, _ in faults) == ["gone", "odd", "torn"]
    assert all(why for _, why in faults)
    assert tree() == []


def test_gdal_of_the_person_is_as_it_was(layers: Any, tmp_path: Path) -> None:
    """Other threads of QGIS load maps from the network while a layer of ours is opened."""
    from osgeo import gdal

    from gisagentbench.plugin.canvas.layer_entry import layer_entry
    from gisagentbench.plugin.canvas.layer_opening import open_entry

    names = ("GDAL_HTTP_PROXY", "GDAL_PAM_ENABLED", "CPL_VSIL_CURL_ALLOWED_EXTENSIONS", "GDAL_CACHEMAX")
    before = [gdal.GetConfigOption(name) for name in names]
    exceptions = gdal.GetUseExceptions()
    seen: list[Any] = []

    def style(_layer: Any) -> None:
        seen.append([gdal.GetThreadLocalConfigOption(name) for name in names])
        seen.append(gdal.GetUseExceptions())

    entry = layer_entry(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    assert entry is not None
    open_entry(entry, frozenset(), style)
    assert seen == [["127.0.0.1:1", "NO", ".none", None], exceptions]
    assert [gdal.GetConfigOption(name) for name in names] == before


def test_closing_while_layers_open_leaves_nothing_behind(layers: Any, tmp_path: Path) -> None:
    from gisagentbench.plugin.canvas.background_task import running_tasks

    group = layers.begin("Parks")
    for step in range(1, 6):
        group.show(told(squares(tmp_path / f"{step}.gpkg"), step, f"s{step}"))
    layers.close(remove=True)
    wait_for(lambda: running_tasks() == 0)
    turn()
    assert project().mapLayers() == {} and tree() == []


def test_a_new_project_gets_no_layer_of_the_old_one_unasked(layers: Any, tmp_path: Path) -> None:
    group = layers.begin("Parks")
    group.show(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    wait_for(lambda: group.layers())
    group.show(told(squares(tmp_path / "b.gpkg"), 2, "b"))
    project().clear()
    group.show(told(squares(tmp_path / "c.gpkg"), 3, "c"))
    turn(60)
    assert project().mapLayers() == {}
    assert group.select(1)
    wait_for(lambda: group.layers())
    assert tree() == [("GISAgentBench: Parks", [("1 · a", True)])]


def test_a_layer_that_the_person_removed_stays_out_until_it_is_chosen(layers: Any, tmp_path: Path) -> None:
    group = layers.begin("Parks")
    group.show(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    wait_for(lambda: group.layers())
    project().removeMapLayer(group.layers()[0].id())
    turn()
    assert group.layers() == []
    group.select(1)
    wait_for(lambda: group.layers())


def test_layers_stay_when_the_panel_goes_and_the_person_wants_them(layers: Any, tmp_path: Path) -> None:
    group = layers.begin("Parks")
    group.show(told(squares(tmp_path / "a.gpkg"), 1, "a"))
    wait_for(lambda: group.layers())
    layers.close(remove=False)
    assert [name for name, _ in tree()] == ["GISAgentBench: Parks"]


def test_a_layer_that_the_person_took_to_a_group_of_their_own_stays(layers: Any, tmp_path: Path) -> None:
    group = layers.begin("Parks")
    for step, name in enumerate("ab", 1):
        group.show(told(squares(tmp_path / f"{name}.gpkg"), step, name))
    wait_for(lambda: len(group.layers()) == 2)
    root = project().layerTreeRoot()
    taken = root.findLayer(group.layers()[0].id())
    root.addGroup("Mine").addChildNode(taken.clone())
    taken.parent().removeChildNode(taken)
    turn()
    layers.end(group, remove=True)
    assert [(name, [layer for layer, _ in inside]) for name, inside in tree()] == [("Mine", ["1 · a"])]
    assert len(project().mapLayers()) == 1


@pytest.mark.parametrize("name", ["a|option:PRELUDE_STATEMENTS=SELECT 1", "a|layername=b", "a|subset=n > 2"])
def test_the_name_of_a_layer_is_no_option_of_its_driver(layers: Any, tmp_path: Path, name: str) -> None:
    from osgeo import gdal

    faults: list[str] = []
    group = layers.begin("Parks")
    group.failed.connect(lambda entry, why: faults.append(why))
    path = tmp_path / "odd.gpkg"
    gdal.VectorTranslate(str(path), str(squares(tmp_path / "a.gpkg")), layerName=name)
    group.show({**told(path, 1, "odd"), "sublayer": name})
    wait_for(lambda: faults or group.layers())
    assert group.layers() == [] and "|" in faults[0]
