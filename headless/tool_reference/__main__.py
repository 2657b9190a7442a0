# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes the reference of the tools anew: `python -m gisagentbench.headless.tool_reference [--pictures [NAME …]]`.

Catalogue and pages need nothing but the declarations. `--pictures` runs the examples in a tool host and draws them.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from ...tools.declaration.examples import examples
from ...tools.declaration.records import read_workspace_file
from ...tools.declaration.registry import all_tools
from ..map_drawing.drawing_process import draw
from . import catalogue_file, group_pages
from .example_maps import example_picture
from .example_run import run_examples


def write_texts() -> None:
    """Writes the catalogue and the pages; pages of groups that are no more are removed."""
    catalogue_file.CATALOGUE.write_text(catalogue_file.catalogue_text(), encoding="utf-8")
    group_pages.FOLDER.mkdir(parents=True, exist_ok=True)
    pages = group_pages.pages()
    for path in group_pages.FOLDER.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (group_pages.FOLDER / name).write_text(text, encoding="utf-8")


def write_pictures(names: list[str]) -> list[str]:
    """Runs the examples of tools and draws them.

    Returns: What could not be run or drawn, a sentence each.
    """
    specs = [all_tools()[name] for name in names if group_pages.has_picture(all_tools()[name])]
    with tempfile.TemporaryDirectory(prefix="examples_") as folder:
        workspace = Path(folder, "workspace")
        run = run_examples(workspace, Path(folder, "host.log"), [spec.name for spec in specs])
        problems = [f"{step['api']}: {step['error']}" for step in [*run.layers, *run.steps.values()] if not step["ok"]]
        specs = [spec for spec in specs if run.steps[spec.name]["ok"]]
        handles = read_workspace_file(json.loads((workspace / "workspace.json").read_text(encoding="utf-8"))).handles
        jobs = [
            example_picture(spec, examples()[spec.name], handles, workspace, group_pages.picture_path(spec))
            for spec in specs
        ]
        drawn = zip(specs, draw(jobs), strict=True)
        return problems + [f"{spec.name}: {result.problem}" for spec, result in drawn if result.problem]


def main() -> int:
    """Writes what is asked for. Returns: 1 where a picture is missing."""
    parser = argparse.ArgumentParser(prog="python -m gisagentbench.headless.tool_reference", description=__doc__)
    parser.add_argument("--pictures", nargs="*", metavar="NAME", help="draw these tools; all without a name")
    arguments = parser.parse_args()
    write_texts()
    if arguments.pictures is None:
        return 0
    problems = write_pictures(arguments.pictures or list(all_tools()))
    sys.stderr.writelines(f"{problem}\n" for problem in problems)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
