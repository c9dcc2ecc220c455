#!/usr/bin/env bash
# Installs a package in a clean Debian tree and plays the window's evening with what stands there: whatever the package forgot
# to ask for is missing there. Needs root (debootstrap, mounts).
#   scripts/clean_tree.sh SUITE PACKAGE.deb [TEST...]    SUITE: bookworm (Debian 12), trixie (13); TEST: these alone
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
. scripts/tree.sh
[ $# -ge 2 ] && [ -f "$2" ] ||
    stop "clean_tree: name the Debian and the package to install, such as scripts/clean_tree.sh bookworm target/release/bundle/deb/NAME.deb."
suite=$1 package=$2
shift 2
need_packages xvfb xauth
make_tree "$suite"
cp "$package" "$tree/root/ironclad-table.deb"
in_tree apt-get update -q
in_tree env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends /root/ironclad-table.deb
# Before anything else comes there: it starts with what it asked for.
in_tree ironclad-table --version

# The window is driven by the tree's own driver, which belongs to its web view. The display and the tests' folders are the
# outside's, so the program is started by a name that does on both sides.
in_tree env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends webkit2gtk-driver
mount --bind /tmp "$tree/tmp"
outside=$(mktemp -d /tmp/ironclad-starters.XXXXXX)
trap 'rm -rf "$outside"; drop_tree' EXIT
touch "$tree/etc/ironclad-tree"
for program in ironclad-table WebKitWebDriver; do
    printf '#!/bin/sh\n[ -e /etc/ironclad-tree ] && exec /usr/bin/%s "$@"\nexec chroot %s /usr/bin/%s "$@"\n' \
        "$program" "$tree" "$program" >"$outside/$program"
    chmod +x "$outside/$program"
done
say "The window's evening, played with the installed app ($suite)"
PATH=$outside:$PATH IRONCLAD_TABLE_APP=$outside/ironclad-table xvfb-run -a -s "-screen 0 1920x1200x24" \
    cargo test --workspace --features whole/window --test window -- --test-threads 1 --nocapture "$@"
