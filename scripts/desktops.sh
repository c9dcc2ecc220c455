#!/usr/bin/env bash
# Runs the first window test on desktops that ./check does not use: Wayland without X, 200 % scaling, a dark system theme;
# all without a GPU. (150 % can't be tested: WebKit's driver does not scale the pointer's position.)
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
need_app 10 xvfb xauth webkit2gtk-driver weston dbus-daemon
need_tauri_driver
build_screens

evening() { cargo test --workspace --features whole/window --test window -- --test-threads 1 --nocapture an_evening_on_the_demo_table; }
on_x() { xvfb-run -a -s "-screen 0 3840x2160x24" env "$@" bash -c "$(declare -f evening); evening"; }

# A headless compositor. DISPLAY is unset, so that any use of X fails.
wayland_only() (
    XDG_RUNTIME_DIR=$(mktemp -d)
    export XDG_RUNTIME_DIR WAYLAND_DISPLAY=ironclad GDK_BACKEND=wayland
    unset DISPLAY
    weston --backend=headless-backend.so --width=1920 --height=1080 --socket="$WAYLAND_DISPLAY" --idle-time=0 \
        >"$XDG_RUNTIME_DIR/weston.log" 2>&1 &
    local compositor=$! code=0
    for _ in $(seq 50); do
        [ ! -S "$XDG_RUNTIME_DIR/$WAYLAND_DISPLAY" ] || break
        sleep 0.1
    done
    evening || code=$?
    kill "$compositor" 2>/dev/null || true
    wait "$compositor" 2>/dev/null || true
    rm -rf "$XDG_RUNTIME_DIR"
    return "$code"
)

for desktop in "Wayland only:wayland_only" "200 %:on_x GDK_SCALE=2" "dark:on_x GTK_THEME=Adwaita:dark"; do
    say "== ${desktop%%:*}"
    ${desktop#*:} || stop "desktops: the evening did not end well with: ${desktop%%:*} (the reason stands above)."
done
