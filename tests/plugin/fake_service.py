# SPDX-License-Identifier: GPL-2.0-or-later
"""A service that answers by a script: `python fake_service.py SCRIPT.json`.

The script maps an op to what is done when it is asked: a list of `{"result": ...}`, `{"error": ...}`,
`{"notice": ...}`, `{"raw": text}`, `{"words": text}` (on standard error), `{"sleep": seconds}`, `{"exit": status}`. An
op that stands in no script is answered with an empty result. What was asked is written to SCRIPT.json.asked, a line
each.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def fake_command(folder: Path, script: dict[str, list[dict[str, Any]]]) -> Callable[[], Any]:
    """Returns what a client starts; `script` may be changed before the first question."""
    import os

    from gisagentbench.plugin.panel.service_process import ServiceCommand

    file = folder / "script.json"

    def command() -> ServiceCommand:
        file.write_text(json.dumps(script), encoding="utf-8")
        return ServiceCommand(sys.executable, ["-S", str(Path(__file__)), str(file)], dict(os.environ))

    return command


def asked(folder: Path) -> list[dict[str, Any]]:
    """Returns what was asked so far, over all processes."""
    file = folder / "script.json.asked"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def act(number: int, deed: dict[str, Any]) -> None:
    if "sleep" in deed:
        time.sleep(deed["sleep"])
    elif "words" in deed:
        sys.stderr.write(f"{deed['words']}\n")
        sys.stderr.flush()
    elif "exit" in deed:
        sys.stdout.flush()
        sys.exit(deed["exit"])
    elif "raw" in deed:
        say(deed["raw"])
    elif "notice" in deed:
        say(json.dumps(deed))
    else:
        say(json.dumps({"id": number, **deed}))


def main(script: Path) -> None:
    deeds = json.loads(script.read_text(encoding="utf-8"))
    with script.with_name(f"{script.name}.asked").open("a", encoding="utf-8") as book:
        for line in sys.stdin:
            question = json.loads(line)
            book.write(json.dumps(question) + "\n")
            book.flush()
            for deed in deeds.get(question["op"], [{"result": {}}]):
                act(question["id"], deed)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
