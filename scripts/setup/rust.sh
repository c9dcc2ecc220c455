# shellcheck shell=bash
# Rust's compiler.

# The oldest that does, as in Cargo.toml.
RUST_WANTED=1.95.0

# rust_version: of the cargo that would run; fails where there is none, or where one is only half installed.
rust_version() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    local words
    words=$(cargo --version 2>/dev/null) && words=${words#cargo } && say "${words%% *}"
}

# missing_rust PACKAGER: how Rust comes here: nothing where it is there, else toolchain (a rustup is there, a compiler or a new
# enough one is not), package (Debian's own rustup) or official (the installer of rustup.rs).
missing_rust() {
    local have
    have=$(rust_version) && version_at_least "$have" "$RUST_WANTED" && return
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    if command -v rustup >/dev/null 2>&1; then
        say toolchain
    # Debian's rustup takes the place of its own compilers: whoever has those keeps them.
    elif [ "$1" = apt ] && [ "$(missing_packages apt rustc cargo | wc -l)" -lt 2 ]; then
        say official
    # (`apt-cache show` is content with a package that others merely name, as Debian 12's do.)
    elif [ "$1" = apt ] && apt-cache policy rustup 2>/dev/null | grep -q 'Candidate: [0-9]'; then
        say package
    else
        say official
    fi
}

# install_rust HOW: as `missing_rust` names it.
install_rust() {
    case $1 in
        "") return 0 ;;
        official)
            local installer
            installer=$(mktemp)
            say "Fetching Rust's official installer"
            curl --proto '=https' --tlsv1.2 -sSf https://static.rust-lang.org/rustup/rustup-init.sh -o "$installer" ||
                stop "Rust's installer could not be fetched from static.rust-lang.org (the reason stands above): see to the network, then run this again."
            # (sh.rustup.rs leads to the same script.) A compiler of the system is no hindrance: rustup's comes first on the path.
            RUSTUP_INIT_SKIP_PATH_CHECK=yes sh "$installer" -y --profile minimal --default-toolchain stable ||
                stop "Rust could not be installed (the reason stands above: often the network or a full disk): see to it, then run this again."
            rm -f "$installer"
            ;;
        *)
            say "Fetching Rust's compiler"
            rustup toolchain install stable --profile minimal ||
                stop "Rust's compiler could not be installed (the reason stands above: often the network or a full disk): see to it, then run this again."
            # A rustup without a compiler of its own choice takes this one for good; one with an older choice keeps it.
            rustup default >/dev/null 2>&1 || rustup default stable
            ;;
    esac
}

# need_rust: after all was installed, is it there?
need_rust() {
    [ -f "$HOME/.cargo/env" ] && . "$HOME/.cargo/env"
    local have
    have=$(rust_version) && version_at_least "$have" "$RUST_WANTED" && return
    # The newest compiler was fetched, but another is this machine's choice: for this run, the newest.
    if command -v rustup >/dev/null 2>&1; then
        export RUSTUP_TOOLCHAIN=stable
        have=$(rust_version) && version_at_least "$have" "$RUST_WANTED" && return
    fi
    stop "Rust ${have:-is there, but its cargo does not start: it} is too old or half installed, $RUST_WANTED or newer is needed: run 'rustup toolchain install stable --force', then this again."
}
