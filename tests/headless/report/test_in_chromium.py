# SPDX-License-Identifier: GPL-2.0-or-later
"""The page in a real browser: nothing is too wide, too pale, out of reach of the keyboard, or stopped by its policy."""

import functools
import html
import http.server
import json
import re
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from gisagentbench.headless.report.writing import write_reports
from gisagentbench.tests.headless.report.made_run import IMAGE, SCRIPT, made_run
from gisagentbench.tests.headless.report.parsed_page import draw_pixels

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER = next(filter(None, map(shutil.which, NAMES)), None)
pytestmark = pytest.mark.skipif(BROWSER is None, reason=f"no browser; any of {', '.join(NAMES)} on the path runs it")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *_):
        pass


def dump(folder, profile):
    """Opens look.html of a folder. Returns: Its document as it is in the end, and what the browser logged."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", f"--user-data-dir={profile}"]
    try:
        address = f"http://127.0.0.1:{server.server_port}/look.html"
        command = [BROWSER, *options, "--virtual-time-budget=20000", "--dump-dom", address]
        return subprocess.run(command, capture_output=True, text=True, timeout=120)
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module", params=["one run", "two runs"])
def browser(request, tmp_path_factory):
    folder, out = tmp_path_factory.mktemp("runs"), tmp_path_factory.mktemp("out")
    long = f"script:{'a' * 80}{SCRIPT}{IMAGE}"
    runs = [made_run(folder, "monday", long), made_run(folder, "tuesday", "reference", all_right=True)]
    write_reports(runs if request.param == "two runs" else runs[:1], out, draw_pixels)
    shutil.copy(Path(__file__).with_name("look.html"), out)
    return dump(out, tmp_path_factory.mktemp("profile"))


@pytest.fixture(scope="module")
def seen(browser):
    found = re.search(r'<pre id="seen">(.*?)</pre>', browser.stdout, re.DOTALL)
    told = json.loads(html.unescape(found[1]))
    assert "error" not in told, told
    return told


@pytest.mark.parametrize("width", ["1280", "390", "320"])
def test_nothing_is_wider_than_the_screen(seen, width):
    assert seen[width] == {"closed": [], "open": [], "scrolls": False}


def test_every_text_stands_out_from_its_ground(seen):
    assert seen["pale"] == []


def test_everything_that_can_be_used_takes_the_focus_and_shows_it(seen):
    assert seen["without_focus"] == []


def test_search_shows_what_fits_and_says_how_many(seen):
    assert 0 < len(seen["found"]) < len(seen["order"])
    assert seen["told"] == f"{len(seen['found'])} of {len(seen['order'])} shown"


def test_sorting_turns_round_when_pressed_again(seen):
    verdicts = seen["by_verdict"]
    assert verdicts == sorted(verdicts, key=["wrong", "nothing", "unjudged", "unfinished", "right"].index)
    assert len(set(verdicts)) > 2
    assert seen["by_verdict_falling"] == sorted(
        verdicts, key=["right", "unfinished", "unjudged", "nothing", "wrong"].index
    )
    assert seen["pressed"] == "true"


def test_for_print_everything_is_opened_and_closed_again_afterwards(seen):
    assert (seen["closed_in_print"], seen["as_before"]) == (0, True)


def test_a_link_opens_what_it_leads_to_even_where_a_search_left_it_out(seen):
    assert seen["opened"] is True
    assert seen["found_again"] == len(seen["order"])


def test_the_browser_has_nothing_to_complain_of(browser):
    complaints = [
        line for line in browser.stderr.splitlines() if "CONSOLE" in line or "Content Security Policy" in line
    ]
    assert complaints == []
