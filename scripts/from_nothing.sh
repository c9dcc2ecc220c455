#!/usr/bin/env bash
# Tests everything on a clean Debian with only git, curl and ca-certificates: clone into a folder whose name has spaces and
# umlauts, set-up and build by ./play, vision tests, package. Then the package alone runs the window tests in another clean
# tree. Prints the duration of each step. Needs root (debootstrap, mounts).
#   scripts/from_nothing.sh SUITE [TEST...]    SUITE: bookworm (Debian 12), trixie (13); TEST: only these window tests
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
. scripts/tree.sh
[ $# -ge 1 ] || stop "from_nothing: name the Debian, such as scripts/from_nothing.sh trixie."
suite=$1
shift
place='/root/Gezeiten und Küste/ironclad table'
made=$PWD/target/packages/$suite

seconds=""
step() {
    local name=$1 began=$SECONDS
    shift
    printf '\n== %s: %s\n' "$suite" "$name"
    "$@" || { printf '\n%s\nFAILED on %s: %s\n' "$seconds" "$suite" "$name" >&2; exit 1; }
    seconds+=$(printf '%6d s  %s: %s' $((SECONDS - began)) "$suite" "$name")$'\n'
}
# there COMMAND...: runs it in the project's folder in the tree, with Rust on the path.
there() { in_tree sh -c 'cd "$0" && PATH=$HOME/.cargo/bin:$PATH && export PATH && exec "$@"' "$place" "$@"; }

clone() {
    git clone -q --no-local . "$tree/root/clone"
    mkdir -p "$(dirname "$tree$place")"
    mv "$tree/root/clone" "$tree$place"
}
# Shares downloads only, no build results.
caches() { share_folder "$HOME/.cargo/registry" /root/.cargo/registry; }
# Vision tests, with the profile and the libraries that ./play has built.
# Without `CI`: what only ./check installs (the RTSP server) may be missing here.
vision_tests() { there env -u CI cargo test -p calibration -p tracking; }
take_packages() {
    rm -rf "$made"
    mkdir -p "$made"
    cp "$tree$place"/target/release/bundle/*/ironclad-table* "$made/"
    ls -l "$made"
}

# The last step needs it: without it, everything before would be in vain.
need_tauri_driver
step "a clean tree" make_tree "$suite"
step "clone" clone
caches
step "./play, from nothing" there sh -c 'echo y | ./play --version'
step "./play again" there ./play --version
step "tests of calibration and tracking" vision_tests
step "package" there scripts/package.sh --yes
step "packages brought out" take_packages
drop_tree
trap - EXIT
step "the package alone, and the window" scripts/clean_tree.sh "$suite" "$made"/*.deb "$@"
printf '\n%s' "$seconds"
