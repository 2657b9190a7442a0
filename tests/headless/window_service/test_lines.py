# SPDX-License-Identifier: GPL-2.0-or-later
"""Every line gets one answer, whatever it holds, and none ends the service but `quit` and the end of input."""

import json
import signal
import sys

import pytest

from gisagentbench.tests.headless.window_service.window import Window, opened, search_path

KEY = "sk-hush-hush-0123456789"


@pytest.fixture(scope="module")
def window(tmp_path_factory):
    with opened(tmp_path_factory.mktemp("lines")) as window:
        yield window


@pytest.mark.parametrize(
    ("line", "identity", "code", "says"),
    [
        (b"hello", None, "INVALID_DOCUMENT", "not JSON"),
        (b"\xff\xfe", None, "INVALID_DOCUMENT", "not JSON"),
        (b"[" * 100_000, None, "INVALID_DOCUMENT", "not JSON"),
        (b"[1]", None, "INVALID_DOCUMENT", "no object"),
        (b"{}", None, "INVALID_DOCUMENT", "has an id"),
        (b'{"id": true, "op": "hello"}', None, "INVALID_DOCUMENT", "has an id"),
        (b'{"id": {}, "op": "hello"}', None, "INVALID_DOCUMENT", "has an id"),
        (b'{"id": 901000}', 901000, "BAD_VALUE", "no op"),
        (b'{"id": 901001, "op": 5}', 901001, "BAD_VALUE", "no op"),
        (b'{"id": "a", "op": "helo"}', "a", "BAD_VALUE", 'no op "helo"'),
        (b'{"id": 901002, "op": "hello", "name": 1}', 901002, "UNKNOWN_ARGUMENT", "no argument"),
        (b'{"id": 901003, "op": "tasks"}', 901003, "MISSING_ARGUMENT", "needs the argument pack"),
        (b'{"id": 901004, "op": "tasks", "pack": 5}', 901004, "WRONG_TYPE", "pack takes a text"),
        (b'{"id": 901005, "op": "pause", "session": "x"}', 901005, "BAD_VALUE", "No episode runs"),
    ],
)
def test_a_bad_line_is_answered_once_and_costs_nothing(window, line, identity, code, says):
    since = len(window.heard)
    window.write(line)
    answer = window.wait_for(lambda one: "notice" not in one, since)
    assert (answer["id"], answer["error"]["code"]) == (identity, code)
    assert says in answer["error"]["sentence"]
    assert window.ask("hello")["protocol"] == 1
    assert [one["id"] for one in window.heard[since:] if one["id"] == identity] == [identity]


def test_the_nearest_name_is_offered(window):
    assert window.error("epsodes")["hint"] == "Did you mean episodes?"
    assert window.error("tasks", pak="demo")["hint"] == "Did you mean pack?"


def test_a_line_beyond_the_bound_is_refused_and_the_next_one_is_read(window):
    since = len(window.heard)
    window.write(b'{"id": 1, "op": "' + b"x" * (16 * 2**20) + b'"}')
    answer = window.wait_for(lambda one: one.get("id", 1) is None, since)
    assert answer["error"]["code"] == "LIMIT_EXCEEDED"
    assert window.ask("hello")["protocol"] == 1


def test_a_key_is_never_echoed(window):
    wrong = [
        ("start_episode", {"pack": "demo", "task": "nothing", "agent": "reference", "key": KEY}),
        ("start_episode", {"pack": "demo", "task": KEY, "agent": "reference", "key": KEY}),
        ("test_connection", {"base_url": f"http://{KEY}@127.0.0.1/v1", "key": KEY}),
        ("test_connection", {"base_url": "http://127.0.0.1:1/v1", "key": [KEY]}),
        ("test_connection", {"base_url": "http://127.0.0.1:1/v1", "key": f"{KEY} with spaces"}),
        ("hello", {"key": KEY}),
    ]
    for op, arguments in wrong:
        window.error(op, **arguments)
    window.write(json.dumps({"id": 7000, "op": "tasks", "key": KEY}).encode()[:-1])
    window.ask("hello")
    assert KEY.encode() not in window.raw
    assert KEY not in window.story.read_text()


def test_hello_names_versions_and_what_is_missing(window):
    answer = window.ask("hello")
    assert answer["folder"] == str(window.panel)
    assert answer["pid"] == window.process.pid
    assert answer["versions"]["python"] == ".".join(map(str, sys.version_info[:3]))
    assert [one["package"] for one in answer["missing"]] == []


def test_many_questions_at_a_time_get_their_own_answers(window):
    numbers = [window.send("hello") for _ in range(60)]
    assert [window.answer_to(number)["id"] for number in numbers] == numbers
    assert all("result" in window.answer_to(number) for number in numbers)


def test_a_flood_of_questions_is_answered_one_by_one(window):
    numbers = [window.send("hello") for _ in range(1500)]
    answers = [window.answer_to(number) for number in numbers]
    codes = {answer["error"]["code"] for answer in answers if "error" in answer}
    assert codes <= {"LIMIT_EXCEEDED"}
    assert sum("result" in answer for answer in answers) >= 256
    assert window.ask("hello")["protocol"] == 1


def test_a_window_that_reads_no_more_does_not_keep_the_process(tmp_path):
    window = Window(tmp_path, reads=False)
    try:
        for _ in range(2000):
            window.send("hello")
        assert window.hang_up() == 0
    finally:
        window.close()


def test_quit_is_answered_and_ends_the_process(tmp_path):
    with opened(tmp_path) as window:
        assert window.ask("quit") == {}
        assert window.process.wait(20) == 0


def test_the_end_of_input_ends_the_process(tmp_path):
    with opened(tmp_path) as window:
        window.ask("hello")
        assert window.hang_up() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_the_process_in_good_order(tmp_path, number):
    with opened(tmp_path) as window:
        window.ask("hello")
        assert window.interrupt(number) == 0
        assert "Traceback" not in window.story.read_text()


@pytest.mark.parametrize(
    ("package", "op", "arguments"),
    [
        ("pydantic", "tasks", {"pack": "demo"}),
        ("yaml", "packs", {}),
        ("openai", "test_connection", {"base_url": "http://127.0.0.1:1/v1"}),
    ],
)
def test_what_needs_a_missing_package_names_it_and_the_rest_works(tmp_path, package, op, arguments):
    shadow = tmp_path / "shadow"
    shadow.mkdir()
    (shadow / "sitecustomize.py").write_text(f"import sys\nsys.modules[{package!r}] = None\n")
    with opened(tmp_path, PYTHONPATH=search_path(shadow)) as window:
        assert [one["package"].lower() for one in window.ask("hello")["missing"]] == [
            {"yaml": "pyyaml"}.get(package, package)
        ]
        if op == "packs":
            faults = window.ask(op, **arguments)["faults"]
            assert {fault["code"] for fault in faults} == {"DEPENDENCY_MISSING"}
            assert faults and all(f"package {package} is missing" in fault["sentence"] for fault in faults)
        else:
            error = window.error(op, **arguments)
            assert (error["code"], f"package {package} is missing" in error["sentence"]) == ("DEPENDENCY_MISSING", True)
