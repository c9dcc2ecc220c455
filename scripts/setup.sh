# Sourced by ./play and ./check: finds out what is missing on this machine and installs it, or says in one
# sentence what to do. Does nothing when all is there.

say() { printf '%s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 2; }

# version_at_least HAVE WANT: is the dotted version HAVE at least WANT?
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

need_rust() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    local want=1.95.0 have
    command -v cargo >/dev/null 2>&1 ||
        stop "Rust is missing: install it from https://rustup.rs (version $want or newer), open a new terminal and run this again."
    have=$(cargo --version | cut -d' ' -f2)
    version_at_least "$have" "$want" ||
        stop "Rust $have is too old, the app needs $want or newer: run 'rustup update stable' and run this again."
}

need_node() {
    local want=18.13.0 have
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 ||
        stop "Node is missing: install it with 'sudo apt-get install nodejs npm' ($want or newer) and run this again."
    have=$(node --version | tr -d v)
    version_at_least "$have" "$want" ||
        stop "Node $have is too old, the screens need $want or newer: install Debian 12's own 'nodejs' or a newer one from https://nodejs.org and run this again."
}

# need_packages PACKAGE...: installs those Debian packages that are missing, and only those.
need_packages() {
    command -v dpkg-query >/dev/null 2>&1 ||
        stop "This is not Debian or Ubuntu: install the counterparts of these packages by hand, then build with cargo: $*"
    local missing=() p
    for p in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing+=("$p")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    say "These packages are missing and are installed now: ${missing[*]}"
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 ||
            stop "Installing packages needs root: run 'apt-get install ${missing[*]}' as root, then this again."
        root=(sudo)
    fi
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q ||
        stop "apt-get update failed (its own message stands above): mend that, then run this again."
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" ||
        stop "apt-get could not install ${missing[*]} (its own message stands above): mend that, then run this again."
}

# What building and running the app takes.
need_app() {
    need_rust
    need_node
    need_packages build-essential pkg-config clang libclang-dev libopencv-dev libopencv-contrib-dev \
        libwebkit2gtk-4.1-dev librsvg2-dev
}

# What fuzzing takes: nightly Rust for libFuzzer's instrumentation, and cargo-fuzz.
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

# The screens: built only when something they are made of has changed.
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
    ) || stop "The screens could not be built (the reason stands above)."
}
