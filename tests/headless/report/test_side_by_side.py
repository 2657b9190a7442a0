# SPDX-License-Identifier: GPL-2.0-or-later
"""Two runs on one page: the same four tasks, one of three judged right in the first, all four in the second."""

import csv
import io
import json

import pytest

from gisagentbench.headless.command_line.dispatch import main
from gisagentbench.headless.command_line.report import check_folders
from gisagentbench.headless.refusal import CommandRefused
from gisagentbench.headless.report import writing
from gisagentbench.headless.report.writing import write_reports
from gisagentbench.tests.headless.report.made_run import IMAGE, SCRIPT, made_run
from gisagentbench.tests.headless.report.parsed_page import Page, draw_pixels


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    hostile = f"{SCRIPT}{IMAGE}"
    return [made_run(folder, "monday", hostile), made_run(folder, "tuesday", "reference", all_right=True)]


@pytest.fixture(scope="module")
def out(runs, tmp_path_factory):
    folder = tmp_path_factory.mktemp("out")
    write_reports(runs, folder, draw_pixels, grams_per_1000_tokens=0.16)
    return folder


@pytest.fixture(scope="module")
def page(out):
    return Page((out / "report.html").read_text(encoding="utf-8"))


def test_the_heading_says_how_many_agents_and_tasks(page):
    assert next(data for tag, data in page.texts if tag == "h1") == "2 agents on 4 tasks"


def test_the_matrix_has_a_row_per_task_and_a_link_per_cell(page):
    links = [attributes["href"] for tag, attributes in page.elements if tag == "a" and attributes["href"] != "#tasks"]
    ids = {attributes.get("id") for _, attributes in page.elements}
    assert len(links) == 4 * 2 and {link[1:] for link in links} <= ids
    for words in ("✗ rows", "✓ right", "✗ values", "– the harness failed", "1 of 3", "4 of 4"):
        assert words in page.text


def test_names_of_agents_never_become_markup(page, out):
    text = (out / "report.html").read_text(encoding="utf-8")
    assert SCRIPT not in text and IMAGE not in text and SCRIPT in page.text
    assert len(page.named("script")) == 1
    assert all(image["src"].startswith("data:") for image in page.named("img"))


def test_changes_are_paired(page, out):
    (change,) = json.loads((out / "results.json").read_text())["changes"]
    assert change["gained"] == [{"task": "squares", "repeat": 1}, {"task": "people", "repeat": 1}]
    assert (change["lost"], change["both_right"], change["neither_right"], change["unpaired"]) == ([], 1, 0, 1)
    assert change["chance"] == 0.5  # two of two one way: 2 * 1/4
    assert "Tasks that change from" in page.text


def test_runs_of_other_agents_alone_do_not_differ(page, out):
    document = json.loads((out / "results.json").read_text())
    assert not document["option_differences"]
    assert "The runs have the same options" in page.text


def test_csv_files_hold_all_runs(out):
    rows = list(csv.DictReader(io.StringIO((out / "results.csv").read_text())))
    assert [(row["run"], row["status"]) for row in rows] == [
        ("monday", "wrong"),
        ("monday", "right"),
        ("monday", "wrong"),
        ("monday", "unjudged"),
        *[("tuesday", "right")] * 4,
    ]
    figures = list(csv.DictReader(io.StringIO((out / "agents.csv").read_text())))
    rates = [(row["run"], row["value"], row["of"]) for row in figures if row["figure"] == "strict_rate"][:1]
    assert rates == [("monday", "0.333333333333", "3")]
    assert any(row["tasks"].startswith("other tasks") for row in figures)


def test_a_cell_that_a_spreadsheet_takes_for_a_formula_is_quoted(out):
    text = (out / "agents.csv").read_text()
    assert not any(cell[:1] in "=+@\t" for row in csv.reader(io.StringIO(text)) for cell in row if cell)


def test_every_table_has_a_caption_and_scrolls_by_keyboard(page):
    assert len(page.named("caption")) == len(page.named("table"))
    regions = [attributes for _, attributes in page.elements if attributes.get("class") == "scroll"]
    assert all(part["tabindex"] == "0" and part["role"] == "region" and part["aria-label"] for part in regions)
    assert len({part["aria-label"] for part in regions}) > 3


def test_controls_have_names(page):
    labelled = {attributes["for"] for attributes in page.named("label")}
    controls = page.named("input") + page.named("select")
    assert {control["id"] for control in controls} == labelled == {"find", "verdict", "agent"}
    assert all(button["type"] == "button" for button in page.named("button"))


@pytest.mark.parametrize("name", writing.FILES)
def test_each_file_is_written(out, name):
    assert (out / name).stat().st_size > 0


def test_a_run_given_twice_and_the_folder_of_another_run_are_refused(runs, tmp_path):
    with pytest.raises(CommandRefused, match="is given twice"):
        check_folders([runs[0], runs[0].parent / "x" / ".." / runs[0].name], tmp_path)
    with pytest.raises(CommandRefused, match="holds a report of its own; nothing was written"):
        check_folders(runs, runs[1])
    check_folders([runs[0]], runs[0])
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandRefused, match="is a file, no folder"):
        check_folders(runs, tmp_path / "file")


def test_the_command_says_where_the_report_lies(runs, tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(writing.write_reports, "__defaults__", (draw_pixels, None, None))
    status = main(["report", *map(str, runs), "--out", str(tmp_path / "new" / "out")])
    told = capfd.readouterr().out
    assert status == 0
    assert (
        told == f"report of 2 runs: {tmp_path}/new/out/report.html\nbeside it: results.csv, agents.csv, results.json\n"
    )


def test_what_is_no_run_is_refused_and_nothing_is_written(tmp_path, capfd):
    assert main(["report", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "is no run: it holds no manifest.json" in capfd.readouterr().err
    assert not (tmp_path / "out").exists()
