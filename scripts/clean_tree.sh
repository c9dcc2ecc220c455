#!/usr/bin/env bash
# Installs a package in a clean Debian tree and runs the window tests with the installed app. This finds dependencies that the
# package does not declare. Needs root (debootstrap, mounts).
#   scripts/clean_tree.sh SUITE PACKAGE.deb [TEST...]    SUITE: bookworm (Debian 12), trixie (13); TEST: only these tests
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
need_tauri_driver
make_tree "$suite"
cp "$package" "$tree/root/ironclad-table.deb"
in_tree apt-get update -q
in_tree env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends /root/ironclad-table.deb
# The app must start with its declared dependencies only, before anything else is installed.
in_tree ironclad-table --version

# The WebDriver must match the tree's web view, so it runs inside the tree. Display and test folders are outside. The start
# scripts below work from both sides.
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
PATH=$outside:$PATH IRONCLAD_TABLE_APP=$outside/ironclad-table xvfb-run -a -s "-screen 0 3840x2160x24" \
    cargo test --workspace --features whole/window --test window -- --test-threads 1 --nocapture "$@"
