# SPDX-License-Identifier: GPL-2.0-or-later
# Names of this machine's environment, and the quick check that it is ready. Sourced with `root` set; little else than
# builtins, because every start of the launcher passes here.

# Where the system keeps what it says of itself; tests put other folders in their place.
etc=${GISAGENTBENCH_ETC:-/etc}

operating_system() { # e.g. debian12, ubuntu24.04
    (
        ID=linux VERSION_ID=
        [ ! -r "$etc/os-release" ] || . "$etc/os-release"
        echo "$ID$VERSION_ID"
    )
}

name_environment() { # again once the system packages are there: the Python may be among them
    python=$(readlink -f /usr/bin/python3 || echo /usr/bin/python3)
    environment=$system-py${python##*python}
    venv=$root/.venv/$environment
    cache=$root/.cache/$environment
}

system=$(operating_system)
lists=$root/setup/$system
[ -d "$lists" ] || lists=$root/setup/elsewhere
name_environment

wanted() { # wanted TIER: checksum of every list that the tier is made of
    case $1 in
        run) cat "$lists"/* "$root/setup/python-source.lock" "$root/setup/python-build.lock" ;;
        test) cat "$lists"/* "$root"/setup/python-*.lock "$root/setup/system-test.txt" ;;
    esac | cksum
}

installed() { # changes whenever a system package does
    stat -c %Y.%s.%i /var/lib/dpkg/status 2>/dev/null || echo unknown
}

environment_is_ready() { # environment_is_ready TIER
    [ "$root/.venv/pyvenv.cfg" -ef "$venv/pyvenv.cfg" ] || return 1
    [ -e "$root/.cache/plugins/gisagentbench/setup" ] || return 1
    [ -r "$cache/ready-$1" ] || return 1
    [ "$(cat "$cache/ready-$1")" = "$(wanted "$1") $(installed)" ]
}
