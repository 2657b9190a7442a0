# SPDX-License-Identifier: GPL-2.0-or-later
"""A tool host without QGIS, for the tests of its client: behaves, or misbehaves as its first argument says.

Started as `fake_host.py MANNER run gisagentbench:toolhost -`. How it answers a call is told by the stem of the file
that the call loads: `good`, `slow` (0.3 s), `sleep` (forever), `die`, `no_memory`, `spent`, `garbage`, `half`,
`other_id`, `other_call`, `twice`, `children`.
"""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path


def main() -> None:
    manner = sys.argv[1]
    assert sys.argv[2:] == ["run", "gisagentbench:toolhost", "-"]
    job = json.loads(Path(json.loads(sys.stdin.read())["inputs"]["JOB"]).read_text())
    if manner == "exits":
        print("this host has no engine")
        sys.exit(7)
    if manner == "never_connects":
        time.sleep(1000)
    connection = socket.create_connection(job["address"])
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if manner == "silent":
        time.sleep(1000)
    secret = "wrong" if manner == "wrong_secret" else job["secret"]
    hello = {"op": "hello", "secret": secret, "pid": os.getpid(), "versions": {"qgis": "none"}, "tools": []}
    connection.sendall(json.dumps(hello).encode() + b"\n")
    for line in connection.makefile("r"):
        request = json.loads(line)
        if request["op"] == "close":
            changed = ["told_by_the_host.gpkg"] if manner == "changes" else []
            send(connection, {"id": request["id"], "changed_inputs": changed})
            return
        answer(connection, request, Path(job["workspace"]))


def answer(connection: socket.socket, request: dict, workspace: Path) -> None:
    manner = request["arguments"]["file"].split(".")[0]
    (workspace / "host.pid").write_text(str(os.getpid()))
    done = {"id": request["id"], "step": step_of(request)}
    if manner == "slow":
        time.sleep(0.3)
        send(connection, done)
    elif manner == "sleep":
        time.sleep(1000)
    elif manner == "children":
        child = subprocess.Popen(["sleep", "1000"])
        (workspace / "child.pid").write_text(str(child.pid))
        time.sleep(1000)
    elif manner == "die":
        os._exit(1)
    elif manner == "no_memory":
        print("terminate called after throwing an instance of 'std::bad_alloc'", file=sys.stderr, flush=True)
        os.abort()
    elif manner == "spent":
        done["step"] |= {
            "ok": False,
            "output": None,
            "error": {"code": "LIMIT_EXCEEDED", "message": "made up", "hint": ""},
        }
        send(connection, done | {"is_last": True})
        time.sleep(1000)
    elif manner == "garbage":
        connection.sendall(b"QgsProcessing: 12 % done\n")
    elif manner == "half":
        connection.sendall(b'{"id": 1, "step": {"api"')
        time.sleep(1000)
    elif manner == "other_id":
        send(connection, done | {"id": request["id"] + 1})
    elif manner == "other_call":
        done["step"]["arguments"] = {"file": "another.gpkg"}
        send(connection, done)
    elif manner == "twice":
        send(connection, done)
        send(connection, done)
    else:
        if request["api"] == "export_layer":
            text = (workspace / "inputs" / "rows.csv").read_text()
            (workspace / "output" / request["arguments"]["file"]).write_text(text)
        send(connection, {"id": request["id"], "progress": 0.5})
        send(connection, done)


def step_of(request: dict) -> dict:
    return {
        "api": request["api"],
        "arguments": request["arguments"],
        "ok": True,
        "output": request["arguments"].get("name"),
        "outputs": {"output": request["arguments"].get("name")},
        "observation": {"kind": "vector", "text": "made up"},
        "seconds": 0.25,
        "step": 1,
    }


def send(connection: socket.socket, message: dict) -> None:
    connection.sendall(json.dumps(message).encode() + b"\n")


if __name__ == "__main__":
    main()
