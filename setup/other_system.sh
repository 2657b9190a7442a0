# SPDX-License-Identifier: GPL-2.0-or-later
# A system other than Debian 12 and 13: its QGIS and Python packages are used as they are. Sourced by set_up.sh.

install_command() { # install_command MODULE ...: how this system installs what holds these Python modules
    if command -v dnf >/dev/null; then
        command="sudo dnf install" prefix=python3-
    elif command -v zypper >/dev/null; then
        command="sudo zypper install" prefix=python3-
    elif command -v pacman >/dev/null; then
        command="sudo pacman -S" prefix=python-
    else
        command="sudo apt-get install" prefix=python3-
    fi
    for module in "$@"; do
        case $module in
            osgeo) command="$command ${prefix}gdal" ;;
            *) command="$command $prefix$module" ;;
        esac
    done
    echo "$command"
}

lacking_modules() { # the modules of elsewhere/python-modules.txt that the system's Python cannot find
    names "$lists/python-modules.txt" | /usr/bin/python3 -c '
import importlib.util, sys
print(*[name for name in sys.stdin.read().split() if importlib.util.find_spec(name) is None])'
}

check_other_system() {
    found=$(qgis_version)
    [ "${found:-0}" -ge 34000 ] ||
        fail "This system is $system, and QGIS 3.40 or later with its Python was not found (found: ${found:-none})." \
            "Set-up installs QGIS on Debian 12 and 13 only. Install it with your package manager (qgis, and python3-qgis where that is a package of its own), then start again."
    /usr/bin/python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
        fail "The Python of this system is older than 3.11." "GISAgentBench cannot run here."
    for program in gdal-config geos-config c++; do
        command -v $program >/dev/null || fail "QGIS is here, but $program is not, which building pyogrio and shapely needs." \
            "Install the development files of GDAL and GEOS, a C++ compiler and Python's development files with your package manager."
    done
    lacking=$(lacking_modules)
    # shellcheck disable=SC2086
    [ -z "$lacking" ] || fail "QGIS is here, but its Python lacks: $lacking." "Run: $(install_command $lacking)"
}
