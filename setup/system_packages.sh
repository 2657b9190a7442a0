# SPDX-License-Identifier: GPL-2.0-or-later
# The system packages, on Debian 12 and 13. Sourced by set_up.sh.
#
# Nothing is written below /etc/apt: the machine's own sources are copied into the project's cache, the backports
# suite is added to the copy, and apt is pointed at it with lists and downloads of its own.

names() { # names FILE ...: the packages that lists name
    sed 's/[[:space:]]*#.*//; /^$/d' "$@"
}

missing() { # missing PACKAGE ...: those that are not installed
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || :)" = installed ] || echo "$package"
    done
}

qgis_version() { # e.g. 34006, nothing where QGIS or its Python is absent
    command -v qgis_process >/dev/null || return 0
    QT_QPA_PLATFORM=offscreen /usr/bin/python3 -c 'from qgis.core import Qgis; print(Qgis.versionInt())' 2>/dev/null || :
}

qgis_is_there() {
    version=$(qgis_version)
    [ "${version:-0}" -ge 34000 ]
}

needed_packages() { # needed_packages TIER: what this system lacks; an old QGIS is there, and yet to be installed
    qgis_is_there || names "$lists/system-qgis.txt"
    {
        names "$lists/system-run.txt"
        [ "$1" = run ] || names "$root/setup/system-test.txt"
    } | while read -r package; do
        missing "$package"
    done
}

backports_sources() { # the machine's Debian sources with the backports suite added, in $apt/sources
    mkdir -p "$apt/sources"
    if [ -r "$etc/apt/sources.list.d/debian.sources" ]; then
        sed -E "s/^Suites:(.*[[:space:]])?$codename([[:space:]].*)?\$/Suites: $codename $codename-updates $codename-backports/" \
            "$etc/apt/sources.list.d/debian.sources" >"$apt/sources/debian.sources"
    elif grep -qE "^deb .* $codename .*main" "$etc/apt/sources.list" 2>/dev/null; then
        grep -E "^deb .* $codename(-[a-z]+)? " "$etc/apt/sources.list" | grep -v 'cdrom:' |
            sed -E "p; s/ $codename / $codename-backports /" | sort -u >"$apt/sources/debian.list"
    else
        fail "No Debian source was found in $etc/apt to derive the backports suite from." \
            "Install QGIS 3.40 or later with its Python by hand, then start again."
    fi
}

pin_qgis_to_backports() { # every other package stays with the stable suite
    {
        cat "$etc/apt/preferences" 2>/dev/null || :
        printf '\nPackage: src:qgis\nPin: release n=%s-backports\nPin-Priority: 990\n' "$codename"
    } >"$apt/preferences"
}

apt() {
    DEBIAN_FRONTEND=noninteractive apt-get --yes \
        -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/sources" \
        -o Dir::Etc::preferences="$apt/preferences" \
        -o Dir::State::lists="$apt/lists" -o Dir::Cache="$apt/cache" \
        -o APT::Sandbox::User=root -o Acquire::Languages=none -o Acquire::Retries=3 \
        -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=900 "$@" >>"$log" 2>&1 </dev/null
}

finish_what_was_interrupted() { # an installation that was cut short leaves packages half configured
    [ -z "$(dpkg --audit)" ] || DEBIAN_FRONTEND=noninteractive dpkg --configure -a >>"$log" 2>&1 </dev/null || :
}

install_packages() { # install_packages PACKAGE ...
    codename=$(. "$etc/os-release" && echo "$VERSION_CODENAME")
    apt=$root/.cache/apt-$system
    rm -rf "$apt"
    mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
    backports_sources
    pin_qgis_to_backports
    finish_what_was_interrupted
    apt update || fail_with_log "The lists of system packages could not be fetched."
    apt install --no-install-recommends --no-remove "$@" ||
        fail_with_log "System packages could not be installed: $*."
    rm -rf "$apt"
}

set_up_debian_packages() { # set_up_debian_packages TIER
    packages=$(needed_packages "$1" | paste -s -d ' ')
    [ -n "$packages" ] || return 0
    [ "$(id -u)" = 0 ] || fail "System packages are missing, and only root can install them: $packages." \
        "Run: sudo sh '$root/setup/set_up.sh' --system $1"
    case $packages in
        *qgis*) say "installing QGIS and other system packages, one to three minutes: $packages" ;;
        *) say "installing system packages: $packages" ;;
    esac
    # the list is words without spaces, to be split
    # shellcheck disable=SC2086
    install_packages $packages
    qgis_is_there || fail "QGIS 3.40 or later is not there although its packages were installed." "See $log."
}
