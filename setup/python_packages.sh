# SPDX-License-Identifier: GPL-2.0-or-later
# The Python environment of one system: a venv over the system's Python, which has QGIS. Sourced by set_up.sh.

pip() { # pip PYTHON WORD ...
    interpreter=$1
    shift
    PIP_CACHE_DIR=$cache/pip PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_USER=0 PYTHONNOUSERSITE=1 \
        "$interpreter" -m pip "$@" >>"$log" 2>&1 </dev/null
}

make_venv() { # make_venv FOLDER [OPTION]
    rm -rf "$1"
    /usr/bin/python3 -m venv "$@" >>"$log" 2>&1 || fail_with_log "No Python environment could be made in $1."
}

has_packages() { # has_packages LOCK
    [ -r "$1" ] && grep -q == "$1"
}

install_locked() { # install_locked PYTHON LOCK
    has_packages "$2" || return 0
    pip "$1" install --no-deps --require-hashes --only-binary :all: -r "$2" ||
        fail_with_log "The Python packages of $(basename "$2") could not be installed."
}

# pyogrio and shapely must share the system's GDAL and GEOS with QGIS; the wheels are kept.
build_against_system_libraries() {
    source=$root/setup/python-source.lock
    wheels=$cache/wheels/gdal$(gdal-config --version)-geos$(geos-config --version)-$(cksum <"$source" | cut -d ' ' -f 1)
    if [ ! -e "$wheels/complete" ]; then
        say "building pyogrio and shapely against the system's GDAL and GEOS, about a minute"
        rm -rf "$cache/wheels"
        mkdir -p "$wheels"
        make_venv "$cache/build"
        install_locked "$cache/build/bin/python" "$root/setup/python-build.lock"
        pip "$cache/build/bin/python" wheel --no-deps --no-build-isolation --require-hashes --no-binary :all: \
            -r "$source" -w "$wheels" || fail_with_log "pyogrio or shapely could not be built."
        rm -rf "$cache/build"
        touch "$wheels/complete"
    fi
    pip "$venv/bin/python" install --no-deps --no-index "$wheels"/*.whl ||
        fail_with_log "The wheels of pyogrio and shapely could not be installed."
}

sum_of() { # sum_of FILE ...: what an environment is made of, the system's GDAL and GEOS included
    {
        cat "$@"
        gdal-config --version 2>/dev/null || :
        geos-config --version 2>/dev/null || :
    } | cksum
}

holds() { # holds TIER SUM
    [ ! -e "$venv/unfinished" ] && [ "$(cat "$venv/holds-$1" 2>/dev/null)" = "$2" ]
}

# An unfinished environment may hold half a package that pip takes for a whole one: it is made anew.
set_up_python_packages() { # set_up_python_packages TIER
    sum=$(sum_of "$lists"/python-* "$root/setup/python-source.lock" "$root/setup/python-build.lock")
    if ! holds run "$sum"; then
        say "making the Python environment .venv/$environment"
        make_venv "$venv" --system-site-packages
        touch "$venv/unfinished"
        # pyproj looks for PROJ's data beside the interpreter's prefix
        mkdir -p "$venv/share"
        ln -s /usr/share/proj "$venv/share/proj"
        install_locked "$venv/bin/python" "$lists/python-run.lock"
        build_against_system_libraries
        echo "$sum" >"$venv/holds-run"
        rm "$venv/unfinished"
    fi
    [ "$1" = test ] || return 0
    sum=$(sum_of "$root/setup/python-test.lock")
    if ! holds test "$sum"; then
        say "adding checkers and test libraries to .venv/$environment"
        touch "$venv/unfinished"
        install_locked "$venv/bin/python" "$root/setup/python-test.lock"
        echo "$sum" >"$venv/holds-test"
        rm "$venv/unfinished"
    fi
}
