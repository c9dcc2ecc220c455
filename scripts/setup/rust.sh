# shellcheck shell=bash
# The Rust toolchain.

# The oldest supported version, as in Cargo.toml.
RUST_WANTED=1.95.0

# rust_version: prints the version of cargo. Fails if cargo is missing or does not start.
rust_version() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    local words
    words=$(cargo --version 2>/dev/null) && words=${words#cargo } && say "${words%% *}"
}

# missing_rust PACKAGER: prints how to install Rust: toolchain (rustup is there, but no recent compiler), package (Debian's
# rustup), official (the installer of rustup.rs), or nothing if Rust is there.
missing_rust() {
    local have
    have=$(rust_version) && version_at_least "$have" "$RUST_WANTED" && return
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    if command -v rustup >/dev/null 2>&1; then
        say toolchain
    # Debian's rustup conflicts with Debian's rustc and cargo. If those are installed, they are kept.
    elif [ "$1" = apt ] && [ "$(missing_packages apt rustc cargo | wc -l)" -lt 2 ]; then
        say official
    # (Not `apt-cache show`: on Debian 12 it also succeeds for a package that exists by reference only.)
    elif [ "$1" = apt ] && apt-cache policy rustup 2>/dev/null | grep -q 'Candidate: [0-9]'; then
        say package
    else
        say official
    fi
}

# install_rust HOW: installs Rust. HOW: as `missing_rust` prints it.
install_rust() {
    case $1 in
        "") return 0 ;;
        official)
            local installer
            installer=$(mktemp)
            say "Fetching Rust's official installer"
            curl --proto '=https' --tlsv1.2 -sSf https://static.rust-lang.org/rustup/rustup-init.sh -o "$installer" ||
                stop "Rust's installer could not be fetched from static.rust-lang.org (the reason stands above): see to the network, then run this again."
            # (sh.rustup.rs serves the same script.) A system compiler does no harm: rustup's comes first on the path.
            RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$installer" -y --profile minimal --default-toolchain stable ||
                stop "Rust could not be installed (the reason stands above: often the network or a full disk): see to it, then run this again."
            rm -f "$installer"
            ;;
        *)
            say "Fetching Rust's compiler"
            rustup toolchain install stable --profile minimal ||
                stop "Rust's compiler could not be installed (the reason stands above: often the network or a full disk): see to it, then run this again."
            # Becomes rustup's default only if there is none yet.
            rustup default >/dev/null 2>&1 || rustup default stable
            ;;
    esac
}

# need_rust: stops if Rust is missing or too old after the installation.
need_rust() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    local have
    have=$(rust_version) && version_at_least "$have" "$RUST_WANTED" && return
    # The default toolchain is too old: use the installed stable one for this run.
    if command -v rustup >/dev/null 2>&1; then
        export RUSTUP_TOOLCHAIN=stable
        have=$(rust_version) && version_at_least "$have" "$RUST_WANTED" && return
    fi
    stop "Rust ${have:-is there, but its cargo does not start: it} is too old or half installed, $RUST_WANTED or newer is needed: run 'rustup toolchain install stable --force', then this again."
}
