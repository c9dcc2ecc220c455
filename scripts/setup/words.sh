# shellcheck shell=bash
# Messages and the question before an installation.

say() { printf '%s\n' "$*"; }
stop() { printf '%s\n' "$*" >&2; exit 2; }

# version_at_least HAVE WANT: succeeds if the dotted version HAVE is WANT or newer.
version_at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

# True: installs without asking. Set by `--yes` or CI=true.
assume_yes=${CI:-false}

# agree: asks whether to install what was listed. Stops on no; nothing has been changed until then.
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
