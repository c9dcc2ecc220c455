#!/usr/bin/env bash
# Measures the speed and memory of the release window. The memory run takes WINDOW_MINUTES (default 10).
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
need_app 6
need_packages xvfb xauth webkit2gtk-driver
need_tauri_driver
build_screens
cargo build --release -p ironclad-table --features custom-protocol
xvfb-run -a -s "-screen 0 1440x900x24" cargo bench --workspace --features whole/window --bench window
