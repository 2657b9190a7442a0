# SPDX-License-Identifier: GPL-2.0-or-later
"""Exported programs ask for what the steps say, whatever names, notes and texts hold, and touch no other file."""

from __future__ import annotations

import subprocess

import pytest

from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.window_service.export_steps import exported
from gisagentbench.headless.window_service.export_text import step_text
from gisagentbench.headless.window_service.trace_document import TraceDocument, TraceStep
from gisagentbench.tests.headless.window_service.exported_programs import asked_by_python, asked_by_shell

NASTY = '$(touch hacked) `touch hacked` $HOME \\ " \' \\" ${x} %s {0} \u2028 ß \\n JSON'
PLAIN = [
    ("load_layer", {"file": "pumps.shp", "name": "pumps", "fid_field": "pump"}),
    ("load_layer", {"file": "dem.tif", "name": "dem"}),
    ("buffer", {"layer": "pumps", "ring_distances": [60, 120.5], "unit": "m", "method": "planar",
                "quarter_segments": 16, "dissolve": True, "output": "rings"}),
    ("spatial_join_summary", {"layer": "rings", "join_layer": "pumps", "predicates": ["intersects"],
                              "statistics": {"Count": ["sum", "mean"]}, "output": "counted"}),
    ("raster_calculator", {"inputs": {"a": "dem@1"}, "formula": "a * 2", "output": "twice"}),
    ("describe_layer", {"layer": "counted"}),
    ("export_layer", {"layer": "counted", "file": "sub/rings.csv", "format": "csv", "fields": "all"}),
]  # fmt: skip
L = "{out}/layers/"
EXPECTED = [
    ["gisagentbench:loadlayer", {"FILE": "{in}/pumps.shp", "FID_FIELD": "pump", "LAYER": L + "pumps.gpkg"}],
    ["gisagentbench:loadlayer", {"FILE": "{in}/dem.tif", "LAYER": L + "dem.tif"}],
    ["gisagentbench:buffer", {"LAYER": L + "pumps.gpkg", "RING_DISTANCES": [60, 120.5], "UNIT": "m", "METHOD": "planar",
                              "QUARTER_SEGMENTS": 16, "DISSOLVE": True, "OUTPUT": L + "rings.gpkg"}],
    ["gisagentbench:spatialjoinsummary",
     {"LAYER": L + "rings.gpkg", "JOIN_LAYER": L + "pumps.gpkg", "PREDICATES": ["intersects"],
      "STATISTICS": ["Count", "sum, mean"], "OUTPUT": L + "counted.gpkg"}],
    ["gisagentbench:rastercalculator",
     {"INPUTS": ["a", L + "dem.tif@1"], "FORMULA": "a * 2", "OUTPUT": L + "twice.tif"}],
    ["gisagentbench:describelayer", {"LAYER": L + "counted.gpkg"}],
    ["gisagentbench:exportlayer", {"LAYER": L + "counted.gpkg", "FILE": "{out}/output/sub/rings.csv", "FORMAT": "csv"}],
]  # fmt: skip


def document(calls, name="rings", note=None):
    steps = [TraceStep(api=api, arguments=arguments, note=note) for api, arguments in calls]
    return TraceDocument(name=name, steps=steps)


def placed(value, folder):
    """Puts the folders of a trace into an expected value."""
    if isinstance(value, str):
        return value.replace("{in}", f"{folder}/run-1/inputs").replace("{out}", f"{folder}/exported")
    if isinstance(value, list):
        return [placed(one, folder) for one in value]
    return {name: placed(one, folder) for name, one in value.items()} if isinstance(value, dict) else value


def test_python_asks_for_what_the_steps_say(tmp_path):
    text = exported(document(PLAIN), tmp_path / "trace", "python")
    assert asked_by_python(text, tmp_path) == placed(EXPECTED, tmp_path / "trace")
    assert (tmp_path / "trace" / "exported" / "output" / "sub").is_dir()


def test_commands_ask_for_what_the_steps_say(tmp_path):
    text = exported(document(PLAIN), tmp_path / "trace", "qgis_process")
    assert asked_by_shell(text, tmp_path) == placed(EXPECTED, tmp_path / "trace")
    assert (tmp_path / "trace" / "exported" / "output" / "sub").is_dir()


def test_commands_read_and_write_where_they_are_told(tmp_path):
    text = exported(document(PLAIN[:1]), tmp_path / "trace", "qgis_process")
    (call,) = asked_by_shell(text, tmp_path, INPUTS="/some where", OUT=str(tmp_path / "o u t"))
    assert call[1] == {"FILE": "/some where/pumps.shp", "FID_FIELD": "pump",
                       "LAYER": f"{tmp_path}/o u t/layers/pumps.gpkg"}  # fmt: skip


@pytest.mark.parametrize("shell", ["sh", "bash"])
@pytest.mark.parametrize("folder", ["plain", "it's", "a b$(touch hacked)", "a}b`c`"])
def test_texts_of_steps_stay_texts(tmp_path, folder, shell):
    """A value, a note and a folder that would be commands to a shell, or code to Python."""
    calls = [
        ("load_layer", {"file": "rows.csv", "name": "class", "null_values": [NASTY]}),
        ("calculate_field", {"layer": "class", "field": NASTY, "type": "text", "expression": f"'{NASTY}'",
                             "output": "import"}),
    ]  # fmt: skip
    found = document(calls, name="x\nimport os", note="a\nb'''\"\"\"\\\ntouch hacked\r\ntouch hacked")
    trace = tmp_path / folder
    for kind, asked in (("python", asked_by_python), ("qgis_process", asked_by_shell)):
        place = tmp_path / kind
        place.mkdir()
        more = {"shell": shell} if kind == "qgis_process" else {}
        first, second = asked(exported(found, trace, kind), place, **more)
        assert first[1] == {"FILE": f"{trace}/run-1/inputs/rows.csv", "NULL_VALUES": [NASTY],
                            "LAYER": f"{trace}/exported/layers/class.gpkg"}  # fmt: skip
        assert (second[1]["FIELD"], second[1]["EXPRESSION"]) == (NASTY, f"'{NASTY}'")
        assert not list(tmp_path.rglob("hacked"))


def test_a_folder_that_would_break_the_json_ends_the_commands_before_the_first(tmp_path):
    (tmp_path / "program.sh").write_text(exported(document(PLAIN[:1]), tmp_path / "trace", "qgis_process"))
    for name in ('a"b', "a\\b", "a\nb"):
        done = subprocess.run(["sh", "program.sh"], cwd=tmp_path, env={"PATH": "/usr/bin:/bin", "OUT": name},
                              capture_output=True, text=True)  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "INPUTS and OUT must hold no quotation mark, backslash or line break.\n"
        assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (("load_layer", {"file": "../secret.gpkg", "name": "a"}), "PATH_OUTSIDE_WORKSPACE"),
        (("load_layer", {"file": "/etc/passwd", "name": "a"}), "PATH_OUTSIDE_WORKSPACE"),
        (("load_layer", {"file": "a.gpkg|layername=x", "name": "a"}), "PATH_OUTSIDE_WORKSPACE"),
        (("load_layer", {"file": "a.gpkg"}), "MISSING_ARGUMENT"),
        (("load_layer", {"file": "a.gpkg", "name": "../a"}), "BAD_VALUE"),
        (("load_layer", {"file": "a\0/layer/pumps\0", "name": "a"}), "BAD_VALUE"),
        (("load_layers", {}), "UNKNOWN_TOOL"),
        (("centroids", {"layer": "nowhere", "output": "a"}), "UNKNOWN_LAYER"),
        (("centroids", {"layer": "pumps", "output": "pumps"}), "OUTPUT_EXISTS"),
        (("export_layer", {"layer": "pumps", "file": "../out.csv", "format": "csv"}), "PATH_OUTSIDE_WORKSPACE"),
        (("export_layer", {"layer": "pumps", "file": "out.csv", "format": "csv", "x": 1}), "UNKNOWN_ARGUMENT"),
    ],
)
@pytest.mark.parametrize("kind", ["python", "qgis_process"])
def test_a_step_that_could_not_run_is_named_and_nothing_is_exported(tmp_path, call, code, kind):
    with pytest.raises(CommandRefused) as refused:
        exported(document([PLAIN[0], call]), tmp_path, kind)
    assert refused.value.code == code
    assert refused.value.message.startswith(f"Step 2 ({call[0]}) cannot be exported: ")


def test_one_step_alone_is_copied_with_the_names_it_has():
    arguments = {"layer": "pumps", "distance": 5, "unit": "m", "method": "planar", "output": "near"}
    assert step_text("buffer", arguments, "python") == (
        "processing.run('gisagentbench:buffer', {\n"
        "    'LAYER': 'pumps',\n"
        "    'UNIT': 'm',\n"
        "    'METHOD': 'planar',\n"
        "    'DISTANCE': 5,\n"
        "    'OUTPUT': 'TEMPORARY_OUTPUT',\n"
        "})\n"
    )
    assert step_text("buffer", arguments, "qgis_process") == (
        "qgis_process run gisagentbench:buffer - <<'JSON'\n"
        '{"inputs": {\n'
        '  "LAYER": "pumps.gpkg",\n'
        '  "UNIT": "m",\n'
        '  "METHOD": "planar",\n'
        '  "DISTANCE": 5,\n'
        '  "OUTPUT": "near.gpkg"\n'
        "}}\n"
        "JSON\n"
    )
