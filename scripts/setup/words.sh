# shellcheck shell=bash
# How the scripts speak, and how they ask.

say() { printf '%s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 2; }

# version_at_least HAVE WANT: is the dotted version HAVE at least WANT?
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# What may be installed without asking: `--yes` sets it, and so does CI=true.
assume_yes=${CI:-false}

# agree: asks once whether all that was named may be installed. Nothing has been changed before.
agree() {
    [ "$assume_yes" != true ] || return 0
    local answer
    printf 'Install all this now? [Y/n] '
    if ! read -r answer; then
        printf '\n'
        stop "Nobody answered, and nothing was installed: run this in a terminal, or with --yes to install it without a question."
    fi
    case $answer in
        "" | [yYjJoO]*) ;;
        *) stop "Nothing was installed. When you have seen to it yourself, run this again." ;;
    esac
}
