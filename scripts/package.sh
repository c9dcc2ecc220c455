#!/usr/bin/env bash
# Makes the packaged app, a .deb for Debian 12, and prints where it lies. Sets up what is missing.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
need_app
build_screens
say "Building the app as it is shipped (the first time takes a quarter of an hour)"
ui/node_modules/.bin/tauri build --bundles deb --features custom-protocol
target=${CARGO_TARGET_DIR:-$here/target}
say "The package:"
ls -1t "$target"/release/bundle/deb/*.deb | head -n 1
