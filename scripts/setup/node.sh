# shellcheck shell=bash
# Node.js, which builds the screens.

# The oldest supported version: Debian 12's.
NODE_WANTED=18.13.0

# missing_node: prints "node" if node or npm is missing.
missing_node() {
    command -v node >/dev/null 2>&1 && command -v npm >/dev/null 2>&1 || say node
}

# need_node: stops if Node is missing or too old after the installation.
need_node() {
    local have
    have=$(node --version 2>/dev/null | tr -d v)
    [ -n "$have" ] && npm --version >/dev/null 2>&1 ||
        stop "Node or its npm does not start: install this system's 'nodejs' and 'npm' anew ($NODE_WANTED or newer) and run this again."
    version_at_least "$have" "$NODE_WANTED" ||
        stop "Node $have is too old, the screens need $NODE_WANTED or newer: install one from https://nodejs.org and run this again."
}
