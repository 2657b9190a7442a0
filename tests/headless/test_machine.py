# SPDX-License-Identifier: GPL-2.0-or-later
"""The environment of QGIS processes: held still, inside the project, and one in which the libraries get along."""

import os
import shutil
import stat
import subprocess
import sys

import pytest

from gisagentbench.headless import machine

PROBE_PLUGIN = """
from qgis.core import QgsApplication, QgsProcessingAlgorithm, QgsProcessingProvider

class Imports(QgsProcessingAlgorithm):
    def name(self): return "imports"
    def displayName(self): return "Imports"
    def createInstance(self): return Imports()
    def initAlgorithm(self, configuration=None): pass
    def processAlgorithm(self, parameters, context, feedback):
        import geopandas, pyogrio, pydantic, pyproj, scipy, shapely
        from osgeo import gdal_array
        square = geopandas.GeoSeries([shapely.box(583960, 4507500, 584960, 4508500)], crs=26918)
        feedback.pushInfo("west " + str(round(square.to_crs(4326).total_bounds[0], 3)))
        return {}

class Provider(QgsProcessingProvider):
    def id(self): return "probe"
    def name(self): return "Probe"
    def loadAlgorithms(self): self.addAlgorithm(Imports())

class Plugin:
    def initGui(self): self.initProcessing()
    def initProcessing(self):
        self.provider = Provider()
        QgsApplication.processingRegistry().addProvider(self.provider)
    def unload(self): QgsApplication.processingRegistry().removeProvider(self.provider)

def classFactory(iface):
    return Plugin()
"""


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setattr(machine, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


def test_what_changes_answers_is_held_still(own_cache, monkeypatch):
    monkeypatch.setenv("TZ", "America/New_York")
    monkeypatch.setenv("PROJ_NETWORK", "ON")
    monkeypatch.setenv("OMP_NUM_THREADS", "8")
    variables = machine.child_environment()
    pinned = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PROJ_NETWORK": "OFF", "GDAL_PAM_ENABLED": "NO", "OMP_NUM_THREADS": "1"}
    assert {name: variables[name] for name in pinned} == pinned


def test_what_a_shell_may_hold_is_not_inherited(own_cache, monkeypatch):
    for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONHOME", "LANGUAGE"):
        monkeypatch.setenv(name, "1")
    assert set(machine.REMOVED) & set(machine.child_environment()) == set()


def test_another_python_on_the_search_path_is_not_the_one_of_qgis(own_cache, monkeypatch, tmp_path):
    """QGIS looks for python3 on the search path and takes the library that lies beside it."""
    other = tmp_path / "other" / "bin" / "python3"
    other.parent.mkdir(parents=True)
    other.touch(mode=0o755)
    for path in (f"{other.parent}{os.pathsep}{os.environ['PATH']}", ""):
        monkeypatch.setenv("PATH", path)
        variables = machine.child_environment()
        found = shutil.which("python3", path=variables["PATH"])
        assert os.path.realpath(found) == os.path.realpath(f"{sys.base_prefix}/bin/python3")
    assert "" not in variables["PATH"].split(os.pathsep)


def test_caches_and_profile_lie_in_the_project_cache(own_cache):
    variables = machine.child_environment()
    inside = ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "NUMBA_CACHE_DIR")
    inside += ("QGIS_CUSTOM_CONFIG_PATH",)
    assert [name for name in inside if not variables[name].startswith(str(own_cache))] == []
    assert stat.S_IMODE(os.stat(variables["XDG_RUNTIME_DIR"]).st_mode) == 0o700


def test_caches_of_another_user_are_named(own_cache, monkeypatch):
    def refused(folder, mode):
        raise PermissionError(1, "Operation not permitted", str(folder))

    monkeypatch.setattr(machine.Path, "chmod", refused)
    with pytest.raises(
        machine.MachineBroken, match=f"cannot be written to: {own_cache}/xdg/runtime. They were made by"
    ):
        machine.child_environment()


def test_the_packages_come_first_and_the_callers_path_last(own_cache, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", f"/theirs{os.pathsep}{machine.plugins_folder()}")
    entries = machine.child_environment()["PYTHONPATH"].split(os.pathsep)
    assert entries == [str(machine.site_packages()), str(machine.plugins_folder()), "/theirs"]


def test_a_new_profile_has_the_plugin_on_and_an_old_one_is_kept(tmp_path):
    settings = tmp_path / "profiles/default/QGIS/QGIS3.ini"
    machine.throw_away_profile(tmp_path)
    assert settings.read_text() == "[PythonPlugins]\ngisagentbench=true\n"
    assert (tmp_path / "profiles/default/QGIS/QGIS4.ini").exists()
    settings.write_text("[PythonPlugins]\ngisagentbench=true\nother=true\n")
    machine.throw_away_profile(tmp_path)
    assert "other=true" in settings.read_text()


def test_desktop_qgis_keeps_the_language_and_window_of_the_person(own_cache, tmp_path, monkeypatch):
    monkeypatch.setenv("LANG", "pt_BR.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    variables = machine.desktop_environment(tmp_path)
    assert variables["LANG"] == "pt_BR.UTF-8"
    assert {"LC_ALL", "QT_QPA_PLATFORM"} & set(variables) == set()
    assert variables["QGIS_PLUGINPATH"] == str(machine.plugins_folder())


def test_a_missing_qgis_process_is_named(monkeypatch):
    monkeypatch.setenv("GISAGENTBENCH_QGIS_PROCESS", "no-such-qgis")
    with pytest.raises(machine.MachineBroken, match="no-such-qgis was not found on the search path"):
        machine.qgis_process_command()


@pytest.mark.qgis
def test_python_libraries_and_qgis_live_in_one_process(tmp_path):
    """Guards against a second PROJ or GDAL beside QGIS's own: such a process dies at exit (134 or 139)."""
    plugin = tmp_path / "plugins" / "probe"
    plugin.mkdir(parents=True)
    (plugin / "__init__.py").write_text(PROBE_PLUGIN)
    (plugin / "metadata.txt").write_text(
        "[general]\nname=probe\nqgisMinimumVersion=3.40\nqgisMaximumVersion=4.99\nversion=1\ndescription=x\n"
        "about=x\nauthor=x\nemail=x@example.org\nhasProcessingProvider=yes\n"
    )
    variables = machine.child_environment(machine.throw_away_profile(tmp_path / "profile"))
    variables["QGIS_PLUGINPATH"] = str(plugin.parent)
    for settings in (tmp_path / "profile").rglob("*.ini"):
        settings.write_text("[PythonPlugins]\nprobe=true\n")
    done = subprocess.run(
        [*machine.qgis_process_command(), "run", "probe:imports"], env=variables, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    # On paper: 83,960 m of easting at 0.9996 are 83,994 m east of 75 W; at 40.713 N a radian of longitude is
    # 6,387,239 m * cos 40.713 = 4,841,400 m, so 0.01735 radian or 0.994 degrees.
    assert "west -74.006" in done.stdout + done.stderr


@pytest.mark.qgis
def test_versions_are_told_without_starting_qgis():
    versions = machine.versions()
    assert [name for name in machine.LIBRARY_VERSIONS if versions[name] is None] == []
    assert versions["gdal"] == versions["pyogrio_gdal"]
    assert versions["proj"] == versions["pyproj_proj"]
    assert versions["gisagentbench"] == machine.plugin_version()
