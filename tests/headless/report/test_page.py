# SPDX-License-Identifier: GPL-2.0-or-later
"""The page stands alone, is sound HTML, escapes what others wrote, and says what it should."""

import base64
import hashlib
import re
import shutil

import pytest

from gisagentbench.headless.report.writing import write_report
from gisagentbench.tests.headless.report.made_run import IMAGE, SCRIPT, made_run
from gisagentbench.tests.headless.report.parsed_page import Page, draw_pixels


@pytest.fixture(scope="module")
def html(tmp_path_factory):
    files = write_report(made_run(tmp_path_factory.mktemp("run")), draw_pixels)
    assert [path.name for path in files] == ["report.html", "results.csv", "agents.csv", "results.json"]
    return files[0].read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def page(html):
    return Page(html)


def test_nothing_is_fetched_from_anywhere(page, html):
    for tag, attributes in page.elements:
        for name in ("src", "href", "srcset", "poster", "data", "action", "background"):
            value = attributes.get(name)
            assert value is None or value.startswith(("data:image/png;base64,", "#")), f"{tag} {name}={value[:60]}"
    assert page.named("link") == page.named("iframe") == page.named("object") == []
    style = next(data for tag, data in page.texts if tag == "style")
    assert "url(" not in style and "@import" not in style


def test_the_policy_allows_the_page_its_own_style_and_script_alone(page):
    policy = next(meta["content"] for meta in page.named("meta") if meta.get("http-equiv") == "Content-Security-Policy")
    for tag in ("style", "script"):
        inside = "".join(data for name, data in page.texts if name == tag)
        known = base64.b64encode(hashlib.sha256(inside.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{known}'" in policy
    assert "default-src 'none'" in policy and "unsafe-inline" not in policy


def test_texts_of_others_are_escaped(page, html):
    assert len(page.named("script")) == len(page.named("style")) == 1
    assert [attributes for _, attributes in page.elements if any(name.startswith("on") for name in attributes)] == []
    assert all(image["src"].startswith("data:") for image in page.named("img"))
    assert SCRIPT in page.text and IMAGE in page.text  # they are told, as text
    assert html.count(SCRIPT) == 0


def test_characters_that_turn_or_hide_text_are_shown_by_number(page, html):
    assert "<U+202E><U+0000>" in page.text
    assert "\u202e" not in html and "\x00" not in html


def test_every_picture_has_a_text_and_a_size(page):
    pictures = page.named("img")
    assert len(pictures) == 6
    assert all(picture["alt"] and picture["width"] and picture["height"] for picture in pictures)


def test_ids_are_unique_and_every_reference_leads_somewhere(page):
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    leads = [attributes["href"][1:] for attributes in page.named("a")]
    leads += [attributes["aria-labelledby"] for _, attributes in page.elements if "aria-labelledby" in attributes]
    leads += [attributes["for"] for attributes in page.named("label")]
    assert leads and set(leads) <= set(ids)


def test_headings_go_down_one_step_at_a_time(page):
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(second <= first + 1 for first, second in zip(levels, levels[1:], strict=False))


def test_landmarks_and_language(page):
    assert page.named("html")[0]["lang"] == "en"
    assert [len(page.named(tag)) for tag in ("header", "main", "footer")] == [1, 1, 1]
    assert all("scope" in cell for cell in page.named("th"))


def test_what_scrolls_can_be_reached_by_keyboard(page):
    scrolling = [attributes for _, attributes in page.elements if attributes.get("class") == "scroll"]
    assert scrolling and all(part["tabindex"] == "0" and part["aria-label"] for part in scrolling)


def test_the_verdict_stands_first_and_in_words(page):
    heading = next(data for tag, data in page.texts if tag == "h1")
    assert heading == "1 of 3 strictly right"
    verdicts = [word for word in ("Strictly right", "Not right", "Not judged") if word in page.text]
    assert verdicts == ["Strictly right", "Not right", "Not judged"]


@pytest.mark.parametrize(
    "words",
    [
        "1 of 6 expected rows are missing",  # a failing check in words
        "expected 20, found 21",  # its worst row
        "whole row a row none",  # a row that is missing
        "Draw 6 of them.",  # the prompt, its parameter filled in
        "± 0.01 m, or 0.01 % of the area",  # the contract
        "UNKNOWN_FIELD",  # a failed call
        "The call never came back.",
        "QGIS did not start; see episodes/nobody/script/1/attempt-1/host.log.",  # why one was not judged
        "✗ expected 20",  # the table preview
        "0123abc",  # an option of the run
        "3.40.6",  # a version
    ],
)
def test_it_says(page, words):
    assert words in page.text


def test_a_run_that_has_only_begun_has_a_page(tmp_path):
    folder = made_run(tmp_path)
    shutil.rmtree(folder / "episodes")
    page = Page(write_report(folder, draw_pixels)[0].read_text(encoding="utf-8"))
    assert next(data for tag, data in page.texts if tag == "h1") == "Nothing judged yet"
    assert page.text.count("Not finished") == 2 * 4 + 1  # four episodes, each in the strip and in its row; the filter


def test_events_that_cannot_be_read_are_said_in_their_episode(tmp_path):
    folder = made_run(tmp_path)
    events = folder / "episodes" / "people" / "script" / "1" / "attempt-1" / "events.jsonl"
    events.write_text("no event\n")
    page = Page(write_report(folder, draw_pixels)[0].read_text(encoding="utf-8"))
    assert "Its events cannot be read: events.jsonl, line 1: the line is not JSON." in page.text
    assert "expected 20, found 21" in page.text  # the verdict is still told


def test_the_workflow_of_an_episode_and_why_runs_failed_are_told(page):
    # squares and people are wrong, and both only ever tried to export: 0 of 1 operations
    assert page.text.count("0.000, 0 of 1 required operations") == 3
    assert "An error inside one call 2 of 2" in page.text
    assert "export_layer failed with UNKNOWN_FIELD (call 2) and was never done." in page.text
