#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Sets this machine up for one tier, `run` or `test`: system packages, Python environment, links. Doing it again is
# quick and harmless, two at once wait for each other, and what was interrupted is taken up or made anew.
#   set_up.sh TIER [JSON]      JSON: yes = a failure is also one JSON object on standard output
#   set_up.sh --system TIER    the system packages alone; the part that needs root
set -eu
umask 022

root=$(dirname "$(dirname "$(readlink -f "$0")")")
part=all
if [ "${1-}" = --system ]; then
    part=system
    shift
fi
tier=${1:-run}
json=${2:-no}

say() {
    echo "gisagentbench: $*" >&2
}

quoted() { # as the inside of a JSON string
    printf '%s' "$1" | sed 's/\\/\\\\/g; s/"/\\"/g' | tr '\n\t' '  '
}

fail() { # fail SENTENCE [HINT]: ends the set-up
    say "$1${2:+ $2}"
    if [ "$json" = yes ]; then
        printf '{"error": {"code": "DEPENDENCY_MISSING", "message": "%s", "hint": "%s"}}\n' \
            "$(quoted "$1")" "$(quoted "${2-}")"
    fi
    exit 3
}

fail_with_log() { # fail_with_log SENTENCE
    tail -n 15 "$log" >&2
    fail "$1" "The whole story is in $log. Is the network there?"
}

case $root in
    *:*) fail "The project folder's path has a colon, which search paths cannot hold: $root." "Move or rename it." ;;
esac
[ "$(uname -s)" = Linux ] ||
    fail "Set-up by command is for Linux." "Elsewhere, put this folder into QGIS 3.40 or later as a plugin."

. "$root/setup/environment.sh"
. "$root/setup/system_packages.sh"
. "$root/setup/other_system.sh"
. "$root/setup/python_packages.sh"
log=$root/.cache/setup-$system.log

link() { # link TARGET NAME: a symbolic link, put in place in one step
    [ "$(readlink "$2" || :)" != "$1" ] || return 0
    rm -f "$2.new"
    ln -s "$1" "$2.new"
    mv -T "$2.new" "$2"
}

# What programs look for under .venv, and the plugin folder that QGIS searches.
make_links() {
    for name in bin lib share pyvenv.cfg; do
        link "$environment/$name" "$root/.venv/$name"
    done
    mkdir -p "$root/.cache/plugins"
    link ../.. "$root/.cache/plugins/gisagentbench"
}

belongs_to_project() { # what root makes here belongs to whom the project belongs to; root folders of other systems do not
    [ "$(id -u)" = 0 ] || return 0
    chown --reference="$root" "$root/.cache"
    for made in "$root/.venv" "$root/.cache/plugins" "$cache" "$log" "$root/.cache/setup-$system.lock"; do
        [ ! -e "$made" ] || chown -R --no-dereference --reference="$root" "$made"
    done
}

{ mkdir -p "$root/.venv" "$root/.cache" && touch "$log" && [ -w "$root/.venv" ]; } 2>/dev/null ||
    fail "The project folder cannot be written to: $root." "Set-up keeps everything in it."
exec 9>"$root/.cache/setup-$system.lock"
flock -n 9 || {
    say "another set-up of this folder is running; waiting for it"
    flock 9
}

case $lists in
    */elsewhere) check_other_system "$tier" ;;
    *) set_up_debian_packages "$tier" ;;
esac
name_environment
if [ "$part" = all ]; then
    mkdir -p "$cache"
    set_up_python_packages "$tier"
    make_links
    echo "$(wanted run) $(installed)" >"$cache/ready-run"
    [ "$tier" = run ] || echo "$(wanted test) $(installed)" >"$cache/ready-test"
fi
belongs_to_project
