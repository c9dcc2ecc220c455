#!/usr/bin/env bash
# Makes the packaged app for the system it runs on, a .deb and an .rpm, and prints where they lie, the .deb last. Both are for
# this very system: they ask for the OpenCV that the program was built with. Sets up what is missing.
#   scripts/package.sh [--yes]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh
[ "${1:-}" != --yes ] || assume_yes=true
need_app 6 binutils
build_screens
build_app --release --features custom-protocol
target=${CARGO_TARGET_DIR:-$here/target}
program=$target/release/ironclad-table

# Of its libraries Tauri knows the window's; OpenCV's are ours to name, as this system names them.
libraries=$(objdump -p "$program" | awk '$1 == "NEEDED" && $2 ~ /^libopencv_/ { print $2 }')
[ -n "$libraries" ] || stop "package: $program asks for no library of OpenCV: it can't have been built as meant."
deb=() rpm=()
for library in $libraries; do
    owner=$(dpkg-query -S "*/$library" | head -n 1 | cut -d: -f1)
    deb+=("\"$owner\"")
    rpm+=("\"$library()(64bit)\"")
done
list() { local IFS=,; printf '[%s]' "$*"; }
config=$(printf '{"bundle":{"linux":{"deb":{"depends":%s},"rpm":{"depends":%s}}}}' "$(list "${deb[@]}")" "$(list "${rpm[@]}")")
rm -rf "$target/release/bundle"
ui/node_modules/.bin/tauri bundle --bundles deb rpm --features custom-protocol --config "$config"

# Named for the system: each asks for that system's own libraries.
system=$(. /etc/os-release && printf '%s%s' "$ID" "${VERSION_ID:-}")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
say "The packages:"
for kind in rpm deb; do
    package=$target/release/bundle/$kind/ironclad-table_${version}_${system}_$(uname -m).$kind
    mv "$target/release/bundle/$kind"/*."$kind" "$package"
    say "$package"
done
