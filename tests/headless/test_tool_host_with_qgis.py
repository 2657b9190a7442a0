# SPDX-License-Identifier: GPL-2.0-or-later
"""The tool host as QGIS runs it: a call beyond its limit, or a host killed in mid-call, is one failed call."""

import os
import signal
import threading
import time

import numpy
import pytest
from osgeo import gdal, ogr, osr

from gisagentbench.headless.agents.script import Script
from gisagentbench.headless.episode import Episode
from gisagentbench.headless.events import CallStarted
from gisagentbench.headless.manifest import Limits
from gisagentbench.headless.tool_host import ToolHost
from gisagentbench.tasks.trajectory import Trajectory
from gisagentbench.tests.headless.made_hosts import is_gone

pytestmark = pytest.mark.qgis
LONG = 120.0
SLOW_FORMULA = "sqrt(a * a + 1) + sin(a) * cos(a) + log(a * a + 2) + exp(-a * a) + sqrt(a * a + 3)"


def slow_workspace(folder, width):
    """A workspace with an elevation raster that is large enough for a call on it to take its time."""
    (folder / "inputs").mkdir(parents=True)
    dataset = gdal.GetDriverByName("GTiff").Create(str(folder / "inputs/dem.tif"), width, width, 1, gdal.GDT_Float32)
    dataset.SetGeoTransform((500000, 1, 0, 5000000, 0, -1))
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(32631)
    dataset.SetProjection(crs.ExportToWkt())
    dataset.GetRasterBand(1).WriteArray(numpy.arange(width * width, dtype="float32").reshape(width, width) % 97)
    dataset = None
    return folder


LOAD = ("load_layer", {"file": "dem.tif", "name": "dem"})


def slow_call(output):
    return "raster_calculator", {"inputs": {"a": "dem"}, "formula": SLOW_FORMULA, "output": output}


def test_a_call_beyond_its_limit_is_stopped_and_its_handle_stays_free(tmp_path):
    with ToolHost(slow_workspace(tmp_path / "w", 3000), tmp_path / "host.log") as host:
        assert host.call(*LOAD, LONG)["ok"]
        begun = time.monotonic()
        stopped = host.call(*slow_call("worth"), 0.2)
        spent = time.monotonic() - begun
        assert stopped["error"]["code"] == "TIMEOUT"
        assert spent < 5
        again = host.call(*slow_call("worth"), LONG)
        assert (again["ok"], again["output"], again["step"]) == (True, "worth", 3)
        assert host.close() == []


def many_points(folder, count):
    """A workspace with points, whose finest buffers take long and much room."""
    (folder / "inputs").mkdir(parents=True)
    crs = osr.SpatialReference()
    crs.ImportFromEPSG(32631)
    dataset = gdal.GetDriverByName("GPKG").Create(str(folder / "inputs/points.gpkg"), 0, 0, 0, gdal.GDT_Unknown)
    layer = dataset.CreateLayer("points", crs, ogr.wkbPoint)
    layer.StartTransaction()
    for number in range(count):
        feature = ogr.Feature(layer.GetLayerDefn())
        feature.SetGeometry(ogr.CreateGeometryFromWkt(f"POINT({500000 + number % 100 * 10} {5000000 + number // 100})"))
        layer.CreateFeature(feature)
    layer.CommitTransaction()
    return folder


def fine_buffers(output, **more):
    call = {"layer": "points", "unit": "m", "method": "planar", "quarter_segments": 1000, "output": output}
    return "buffer", call | more


@pytest.mark.slow
def test_a_native_loop_that_asks_for_no_cancel_ends_with_its_host(tmp_path):
    with ToolHost(many_points(tmp_path / "w", 20_000), tmp_path / "host.log") as host:
        assert host.call("load_layer", {"file": "points.gpkg", "name": "points"}, LONG)["ok"]
        pid, begun = host.pid, time.monotonic()
        step = host.call(*fine_buffers("wide", distance=1), 2.0)
        assert step["error"]["code"] == "TIMEOUT"
        assert time.monotonic() - begun < 10
        assert is_gone(pid)
        assert host.call("describe_layer", {"layer": "points"}, LONG)["ok"]
        assert host.close() == []


@pytest.mark.slow
def test_a_call_beyond_the_memory_of_its_host_is_a_limit_and_the_next_one_runs(tmp_path):
    """On paper: 2 rings of 6,000 points with 4,001 corners of 16 bytes are 768 MB, the host has 150 MB."""
    starts = []
    with ToolHost(
        many_points(tmp_path / "w", 6_000), tmp_path / "host.log", memory_bytes=150_000_000, on_start=starts.append
    ) as host:
        assert host.call("load_layer", {"file": "points.gpkg", "name": "points"}, LONG)["ok"]
        step = host.call(*fine_buffers("rings", ring_distances=[1, 2]), LONG)
        assert step["error"]["code"] == "LIMIT_EXCEEDED"
        assert step["error"]["message"] == "buffer needs more memory than its process may use"
        assert host.call("describe_layer", {"layer": "points"}, LONG)["ok"]
        assert host.close() == []
    assert [start.reason for start in starts] == ["first", "memory_limit"]


@pytest.mark.slow
def test_a_host_killed_in_mid_call_twenty_times_loses_no_episode(tmp_path):
    kills = 20
    host = ToolHost(slow_workspace(tmp_path / "w", 4000), tmp_path / "host.log")
    calls = [LOAD, *(slow_call(f"worth_{number}") for number in range(kills)), slow_call("last")]
    agent = Script(Trajectory(schema_version=1, steps=[{"api": api, "arguments": values} for api, values in calls]))
    killed = []

    def kill_in_mid_call():
        while not host.is_running:
            time.sleep(0.01)
        time.sleep(0.1)
        pid = host.pid
        os.kill(pid, signal.SIGKILL)
        killed.append(pid)

    def tell(event):
        if isinstance(event, CallStarted) and 1 < event.call <= kills + 1:
            threading.Thread(target=kill_in_mid_call).start()

    with host:
        end = Episode(agent, host, Limits(), tell).run()
    assert (end.outcome, end.calls, end.failed_calls) == ("finished", kills + 2, kills)
    assert len(set(killed)) == kills
    assert all(is_gone(pid) for pid in killed)
    assert end.changed_inputs == []
