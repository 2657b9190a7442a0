# SPDX-License-Identifier: GPL-2.0-or-later
"""A plugin without set-up finds a Python beside QGIS, keeps its own with the person, and says what to install."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from gisagentbench.headless import installed_plugin, machine

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders and names are those of Linux")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of somebody who has nothing yet, for whom the plugin lies in a folder without set-up."""
    for name in (
        *installed_plugin.FOLDER_VARIABLES.values(),
        installed_plugin.CHOSEN_PYTHON,
        installed_plugin.PACKS_VARIABLE,
        "XDG_DATA_HOME",
        "XDG_CACHE_HOME",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    plugin = tmp_path / "profile" / "python" / "plugins" / "gisagentbench"
    plugin.mkdir(parents=True)
    monkeypatch.setattr(machine, "ROOT", plugin)
    return tmp_path


def make_program(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o755)
    return file


def run_by(monkeypatch: pytest.MonkeyPatch, prefix: Path) -> Path:
    """Makes QGIS run the Python of a prefix, as one that is in no environment. Returns: Its interpreter."""
    for name in ("prefix", "base_prefix"):
        monkeypatch.setattr(sys, name, str(prefix))
    program = make_program(prefix / "bin" / f"python{VERSION}")
    monkeypatch.setattr(sys, "executable", str(program))
    return program


def make_environment(folder: Path) -> Path:
    """Makes what looks like an environment of Python. Returns: Its interpreter."""
    (folder / "lib" / f"python{VERSION}" / "site-packages").mkdir(parents=True)
    (folder / "pyvenv.cfg").touch()
    return make_program(folder / "bin" / "python")


def test_a_checkout_is_not_taken_for_an_installed_plugin(home: Path) -> None:
    assert installed_plugin.is_installed(machine.ROOT)
    assert not installed_plugin.is_installed(Path(installed_plugin.__file__).parents[1])


def test_nothing_is_kept_in_the_folder_that_an_update_replaces(home: Path) -> None:
    variables = machine.child_environment()
    assert variables["GISAGENTBENCH_PACKS"] == str(home / ".local/share/gisagentbench/packs")
    kept = [
        variables[name] for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "QGIS_CUSTOM_CONFIG_PATH", "GISAGENTBENCH_DATA")
    ]
    assert [folder for folder in kept if not Path(folder).is_relative_to(home)] == []
    assert [folder for folder in kept if Path(folder).is_relative_to(machine.ROOT)] == []
    assert list(machine.ROOT.iterdir()) == []
    assert variables["QGIS_PLUGINPATH"] == str(machine.ROOT.parent)


def test_children_find_the_same_folders_although_their_home_is_another(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = machine.child_environment()
    for name in ("XDG_DATA_HOME", "XDG_CACHE_HOME", *installed_plugin.FOLDER_VARIABLES.values()):
        monkeypatch.setenv(name, first[name])
    second = machine.child_environment()
    same = (
        "XDG_CACHE_HOME",
        "GISAGENTBENCH_DATA",
        "GISAGENTBENCH_CACHE",
        "GISAGENTBENCH_PACKS",
        "GISAGENTBENCH_PYTHON",
    )
    assert {name: second[name] for name in same} == {name: first[name] for name in same}


def test_the_chosen_python_comes_before_that_of_the_person_and_that_before_the_one_of_qgis(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_by(monkeypatch, home / "qgis") == machine.python_program()
    own = make_environment(home / ".local/share/gisagentbench" / f"python{VERSION}")
    assert machine.python_program() == own
    chosen = make_environment(home / "chosen")
    monkeypatch.setenv("GISAGENTBENCH_PYTHON", str(chosen))
    assert machine.python_program() == chosen
    assert machine.site_packages() == home / "chosen" / "lib" / f"python{VERSION}" / "site-packages"
    assert machine.child_environment()["PYTHONPATH"].split(os.pathsep)[0] == str(machine.site_packages())


def test_qgis_itself_is_not_taken_for_python(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On some systems `sys.executable` is QGIS: starting it would open a second window."""
    monkeypatch.setattr(sys, "executable", str(make_program(home / "QGIS.app" / "MacOS" / "QGIS")))
    monkeypatch.setattr(sys, "base_prefix", str(home / "nowhere"))
    beside = make_program(home / "QGIS.app" / "MacOS" / "bin" / "python3")
    assert machine.python_program() == beside


def test_where_there_is_no_python_it_is_said(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(make_program(home / "bin" / "qgis")))
    monkeypatch.setattr(sys, "base_prefix", str(home / "nowhere"))
    monkeypatch.setenv("PATH", str(home / "nowhere"))
    with pytest.raises(
        machine.MachineBroken, match="No Python interpreter was found beside QGIS. Name one in the options"
    ):
        machine.python_program()


def test_packages_of_another_version_of_python_are_not_taken(home: Path) -> None:
    program = make_environment(home / "old")
    assert installed_plugin.packages_of(program) is not None
    (home / "old" / "lib" / f"python{VERSION}").rename(home / "old" / "lib" / "python3.8")
    assert installed_plugin.packages_of(program) is None
    assert installed_plugin.packages_of(make_program(home / "system" / "bin" / "python3")) is None


def test_tools_inside_qgis_see_the_packages_of_the_environment_behind_their_own(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = list(sys.path)
    monkeypatch.setattr(sys, "path", list(before))
    program = make_environment(home / "chosen")
    folder = str(home / "chosen" / "lib" / f"python{VERSION}" / "site-packages")
    assert installed_plugin.see_packages(program) == [folder]
    assert installed_plugin.see_packages(program) == []
    assert installed_plugin.see_packages(make_program(home / "system" / "bin" / "python3")) == []
    assert installed_plugin.see_packages(None) == []
    assert sys.path == [*before, folder]


def test_packages_of_the_person_are_seen_only_where_there_is_no_environment(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_by(monkeypatch, home / "qgis")
    assert "PYTHONNOUSERSITE" not in machine.child_environment()
    make_environment(home / ".local/share/gisagentbench" / f"python{VERSION}")
    assert machine.child_environment()["PYTHONNOUSERSITE"] == "1"


def test_missing_packages_come_with_the_commands_that_get_them(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_by(monkeypatch, home / "with space")
    with_qgis = {"numpy": "1.26.4", "pyproj": "3.4.1"}
    monkeypatch.setattr(installed_plugin.importlib.metadata, "version", with_qgis.__getitem__)
    own = home / ".local/share/gisagentbench" / f"python{VERSION}"
    assert machine.how_to_get(["yaml", "pandas", "shapely"]).splitlines() == [
        f"'{home}/with space/bin/python{VERSION}' -m venv --system-site-packages {own}",
        f"{own}/bin/python -m pip install PyYAML 'pandas<3' 'shapely<2.2' 'numpy<2' pyproj==3.4.1 --no-binary shapely",
    ]


def test_an_environment_is_made_of_a_python_that_is_in_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_by(monkeypatch, home / "system")
    monkeypatch.setenv("GISAGENTBENCH_PYTHON", str(make_environment(home / "chosen")))
    assert machine.how_to_get(["pydantic"]).startswith(f"{home}/system/bin/python{VERSION} -m venv ")


def test_the_first_python_of_the_search_path_is_not_taken_for_that_of_qgis(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Embedded in QGIS, Python calls itself by the first python3 it finds, such as that of pyenv or conda."""
    of_qgis = run_by(monkeypatch, home / "usr")
    monkeypatch.setattr(sys, "executable", str(make_program(home / "shims" / "python3")))
    assert machine.python_program() == of_qgis
    assert machine.how_to_get(["pydantic"]).startswith(f"{of_qgis} -m venv ")


def test_the_environment_that_qgis_was_started_in_is_taken(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_by(monkeypatch, home / "usr")
    program = make_environment(home / "active")
    monkeypatch.setattr(sys, "prefix", str(home / "active"))
    monkeypatch.setattr(sys, "executable", str(program))
    assert machine.python_program() == program


def test_in_a_checkout_doctor_gets_what_is_missing() -> None:
    assert machine.how_to_get(["pydantic"]) == f"{machine.ROOT}/gisagentbench doctor"


def test_a_proxy_with_a_password_reaches_no_child(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://ada:lovelace@proxy.test:8080")
    monkeypatch.setenv("http_proxy", "http://proxy.test:8080")
    variables = machine.child_environment()
    assert "HTTPS_PROXY" not in variables
    assert variables["http_proxy"] == "http://proxy.test:8080"
