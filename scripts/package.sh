#!/usr/bin/env bash
# Makes a .deb and an .rpm for this system and prints their paths, the .deb last. Both depend on the OpenCV version that the
# program was built with. Installs what is missing.
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

# Tauri adds the window's libraries. The packages of the OpenCV libraries have other names on each system.
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

# The file name includes the system, because the dependencies are specific to it.
system=$(. /etc/os-release && printf '%s%s' "$ID" "${VERSION_ID:-}")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
say "The packages:"
for kind in rpm deb; do
    package=$target/release/bundle/$kind/ironclad-table_${version}_${system}_$(uname -m).$kind
    mv "$target/release/bundle/$kind"/*."$kind" "$package"
    say "$package"
done
