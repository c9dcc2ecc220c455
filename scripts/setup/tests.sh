#!/usr/bin/env bash
# Tests of the set-up on simulated machines where something is missing, broken or fails halfway: stub programs replace the
# real ones. scripts/from_nothing.sh tests a real clean machine.
set -uo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
bench=$(mktemp -d)
trap 'rm -rf "$bench"' EXIT
failed=0

# machine NAME [PROGRAM=SCRIPT...]: starts a new simulated machine with the usual small programs and these stubs.
machine() {
    name=$1
    shift
    bin=$bench/bin
    rm -rf "$bin" "${bench:?}/home" "$bench/project"
    mkdir -p "$bin" "$bench/home" "$bench/project/ui"
    chmod 755 "$bench" "$bench/project" "$bench/project/ui"
    local program
    for program in bash env sh awk cat cut dirname du grep head id mktemp rm sort tr true uname wc; do
        ln -s "$(command -v "$program")" "$bin/$program"
    done
    has "df=echo; echo / 1 1 99999999 1% /" "$@"
}

# has PROGRAM=SCRIPT...: adds or replaces stubs.
has() {
    local each
    for each in "$@"; do
        rm -f "$bin/${each%%=*}"
        printf '#!/bin/sh\n%s\n' "${each#*=}" >"$bin/${each%%=*}"
        chmod +x "$bin/${each%%=*}"
    done
}

# expect CODE WORDS SCRIPT [ANSWER]: SCRIPT, run on that machine with ANSWER on stdin, exits with CODE and prints WORDS.
expect() {
    local said code
    said=$(cd "$bench/project" && printf '%s' "${4-}" | env -i PATH="$bin" HOME="$bench/home" CI="${ci-}" \
        bash -c "set -euo pipefail; . '$scripts/setup.sh'; $3" 2>&1)
    code=$?
    if [ "$code" -ne "$1" ] || ! grep -qF -- "$2" <<<"$said"; then
        printf 'FAILED: %s\n  wanted %s and "%s", got %s:\n%s\n' "$name" "$1" "$2" "$code" "$said"
        failed=1
    fi
}

debian="dpkg-query=exit 1"
apt='apt-cache=echo "  Candidate: 1.27.1-3"'
machine "a bare Debian 13" "$debian" "$apt" "apt=" "dpkg="
expect 0 "package" 'missing_rust apt'
expect 0 "node" 'missing_node'
expect 2 "Nobody answered, and nothing was installed" 'need_app 6'
expect 2 "Nothing was installed" 'need_app 6' n$'\n'
expect 2 "libopencv-dev libopencv-contrib-dev" 'need_app 6' n$'\n'
expect 2 "rustup nodejs npm" 'need_app 6' n$'\n'
expect 2 "static.rust-lang.org" 'need_app 6' n$'\n'
has "apt-get=echo 'Could not resolve deb.debian.org' >&2; exit 100" "id=echo 0"
expect 2 "see to the network, then run this again" 'need_app 6' y$'\n'
ci=true expect 2 "see to the network, then run this again" 'need_app 6'
has "apt-get=[ \"\$1\" = update ]" "id=echo 0"
expect 2 "it goes on where it stopped" 'assume_yes=true; need_app 6'
has "id=echo 1000"
expect 2 "as root, then this again" 'assume_yes=true; need_app 6'
has "apt-get=" "id=echo 0" "dpkg=[ \"\$1\" = --audit ] && echo half || { echo finished; exit 1; }"
expect 2 "An interrupted installation could not be finished" 'assume_yes=true; need_app 6'

machine "a bare Debian 12, whose packages have no rustup" "$debian" 'apt-cache=echo "  Candidate: (none)"' "apt=" "dpkg="
expect 0 "official" 'missing_rust apt'
expect 2 "official installer (from static.rust-lang.org" 'need_app 6' n$'\n'
has "curl=echo 'Could not resolve host' >&2; exit 6"
expect 2 "could not be fetched from static.rust-lang.org" 'install_rust official'
has "curl=while [ \"\$1\" != -o ]; do shift; done; echo 'exit 1' >\"\$2\""
expect 2 "Rust could not be installed" 'install_rust official'

machine "Debian's own compilers, too old" "dpkg-query=echo installed" "$apt" "cargo=echo cargo 1.85.0 x"
expect 0 "official" 'missing_rust apt'
expect 2 "Rust 1.85.0 is too old or half installed" 'need_rust'

machine "a rustup whose compiler is too old" "$debian" "cargo=echo cargo 1.90.0 x" "rustup=exit 1"
expect 0 "toolchain" 'missing_rust apt'
expect 2 "Rust's compiler could not be installed" 'install_rust toolchain'
has "cargo=[ \"\${RUSTUP_TOOLCHAIN:-}\" = stable ] && echo cargo 1.99.0 x || echo cargo 1.90.0 x" "rustup=exit 0"
expect 0 "stable" 'need_rust; echo $RUSTUP_TOOLCHAIN'

machine "a rustup that was broken off before it had a compiler" "$debian" "cargo=exit 1" "rustup=exit 0"
expect 0 "toolchain" 'missing_rust apt'
expect 2 "its cargo does not start" 'need_rust'

machine "all there" "dpkg-query=echo installed" "apt=" "cargo=echo cargo 1.95.0 x" "node=echo v18.20.4" "npm=echo 9" \
    "pkg-config=echo 4.10.0"
expect 0 "" 'need_app 6; [ -z "$(missing_rust apt)$(missing_node)" ]'
has "node=echo v12.22.9"
expect 2 "Node 12.22.9 is too old, the screens need 18.13.0" 'need_app 6'
has "node=echo v20.1.0" "npm=exit 1"
expect 2 "npm does not start" 'need_app 6'
has "npm=echo 9" "pkg-config=echo 4.5.4"
expect 2 "OpenCV 4.5.4 is too old, the camera needs 4.6" 'need_app 6'
has "pkg-config=exit 1"
expect 2 "OpenCV is not found" 'need_app 6'
has "df=echo; echo / 1 1 300000 1% /"
expect 2 "Only 292 MB are free" 'need_app 6'

for system in "dnf:opencv-devel:rpm" "pacman:webkit2gtk-4.1:pacman" "zypper:webkit2gtk3-devel:rpm"; do
    IFS=: read -r packager package query <<<"$system"
    machine "a system with $packager" "$packager=exit 1" "$query=exit 1" "id=echo 1000"
    expect 2 "$packager" 'need_app 6' y$'\n'
    expect 2 "$package" 'need_app 6' y$'\n'
    expect 2 "we have not tried" 'need_app 6' y$'\n'
done
machine "a system nobody knows"
expect 2 "This system's packages are unknown to us" 'need_app 6' y$'\n'
expect 2 "libopencv-dev" 'need_app 6' n$'\n'

if [ "$(id -u)" -eq 0 ] && command -v setpriv >/dev/null 2>&1; then
    machine "a folder of somebody else"
    has "bash=exec $(command -v setpriv) --reuid=65534 --clear-groups $(command -v bash) \"\$@\""
    expect 2 "You may not write in $bench/project" 'need_app 6'
fi

[ "$failed" -eq 0 ] && echo "The set-up says what is missing, asks once, and stops in one sentence."
exit "$failed"
