# SPDX-License-Identifier: GPL-2.0-or-later
"""Bad inputs through the real program: the right code and exit status, one JSON object, nothing half-written.

Each row prepares a folder, runs one command line there, and looks at the folder afterwards.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gisagentbench.headless import machine
from gisagentbench.tests.headless.made_pack import CONTRACT, ROWS, steps, trajectory, write_pack
from gisagentbench.tests.headless.program import Ended, fake_qgis_process, run_program

PARKS = json.dumps(
    {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {"name": name},
                "geometry": {
                    "type": "Polygon",
                    "coordinates": [[[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0], [x, 0.0]]],
                },
            }
            for x, name in enumerate(("North", "South"))
        ],
    }
)


@dataclass(frozen=True)
class BadInput:
    """One row.

    Args:
        rule: What is wrong, in words.
        words: The command line.
        status: Its exit status.
        code: Of the error; "" for a scored output, which is a verdict and no error.
        prepare: Makes the files.
        may_make: Top-level names that the command may leave behind.
    """

    rule: str
    words: tuple[str, ...]
    status: int
    code: str
    prepare: Callable[[Path], None] = lambda folder: None
    may_make: tuple[str, ...] = ()


def files(**texts: str | bytes) -> Callable[[Path], None]:
    """Makes files; `__` in a name stands for a dot."""

    def prepare(folder: Path) -> None:
        for name, text in texts.items():
            path = folder / name.replace("__", ".")
            path.write_bytes(text if isinstance(text, bytes) else text.encode())

    return prepare


def replay(*more: str, plan: str = "plan.json") -> tuple[str, ...]:
    return ("replay", "--trajectory", plan, "--input", "rows=people.csv", "--workspace", "w", *more)


def call(api: str, *more: str, **arguments: object) -> tuple[str, ...]:
    return ("tools", "call", api, "--workspace", "w", "--arguments", json.dumps(arguments), *more)


def score(**names: str) -> tuple[str, ...]:
    given = {"contract": "contract.yaml", "reference": "people.csv", "output": "out.csv"} | names
    return ("score", *(word for name, path in given.items() for word in (f"--{name}", path)))


def used_workspace(folder: Path) -> None:
    (folder / "w").mkdir()
    (folder / "w/mine.txt").write_text("mine")


def broken_workspace(folder: Path) -> None:
    (folder / "w").mkdir()
    (folder / "w/workspace.json").write_text('{"schema_version": 99, "handles": {}, "inputs": {}, "steps": 0}')


def pack_with_a_lost_reference(folder: Path) -> None:
    (write_pack(folder / "made") / "tasks/count_people/reference/out.csv").unlink()


def pack_with_other_data(folder: Path) -> None:
    (write_pack(folder / "made") / "data/rows.csv").write_text(ROWS.replace("10", "11"))


WITHOUT_QGIS = (
    BadInput("a command that is not there", ("rnu",), 2, "UNKNOWN_ARGUMENT"),
    BadInput("no command", (), 2, "MISSING_ARGUMENT"),
    BadInput("an option that is not there", replay("--keep-goin"), 2, "UNKNOWN_ARGUMENT"),
    BadInput("an option that is not there yet", ("run", "--model", "x"), 2, "BAD_VALUE"),
    BadInput("a trajectory that is not there", replay(plan="absent.json"), 2, "FILE_NOT_FOUND"),
    BadInput("a trajectory that is not JSON", replay(plan="cut.json"), 2, "INVALID_DOCUMENT",
             files(cut__json='{"schema_version": 1, "steps": [')),
    BadInput("a trajectory with a key twice", replay(plan="twice.json"), 2, "INVALID_DOCUMENT",
             files(twice__json='{"schema_version": 1, "schema_version": 1, "steps": [{"api": "clip"}]}')),
    BadInput("a trajectory that is not text", replay(plan="bytes.json"), 2, "INVALID_DOCUMENT",
             files(bytes__json=b"\xff\xfe\x00{")),
    BadInput("a trajectory nested too deep", replay(plan="deep.json"), 2, "INVALID_DOCUMENT",
             files(deep__json="[" * 100_000)),
    BadInput("an input file that is not there", (*replay(), "--input", "more=absent.gpkg"), 2, "FILE_NOT_FOUND"),
    BadInput("an input name with a path in it", (*replay(), "--input", "../more=people.csv"), 2, "BAD_VALUE"),
    BadInput("a workspace in use", replay(), 2, "OUTPUT_EXISTS", used_workspace),
    BadInput("a workspace of another version", call("list_layers"), 2, "INVALID_DOCUMENT", broken_workspace),
    BadInput("a folder that is no workspace", call("list_layers"), 2, "OUTPUT_EXISTS", used_workspace),
    BadInput("arguments that are not JSON", ("tools", "call", "clip", "--workspace", "w", "--arguments", "{layer: a}"),
             2, "INVALID_DOCUMENT"),
    BadInput("a typo in a tool name", call("bufer", layer="parks"), 1, "UNKNOWN_TOOL", may_make=("w",)),
    BadInput("a typo in an argument", call("clip", layr="parks", mask="city", output="both"), 1, "UNKNOWN_ARGUMENT",
             may_make=("w",)),
    BadInput("a contract with an unknown key", score(), 2, "INVALID_DOCUMENT",
             files(contract__yaml=CONTRACT + "colums_exact: true\n")),
    BadInput("a reference that is not there", score(reference="absent.csv"), 2, "FILE_NOT_FOUND"),
    BadInput("a reference that is no data", score(reference="cut.gpkg", contract="gpkg.yaml"), 2, "BAD_FORMAT",
             files(cut__gpkg=b"SQLite format 3\x00 and no more", gpkg__yaml=CONTRACT.replace("out.csv", "out.gpkg"))),
    BadInput("an output that is not there", score(output="absent.csv"), 1, ""),
    BadInput("an output that is a truncated GeoPackage", score(output="cut.gpkg", contract="gpkg.yaml"), 1, "",
             files(cut__gpkg=b"SQLite format 3\x00 and no more", gpkg__yaml=CONTRACT.replace("out.csv", "out.gpkg"))),
    BadInput("a folder that is no run", ("score", "."), 2, "FILE_NOT_FOUND"),
    BadInput("a pack that is not there", ("tasks", "--pack", "dmeo"), 2, "FILE_NOT_FOUND"),
    BadInput("a task that the pack does not have", ("run", "--pack", "demo", "--task", "soho"), 2, "BAD_VALUE"),
    BadInput("a task without its reference", ("run", "--pack", "./made", "--out", "r"), 2, "FILE_NOT_FOUND",
             pack_with_a_lost_reference),
    BadInput("data that are not the registered ones", ("run", "--pack", "./made", "--out", "r"), 3, "INVALID_DOCUMENT",
             pack_with_other_data),
    BadInput("a number with leading zeros where text is meant", ("validate", "zeros.yaml"), 2, "INVALID_DOCUMENT",
             files(zeros__yaml=CONTRACT + "tie_groups: [[007, 008]]\n")),
)  # fmt: skip


@pytest.mark.parametrize("row", WITHOUT_QGIS, ids=lambda row: row.rule)
def test_a_bad_input_is_told_before_qgis_starts(tmp_path, row):
    holds(tmp_path, row, **fake_qgis_process(stand_in(tmp_path), "exits"))


def test_a_machine_without_qgis_is_told(tmp_path):
    row = BadInput("no qgis_process", replay(), 3, "DEPENDENCY_MISSING")
    holds(tmp_path, row, GISAGENTBENCH_QGIS_PROCESS="no_such_program")


def with_inputs(**texts: str | bytes) -> Callable[[Path], None]:
    """Makes a workspace whose inputs/ holds files."""

    def prepare(folder: Path) -> None:
        (folder / "w/inputs").mkdir(parents=True)
        (folder / "w/work").mkdir()
        files(**texts)(folder / "w/inputs")
        (folder / "w/workspace.json").write_text('{"schema_version": 1, "handles": {}, "inputs": {}, "steps": 0}')

    return prepare


def link_out_of_the_workspace(folder: Path) -> None:
    with_inputs()(folder)
    (folder / "w/inputs/parks.csv").symlink_to(folder / "people.csv")


def load(file: str) -> tuple[str, ...]:
    return call("load_layer", file=file, name="parks")


def after_loading(api: str, **arguments: object) -> tuple[str, ...]:
    return (*replay(plan="plan.json"), "--input", "parks=parks.geojson")


def plan(*calls: tuple[str, dict[str, object]]) -> Callable[[Path], None]:
    """Makes parks.geojson and a trajectory that loads it and then makes some calls."""

    def prepare(folder: Path) -> None:
        loading = ("load_layer", {"file": "parks.geojson", "name": "parks"})
        made = [{"api": api, "arguments": arguments} for api, arguments in (loading, *calls)]
        files(parks__geojson=PARKS, plan__json=trajectory(made))(folder)

    return prepare


PLAN = (*replay(), "--input", "parks=parks.geojson")
WITH_QGIS = (
    BadInput("a file that is not there", load("absent.gpkg"), 1, "FILE_NOT_FOUND", with_inputs()),
    BadInput("a path outside by ..", load("../../people.csv"), 1, "PATH_OUTSIDE_WORKSPACE", with_inputs()),
    BadInput("an absolute path", load("/etc/passwd"), 1, "PATH_OUTSIDE_WORKSPACE", with_inputs()),
    BadInput("a path outside by a link", load("parks.csv"), 1, "PATH_OUTSIDE_WORKSPACE", link_out_of_the_workspace),
    BadInput("a /vsi prefix", load("/vsicurl/http://localhost/a.gpkg"), 1, "PATH_OUTSIDE_WORKSPACE", with_inputs()),
    BadInput("inline GeoJSON", load(PARKS[:150]), 1, "PATH_OUTSIDE_WORKSPACE", with_inputs()),
    BadInput("VRT text", load("<OGRVRTDataSource/>"), 1, "PATH_OUTSIDE_WORKSPACE", with_inputs()),
    BadInput("a VRT file", load("parks.vrt"), 1, "BAD_FORMAT", with_inputs(parks__vrt=(
        "<OGRVRTDataSource><OGRVRTLayer name='people'><SrcDataSource>../../people.csv</SrcDataSource></OGRVRTLayer>"
        "</OGRVRTDataSource>"))),
    BadInput("a VRT that calls itself GeoPackage", load("parks.gpkg"), 1, "BAD_FORMAT", with_inputs(parks__gpkg=(
        "<OGRVRTDataSource><OGRVRTLayer name='people'><SrcDataSource>../../people.csv</SrcDataSource></OGRVRTLayer>"
        "</OGRVRTDataSource>"))),
    BadInput("a truncated GeoPackage", load("parks.gpkg"), 1, "BAD_FORMAT",
             with_inputs(parks__gpkg=b"SQLite format 3\x00" + b"\x10\x00" * 2000)),
    BadInput("an empty file", load("parks.geojson"), 1, "BAD_FORMAT", with_inputs(parks__geojson=b"")),
    BadInput("an unknown field", PLAN, 1, "UNKNOWN_FIELD", plan(
        ("summarize_by_group", {"layer": "parks", "group_fields": ["nmae"], "statistics": {}, "output": "t"})), ("w",)),
    BadInput("a handle that is taken", PLAN, 1, "OUTPUT_EXISTS", plan(
        ("reproject_layer", {"layer": "parks", "target_crs": "EPSG:32631", "output": "parks"})), ("w",)),
    BadInput("an export outside", PLAN, 1, "PATH_OUTSIDE_WORKSPACE", plan(
        ("export_layer", {"layer": "parks", "file": "../../stolen.gpkg", "format": "gpkg"})), ("w",)),
    BadInput("an ending that is not that of the format", PLAN, 1, "BAD_VALUE", plan(
        ("export_layer", {"layer": "parks", "file": "parks.shp", "format": "gpkg"})), ("w",)),
    BadInput("metres asked of degrees", PLAN, 1, "CRS_UNSUITABLE", plan(
        ("buffer", {"layer": "parks", "distance": 5, "unit": "m", "method": "planar", "output": "b"})), ("w",)),
)  # fmt: skip


@pytest.mark.qgis
@pytest.mark.parametrize("row", WITH_QGIS, ids=lambda row: row.rule)
def test_a_bad_input_is_told_by_a_call(tmp_path, row):
    holds(tmp_path, row)


@pytest.mark.qgis
def test_a_layer_without_crs_is_told(tmp_path):
    steps = [
        {"api": "load_layer", "arguments": {"file": "lots.shp", "name": "lots"}},
        {"api": "reproject_layer", "arguments": {"layer": "lots", "target_crs": "EPSG:32631", "output": "moved"}},
    ]
    source = machine.ROOT / "tasks/packs/demo/data"

    def prepare(folder: Path) -> None:
        for ending in (".shp", ".shx", ".dbf"):
            (folder / f"lots{ending}").write_bytes((source / f"soho_pumps{ending}").read_bytes())
        (folder / "plan.json").write_text(trajectory(steps))

    words = (*replay(), "--input", "lots=lots.shp")
    holds(tmp_path, BadInput("no CRS", words, 1, "CRS_MISSING", prepare, ("w",)))


@contextlib.contextmanager
def small_disk(folder: Path, size: str):
    """Mounts a small disk in memory; skips where this user may not."""
    folder.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True)
    if done.returncode != 0:
        pytest.skip("needs the right to mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a small disk")
def test_inputs_that_do_not_fit_on_the_disk_are_told_and_nothing_is_left(tmp_path):
    (tmp_path / "big.csv").write_bytes(b"a,b\n" + b"1,2\n" * 100_000)
    (tmp_path / "plan.json").write_text(trajectory(steps()))
    with small_disk(tmp_path / "disk", "200k") as disk:
        words = ("replay", "--trajectory", "../plan.json", "--input", "rows=../big.csv", "--workspace", "w", "--json")
        ended = run_program(*words, folder=disk, **fake_qgis_process(stand_in(tmp_path), "exits"))
        assert (ended.status, ended.error_code) == (3, "STORAGE_FULL")
        assert list(disk.iterdir()) == []


@pytest.mark.qgis
@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to mount a small disk")
def test_a_call_that_fills_the_disk_is_told_and_keeps_nothing(tmp_path):
    rows = "".join(f'{number},"{"x" * 60}"\n' for number in range(30_000))
    (tmp_path / "rows.csv").write_text("n,text\n" + rows)
    with small_disk(tmp_path / "disk", "4m") as disk:
        words = ("tools", "call", "load_layer", "--workspace", "w", "--input", "rows=../rows.csv", "--json")
        ended = run_program(*words, "--arguments", '{"file": "rows.csv", "name": "rows"}', folder=disk)
        assert (ended.status, ended.record["error"]["code"]) == (1, "STORAGE_FULL")
        assert list((disk / "w/work").iterdir()) == []
        assert json.loads((disk / "w/workspace.json").read_text())["handles"] == {}


def stand_in(folder: Path) -> Path:
    """A folder beside the one that a command is run in."""
    place = folder.parent / f"{folder.name}_stand_in"
    place.mkdir(exist_ok=True)
    return place


def holds(folder: Path, row: BadInput, **variables: str) -> None:
    """Runs a row and checks all that must hold of it."""
    files(people__csv=ROWS, plan__json=trajectory(steps()), contract__yaml=CONTRACT, out__csv=ROWS)(folder)
    row.prepare(folder)
    before = content(folder)
    ended = run_program(*row.words, "--json", folder=folder, **variables)
    assert (ended.status, code_of(ended, row)) == (row.status, row.code), ended.story[-2000:]
    after = content(folder)
    assert {name: text for name, text in after.items() if name in before} == before, "a file was changed or removed"
    made = {name for name in after if name not in before}
    strange = {name for name in made if not is_expected(name, row)}
    assert strange == set(), "something was left behind"


def code_of(ended: Ended, row: BadInput) -> str:
    """The code of the error, wherever the record of the command has it."""
    record = ended.record
    if ended.status in (2, 3):
        return ended.error_code
    if "strict" in record:
        assert record["strict"] is False and record["checks"][0]["name"] == "readable"
        return ""
    if "steps" in record:
        assert [step["ok"] for step in record["steps"]] == [True] * (len(record["steps"]) - 1) + [False]
        record = record["steps"][-1]
    error = record["error"]
    assert set(error) == {"code", "message", "hint"} and error["message"]
    return str(error["code"])


def is_expected(name: str, row: BadInput) -> bool:
    """Tells whether a file may be there afterwards: the state of the workspace, and layers made before the fault."""
    if not name.startswith("w/") or "w" not in (*row.may_make, *(["w"] if "w" in row.words else [])):
        return False
    if row.status in (2, 3):
        return False
    kept = ("w/workspace.json", "w/host.log", "w/inputs/", "w/work/parks.gpkg", "w/work/lots.gpkg")
    return name.startswith(kept)


def content(folder: Path) -> dict[str, bytes]:
    """Every file under a folder, but for the state of a workspace, which every call counts on."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink() and path.name not in ("workspace.json", "host.log")
    }
