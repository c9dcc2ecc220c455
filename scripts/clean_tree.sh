#!/usr/bin/env bash
# Installs a package in a clean Debian 12 tree and plays the window's evening with what stands there: whatever the
# package forgot to ask for is missing there. Needs root (debootstrap, mounts).
#   scripts/clean_tree.sh PACKAGE.deb
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
[ $# -eq 1 ] && [ -f "$1" ] || stop "clean_tree: name the package to install, such as scripts/clean_tree.sh target/release/bundle/deb/NAME.deb."
[ "$(id -u)" -eq 0 ] || stop "clean_tree: a clean tree is made with debootstrap and mounts, which need root: run it as root."
need_packages debootstrap xvfb xauth webkit2gtk-driver
package=$1
tree=$(mktemp -d "${TMPDIR:-/tmp}/ironclad-tree.XXXXXX")
starter=$(mktemp /tmp/ironclad-starter.XXXXXX)
clean_up() {
    local mount
    for mount in tmp dev/shm dev proc; do umount -l "$tree/$mount" 2>/dev/null || true; done
    rm -f "$starter"
    # What is still mounted there is the machine's own, and must not be deleted along.
    if grep -q " $tree/" /proc/mounts; then
        say "clean_tree: $tree is still mounted: unmount what lies in it, then delete it."
        return
    fi
    rm -rf "$tree"
}
trap clean_up EXIT

say "A clean Debian 12 in $tree"
debootstrap --variant=minbase --include=ca-certificates bookworm "$tree" http://deb.debian.org/debian >"$tree.log" 2>&1 ||
    { tail -n 20 "$tree.log" >&2; stop "clean_tree: debootstrap failed (its own words stand above)."; }
rm -f "$tree.log"
mount -t proc proc "$tree/proc"
mount --bind /dev "$tree/dev"
mount --bind /dev/shm "$tree/dev/shm" 2>/dev/null || true
cp "$package" "$tree/root/ironclad-table.deb"
chroot "$tree" apt-get update -q
chroot "$tree" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends /root/ironclad-table.deb
chroot "$tree" ironclad-table --version

# The display and the tests' own folders are the outside's.
mount --bind /tmp "$tree/tmp"
printf '#!/bin/sh\nexec chroot %s /usr/bin/ironclad-table "$@"\n' "$tree" >"$starter"
chmod +x "$starter"
say "The window's evening, played with the installed app"
IRONCLAD_TABLE_APP=$starter xvfb-run -a -s "-screen 0 1920x1200x24" \
    cargo test --workspace --features whole/window --test window -- --test-threads 1 --nocapture
