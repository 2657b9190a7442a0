# SPDX-License-Identifier: GPL-2.0-or-later
"""The launcher and its set-up on made-up systems: fake programs, a fake /etc, a copy of the scripts."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEBIAN_12 = 'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\n'


class Machine:
    """A copy of launcher and set-up in a folder with spaces, with chosen system files and programs."""

    def __init__(self, folder: Path):
        self.root = folder / "a checkout with spaces"
        self.etc = folder / "etc"
        self.programs = folder / "programs"
        for made in (self.root, self.etc / "apt/sources.list.d", self.programs):
            made.mkdir(parents=True)
        shutil.copy(ROOT / "gisagentbench", self.root)
        shutil.copytree(ROOT / "setup", self.root / "setup")
        self.system(DEBIAN_12)

    def system(self, os_release):
        (self.etc / "os-release").write_text(os_release)

    def program(self, name, script):
        """Puts a shell script of this name before the system's own program."""
        path = self.programs / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def run(self, *command, **variables):
        environment = {"PATH": f"{self.programs}:/usr/bin:/bin", "GISAGENTBENCH_ETC": str(self.etc), **variables}
        return subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, timeout=60)

    def functions(self, script, **variables):
        """Runs shell code with the functions of set-up loaded."""
        loaded = 'root=$1; . "$root/setup/environment.sh"; . "$root/setup/system_packages.sh"; say() { :; }; '
        return self.run("/bin/sh", "-euc", loaded + script, "sh", str(self.root), **variables)


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.fixture
def bare_machine(machine):
    """A machine without any package and without root."""
    machine.program("dpkg-query", "exit 1")
    machine.program("qgis_process", "exit 127")
    machine.program("id", "echo 1000")
    machine.program("dpkg", "exit 0")
    return machine


def derived_sources(machine):
    done = machine.functions('codename=bookworm; apt=$root/apt; backports_sources; cat "$apt"/sources/*')
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_without_root_the_command_to_run_is_named(bare_machine):
    done = bare_machine.run(str(bare_machine.root / "gisagentbench"), "doctor")
    assert done.returncode == 3
    assert f"sudo sh '{bare_machine.root}/setup/set_up.sh' --system run" in done.stderr
    assert done.stdout == ""


def test_with_json_a_failed_set_up_is_one_object(bare_machine):
    done = bare_machine.run(str(bare_machine.root / "gisagentbench"), "run", "--json")
    assert done.returncode == 3
    (line,) = done.stdout.splitlines()
    error = json.loads(line)["error"]
    assert error["code"] == "DEPENDENCY_MISSING"
    assert error["message"].startswith("System packages are missing, and only root can install them: ")
    assert error["hint"] == f"Run: sudo sh '{bare_machine.root}/setup/set_up.sh' --system run"


def test_a_path_with_a_colon_is_refused(tmp_path):
    machine = Machine(tmp_path / "a:b")
    done = machine.run(str(machine.root / "gisagentbench"), "doctor")
    assert done.returncode == 3
    assert "has a colon, which search paths cannot hold" in done.stderr


def test_a_folder_that_cannot_be_written_to_is_named(machine):
    machine.program("touch", "exit 1")  # root may write anywhere, so the refusal is acted
    done = machine.run(str(machine.root / "gisagentbench"), "doctor", "--json")
    assert done.returncode == 3
    assert json.loads(done.stdout)["error"]["message"] == f"The project folder cannot be written to: {machine.root}."


def test_another_system_without_qgis_is_told_what_to_install(bare_machine):
    bare_machine.system('ID=fedora\nVERSION_ID="42"\n')
    (bare_machine.root / "setup/system_packages.sh").open("a").write("qgis_version() { echo 33400; }\n")
    done = bare_machine.run(str(bare_machine.root / "gisagentbench"), "doctor")
    assert done.returncode == 3
    assert "This system is fedora42" in done.stderr
    assert "(found: 33400)" in done.stderr
    assert "Install it with your package manager" in done.stderr


def test_another_system_with_qgis_is_told_which_modules_its_python_lacks(bare_machine):
    bare_machine.program("gdal-config", "exit 0")
    bare_machine.program("geos-config", "exit 0")
    bare_machine.program("c++", "exit 0")
    bare_machine.system('ID=fedora\nVERSION_ID="42"\n')
    bare_machine.program("dnf", "exit 0")
    (bare_machine.root / "setup/system_packages.sh").open("a").write("qgis_version() { echo 34400; }\n")
    (bare_machine.root / "setup/elsewhere/python-modules.txt").write_text("json\nno_such_module # why\n")
    done = bare_machine.run(str(bare_machine.root / "gisagentbench"), "doctor")
    assert done.returncode == 3
    assert (
        "QGIS is here, but its Python lacks: no_such_module. Run: sudo dnf install python3-no_such_module"
        in done.stderr
    )


def test_backports_are_added_to_the_stanza_of_the_release_alone(machine):
    (machine.etc / "apt/sources.list.d/debian.sources").write_text(
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates\nComponents: main\n"
        "Signed-By: /usr/share/keyrings/k.gpg\n\n"
        "Types: deb\nURIs: http://mirror.example/debian-security\nSuites: bookworm-security\nComponents: main\n"
    )
    assert derived_sources(machine) == (
        "Types: deb\nURIs: http://mirror.example/debian\nSuites: bookworm bookworm-updates bookworm-backports\n"
        "Components: main\nSigned-By: /usr/share/keyrings/k.gpg\n\n"
        "Types: deb\nURIs: http://mirror.example/debian-security\nSuites: bookworm-security\nComponents: main\n"
    )


def test_backports_are_added_to_an_old_list_without_discs_and_sources(machine):
    (machine.etc / "apt/sources.list").write_text(
        "# deb http://old.example/debian bookworm main\n"
        "deb cdrom:[Debian 12]/ bookworm main\n"
        "deb [signed-by=/k.gpg] http://mirror.example/debian bookworm main contrib\n"
        "deb-src http://mirror.example/debian bookworm main\n"
        "deb http://mirror.example/debian-security bookworm-security main\n"
        "deb http://other.example/apt bookworm-pgdg main\n"
    )
    assert set(derived_sources(machine).splitlines()) == {
        "deb [signed-by=/k.gpg] http://mirror.example/debian bookworm main contrib",
        "deb [signed-by=/k.gpg] http://mirror.example/debian bookworm-backports main contrib",
        "deb http://mirror.example/debian-security bookworm-security main",
        "deb http://other.example/apt bookworm-pgdg main",
    }


def test_packages_are_missing_unless_they_are_installed(machine):
    machine.program("dpkg-query", "case $4 in there) echo installed;; removed) echo config-files;; *) exit 1;; esac")
    done = machine.functions("missing there removed never")
    assert done.stdout.split() == ["removed", "never"]


@pytest.mark.parametrize(
    ("version", "asked"),
    [("", ["qgis", "python3-qgis"]), ("32216", ["qgis", "python3-qgis"]), ("34006", [])],
)
def test_qgis_is_asked_for_where_it_is_absent_or_too_old(machine, version, asked):
    machine.program("dpkg-query", "exit 1")
    done = machine.functions(f"qgis_version() {{ echo {version}; }}; needed_packages run")
    assert [name for name in ("qgis", "python3-qgis") if name in done.stdout.split()] == asked
    assert "xvfb" not in done.stdout.split()


def test_an_old_qgis_that_is_installed_is_asked_for_again(machine):
    machine.program("dpkg-query", "echo installed")
    done = machine.functions("qgis_version() { echo 32216; }; needed_packages run")
    assert done.stdout.split() == ["qgis", "python3-qgis", "qgis-providers"]


def readiness(machine, script=":"):
    return machine.functions(f"{script}; environment_is_ready run && echo ready || echo not").stdout.strip()


def made_ready(machine):
    script = 'mkdir -p "$venv" "$cache" "$root/.cache/plugins"; : >"$venv/pyvenv.cfg"; '
    script += (
        'ln -s "$environment/pyvenv.cfg" "$root/.venv/pyvenv.cfg"; ln -s ../.. "$root/.cache/plugins/gisagentbench"; '
    )
    script += 'echo "$(wanted run) $(installed)" >"$cache/ready-run"'
    return readiness(machine, script)


def test_what_was_set_up_is_ready_until_a_list_changes(machine):
    assert readiness(machine) == "not"
    assert made_ready(machine) == "ready"
    assert readiness(machine) == "ready"
    with (machine.root / "setup/debian12/system-run.txt").open("a") as packages:
        packages.write("one-more\n")
    assert readiness(machine) == "not"


def test_what_was_set_up_is_not_ready_when_system_packages_changed(machine):
    assert made_ready(machine) == "ready"
    assert readiness(machine, "installed() { echo other; }") == "not"


def test_the_launcher_follows_links_and_starts_in_the_folder_of_its_caller(machine, tmp_path):
    assert made_ready(machine) == "ready"
    environment = machine.functions('echo "$environment"').stdout.strip()
    python = machine.root / ".venv" / environment / "bin" / "python"
    python.parent.mkdir()
    python.write_text('#!/bin/sh\necho "$PWD|$PYTHONPATH|$*"\n')
    python.chmod(0o755)
    os.symlink(machine.root / "gisagentbench", tmp_path / "link")
    done = machine.run(str(tmp_path / "link"), "score", "a b", PYTHONPATH="/theirs")
    assert done.stdout == f"/|{machine.root}/.cache/plugins:/theirs|-P -m gisagentbench.headless score a b\n"


def test_lock_files_pin_every_package_with_a_hash():
    locks = sorted((ROOT / "setup").rglob("*.lock"))
    assert len(locks) == 5
    for lock in locks:
        entries = [entry for entry in lock.read_text().replace("\\\n", "").splitlines() if entry and entry[0] != "#"]
        assert entries, lock
        assert [entry for entry in entries if "==" not in entry or "--hash=sha256:" not in entry] == []


def test_what_shares_a_library_with_qgis_never_comes_as_a_wheel():
    locked = {
        line.split("==")[0]
        for lock in (ROOT / "setup").rglob("*-run.lock")
        for line in lock.read_text().splitlines()
        if "==" in line
    }
    assert locked & {"pyproj", "pyogrio", "shapely", "gdal"} == set()
