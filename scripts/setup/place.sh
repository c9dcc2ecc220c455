# shellcheck shell=bash
# Write permission and free disk space.

# need_place FREE_GB: stops if the project's or the target folder is not writable, or if it has too little free space.
need_place() {
    local target=${CARGO_TARGET_DIR:-$PWD/target}
    [ -w "$PWD" ] && [ -w "$PWD/ui" ] ||
        stop "You may not write in $PWD: copy the project to a folder of your own and run this there."
    local at=$target
    while [ ! -d "$at" ]; do at=$(dirname "$at"); done
    [ -w "$at" ] || stop "You may not write in $at, where the app is to be built: set CARGO_TARGET_DIR to a folder of your own and run this again."
    local free_kb used_kb
    free_kb=$(df -Pk "$at" | awk 'NR == 2 { print $4 }')
    used_kb=0
    # An earlier build counts as free space: it will be reused.
    [ ! -d "$target" ] || used_kb=$(du -sk "$target" 2>/dev/null | cut -f1)
    [ $((free_kb + used_kb)) -ge $(($1 * 1024 * 1024)) ] ||
        stop "Only $((free_kb / 1024)) MB are free in $at, and building takes $1 GB: make room, or set CARGO_TARGET_DIR to a roomier folder, and run this again."
}
