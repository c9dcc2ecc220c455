# shellcheck shell=bash
# Sourced by ./play, ./check and the other scripts: finds what is missing on this machine, says what it will install and from
# where, asks once, and installs it. Does nothing if all is there. An interrupted set-up continues on the next start.

scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$scripts/setup/words.sh"
. "$scripts/setup/packages.sh"
. "$scripts/setup/rust.sh"
. "$scripts/setup/node.sh"
. "$scripts/setup/place.sh"

# Packages needed to build and run the app, by package manager.
APP_PACKAGES_apt=(build-essential pkg-config clang libclang-dev libopencv-dev libopencv-contrib-dev libwebkit2gtk-4.1-dev librsvg2-dev)
APP_PACKAGES_dnf=(gcc-c++ pkgconf-pkg-config clang clang-devel opencv-devel webkit2gtk4.1-devel librsvg2-devel)
APP_PACKAGES_pacman=(base-devel clang opencv webkit2gtk-4.1 librsvg)
APP_PACKAGES_zypper=(gcc-c++ pkgconf-pkg-config clang clang-devel opencv-devel webkit2gtk3-devel librsvg-devel)

# need_app FREE_GB [PACKAGE...]: installs everything the app needs, and these Debian packages. FREE_GB: disk space for the
# build.
need_app() {
    need_place "$1"
    shift
    local packager install=() rust node
    packager=$(system_packager)
    if [ -n "$packager" ]; then
        local -n wanted=APP_PACKAGES_$packager
        install=($(missing_packages "$packager" "${wanted[@]}"))
        [ "$packager" != apt ] || install+=($(missing_packages apt "$@"))
    # Unknown package manager: check for the two main libraries only.
    elif ! pkg-config --exists opencv4 webkit2gtk-4.1 2>/dev/null; then
        install=("${APP_PACKAGES_apt[@]}")
    fi
    rust=$(missing_rust "$packager")
    node=$(missing_node)
    case $rust in
        package) install+=(rustup) ;;
        official) command -v curl >/dev/null 2>&1 || install+=(curl ca-certificates) ;;
    esac
    [ -z "$node" ] || install+=(nodejs npm)
    if [ ${#install[@]} -gt 0 ] || [ -n "$rust" ]; then
        say_what_is_missing "$packager" "$rust" "${install[@]}"
        agree
        [ ${#install[@]} -eq 0 ] || install_packages "$packager" "${install[@]}"
        install_rust "$rust"
    fi
    need_rust
    need_node
    need_opencv
}

# say_what_is_missing PACKAGER RUST PACKAGE...: lists what will be installed. RUST: as `missing_rust` prints it.
say_what_is_missing() {
    local packager=$1 rust=$2
    shift 2
    say "Ironclad Table needs what is not on this machine yet:"
    [ $# -eq 0 ] || say "  - from this system's own packages ($packager): $*"
    case $rust in
        toolchain) say "  - Rust's compiler, $RUST_WANTED or newer, by the rustup that is here (from static.rust-lang.org, into your home)" ;;
        package) say "  - Rust's compiler, $RUST_WANTED or newer, by that rustup (from static.rust-lang.org, into your home)" ;;
        official) say "  - Rust, $RUST_WANTED or newer, by its official installer (from static.rust-lang.org, into your home)" ;;
    esac
}

# Installs the WebDriver server that the window tests talk to.
need_tauri_driver() {
    command -v tauri-driver >/dev/null 2>&1 && return
    say "Installing tauri-driver"
    cargo install tauri-driver --version 2.1.0 --locked
}

# Installs nightly Rust (for libFuzzer's instrumentation) and cargo-fuzz.
need_fuzz() {
    rustup toolchain list 2>/dev/null | grep -q '^nightly' || {
        say "Installing nightly Rust for the fuzz targets"
        rustup toolchain install nightly --profile minimal ||
            stop "Nightly Rust could not be installed: run 'rustup toolchain install nightly' and run this again."
    }
    command -v cargo-fuzz >/dev/null 2>&1 || {
        say "Installing cargo-fuzz"
        cargo install cargo-fuzz --version 0.13.2 --locked
    }
}

# Builds the screens if a source has changed.
build_screens() {
    (
        cd ui
        local stamp=node_modules/.installed-from
        if ! cmp -s package-lock.json "$stamp"; then
            say "Installing the screens' packages"
            npm ci --no-audit --no-fund --loglevel=error
            cp package-lock.json "$stamp"
        fi
        if [ ! -f dist/index.html ] || [ -n "$(find src index.html package.json package-lock.json vite.config.* -newer dist/index.html -print -quit)" ]; then
            say "Building the screens"
            npm run --silent build
        fi
    ) || stop "The screens could not be built (the reason stands above): if it is the network or the disk, see to it and run this again; it goes on where it stopped."
}

# build_app [OPTION...]: builds the program with these cargo options.
build_app() {
    say "Building the app (the first time takes a quarter of an hour)"
    cargo build -p ironclad-table "$@" ||
        stop "The app could not be built (the reason stands above): if it is the network or the disk, see to it and run this again; it goes on where it stopped."
}
