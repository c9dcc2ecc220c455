//! Reads `tauri.conf.json` and the built pages.

fn main() {
    tauri_build::build();
}
