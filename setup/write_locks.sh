#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Writes every python-*.lock anew from the python-*.txt beside it: newest versions that fit, each with its hashes.
# For maintainers; needs uv on the PATH. Set up and test both Debian environments afterwards.
set -eu
cd "$(dirname "$(readlink -f "$0")")"

lock() { # lock NAME [uv option ...]: NAME.txt -> NAME.lock
    name=$1
    shift
    echo "writing $name.lock" >&2
    {
        echo "# Made by setup/write_locks.sh from $(basename "$name").txt; not edited by hand."
        uv pip compile --quiet --upgrade --generate-hashes --no-header --no-annotate --no-emit-index-url "$@" "$name.txt" |
            sed '/^# The following packages were excluded/,$d'
    } >"$name.lock.new"
    mv "$name.lock.new" "$name.lock"
}

lock debian12/python-run --python-version 3.11 --no-emit-package pyproj --no-emit-package pyogrio \
    --no-emit-package shapely
lock debian13/python-run --python-version 3.13 --constraint debian12/python-run.lock --no-emit-package numpy \
    --no-emit-package scipy
lock python-source --python-version 3.11 --no-deps
lock python-build --universal --python-version 3.11
# what runs need is in their environment already
set --
for package in geopandas llvmlite numba numpy pandas pyogrio pyproj pyyaml scikit-learn scipy shapely; do
    set -- "$@" --no-emit-package "$package"
done
lock python-test --universal --python-version 3.11 --constraint debian12/python-run.lock "$@"
