#!/usr/bin/env bash
# Prints how quick the shipped window is and what memory it takes (ten minutes, or as many as WINDOW_MINUTES says).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
need_app 6
need_packages xvfb xauth webkit2gtk-driver
build_screens
cargo build --release -p ironclad-table --features custom-protocol
xvfb-run -a -s "-screen 0 1440x900x24" cargo bench --workspace --features whole/window --bench window
