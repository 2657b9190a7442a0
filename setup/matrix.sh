#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Runs a command of this project in root folders of other systems, as `./gisagentbench test --matrix` does.
#   matrix.sh ROOT [COMMAND [ARGUMENT ...]]     without a command: doctor --full, then test
#   ROOT    bookworm   fresh Debian 12, QGIS 3.40 by the launcher
#           trixie     fresh Debian 13, QGIS 3.44 by the launcher
#           qt6        Debian 13 with a QGIS built with Qt 6; $GISAGENTBENCH_QT6 is the folder that holds
#                      use-qt6-chroot.sh and the build it unpacks
# Root folders are made where missing, in $GISAGENTBENCH_ROOTS (default .cache/roots in the project), about 2 GB each.
# Needs root, debootstrap and unshare. The project is seen as /project; environment and caches stay in the root folder.
set -eu

root=$(dirname "$(dirname "$(readlink -f "$0")")")
roots=${GISAGENTBENCH_ROOTS:-$root/.cache/roots}
name=${1-}
[ $# = 0 ] || shift

fail() {
    echo "gisagentbench: $*" >&2
    exit 3
}

usage() {
    sed -n '3,/^set -eu/{/^set -eu/d;s/^# \{0,1\}//;p}' "$0" >&2
    exit 2
}

bootstrap() { # bootstrap SUITE FOLDER
    command -v debootstrap >/dev/null || fail "debootstrap is missing. Run: apt-get install debootstrap"
    [ ! -e "$2/made" ] || return 0
    echo "gisagentbench: making the root folder $2 ($1)" >&2
    rm -rf "$2"
    mkdir -p "$2"
    debootstrap --variant=minbase "$1" "$2/root" >"$2/debootstrap.log" 2>&1 ||
        fail "debootstrap failed; its story is in $2/debootstrap.log."
    touch "$2/made"
}

bootstrap_qt6() { # bootstrap_qt6 FOLDER
    [ -n "${GISAGENTBENCH_QT6-}" ] ||
        fail "GISAGENTBENCH_QT6 is not set: it names the folder with use-qt6-chroot.sh and a QGIS built with Qt 6."
    mkdir -p "$1"
    sh "$GISAGENTBENCH_QT6/use-qt6-chroot.sh" -c "$1/root" -s >"$1/qt6.log" 2>&1 ||
        fail "The Qt 6 root folder could not be made; the story is in $1/qt6.log."
}

# How this machine reaches its package registries is known to its pip, its certificates and its name servers.
lend_configuration() { # lend_configuration FOLDER
    cp -L /etc/resolv.conf "$1/etc/resolv.conf"
    for file in /etc/pip.conf /etc/xdg/pip /usr/local/share/ca-certificates; do
        [ ! -e "$file" ] || { mkdir -p "$1$(dirname "$file")" && cp -RL "$file" "$1$(dirname "$file")"; }
    done
    [ ! -e "${XDG_CONFIG_HOME:-$HOME/.config}/pip" ] || {
        mkdir -p "$1/root/.config" && cp -RL "${XDG_CONFIG_HOME:-$HOME/.config}/pip" "$1/root/.config"
    }
    [ ! -x "$1/usr/sbin/update-ca-certificates" ] || chroot "$1" update-ca-certificates >"$1/var/log/certificates.log" 2>&1
    printf '#!/bin/sh\nexit 101\n' >"$1/usr/sbin/policy-rc.d" # no services are started in it
    chmod 755 "$1/usr/sbin/policy-rc.d"
}

enter() { # enter FOLDER COMMAND [ARGUMENT ...]; the mounts end with the command
    folder=$1
    shift
    unshare --mount --propagation private sh -euc '
        folder=$1 project=$2
        shift 2
        mount -t proc proc "$folder/proc"
        mount --rbind /dev "$folder/dev"
        mkdir -p "$folder/project"
        mount --bind "$project" "$folder/project"
        for own in .venv .cache runs; do
            mkdir -p "$folder/var/gisagentbench/$own" "$folder/project/$own"
            mount --bind "$folder/var/gisagentbench/$own" "$folder/project/$own"
        done
        exec chroot "$folder" sh -c "cd /project && exec \"\$@\"" sh "$@"
    ' sh "$folder" "$root" env -u PYTHONPATH -u TMPDIR -u DISPLAY HOME=/root LANG=C.UTF-8 \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

[ "$(id -u)" = 0 ] || [ -z "$name" ] || fail "Root folders need root. Run: sudo ./gisagentbench test --matrix"
variables=
case $name in
    bookworm | trixie) bootstrap "$name" "$roots/$name" ;;
    qt6)
        bootstrap_qt6 "$roots/qt6"
        qt6=/opt/qgis-qt6
        variables="PATH=$qt6/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LD_LIBRARY_PATH=$qt6/lib
            PYTHONPATH=$qt6/share/qgis/python:$qt6/share/qgis/python/plugins QGIS_PREFIX_PATH=$qt6"
        ;;
    *) usage ;;
esac
lend_configuration "$roots/$name/root"
[ $# -gt 0 ] || set -- sh -c './gisagentbench doctor --full && ./gisagentbench test'
# shellcheck disable=SC2086
enter "$roots/$name/root" env $variables "$@"
