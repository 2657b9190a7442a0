# SPDX-License-Identifier: GPL-2.0-or-later
"""What an agent sees of a task, as a person reads it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

WIDTH = 100


def task_text(view: Mapping[str, Any]) -> str:
    """Returns the text of a task.

    Args:
        view: As `PackFolder.agent_view` gives it.
    """
    prompt = view["prompt"]
    lines = [f"{view['task']}: {view['title']}"]
    for part in ("objective", "inputs", "outputs"):
        lines += ["", part.capitalize(), *_wrapped([prompt[part]])]
    if prompt["constraints"]:
        lines += ["", "Constraints", *_wrapped(prompt["constraints"], "- ")]
    if view["parameters"]:
        lines += ["", "Parameters", *_wrapped(f"{name} = {value}" for name, value in view["parameters"].items())]
    lines += ["", "Files under inputs/", *_wrapped(_input_line(given) for given in view["inputs"].values())]
    lines += ["", "Files to write under output/", *_wrapped(_output_line(output) for output in view["outputs"])]
    return "\n".join(lines)


def _wrapped(texts: Iterable[str], mark: str = "") -> list[str]:
    behind = " " * (2 + len(mark))
    return [
        line
        for text in texts
        for line in textwrap.wrap(text, WIDTH, initial_indent=f"  {mark}", subsequent_indent=behind)
    ]


def _input_line(given: Mapping[str, Any]) -> str:
    sublayer = f", sublayer {given['layer']}" if "layer" in given else ""
    return f"{given['file']} ({given['kind']}{sublayer}): {given['description']}"


def _output_line(output: Mapping[str, Any]) -> str:
    terms = [str(output["kind"])]
    terms += [f"layer {output['layer']}"] if "layer" in output else []
    terms += [str(output[key]) for key in ("geometry_type", "crs") if key in output]
    if "width" in output:
        a, b, c, d, e, f = output["transform"]
        terms.append(f"{output['width']} by {output['height']} cells, transform [{a}, {b}, {c}, {d}, {e}, {f}]")
        terms.append(f"bands {output['bands']}, cell type {output['dtype']}, NoData {output['nodata']}")
    columns = ", ".join(f"{name} ({kind})" for name, kind in output.get("columns", {}).items())
    return f"{output['file']} ({'; '.join(terms)})" + (f": columns {columns}" if columns else "")
