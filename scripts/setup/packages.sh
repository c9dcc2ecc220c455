# shellcheck shell=bash
# Packages of the system's package manager.

# system_packager: prints apt, dnf, pacman or zypper; nothing on an unknown system.
system_packager() {
    local name
    for name in apt:dpkg-query dnf:rpm pacman:pacman zypper:rpm; do
        command -v "${name%%:*}" >/dev/null 2>&1 && command -v "${name##*:}" >/dev/null 2>&1 || continue
        say "${name%%:*}"
        return
    done
}

# missing_packages PACKAGER PACKAGE...: prints those that are not installed, one per line.
missing_packages() {
    local packager=$1 p
    shift
    for p in "$@"; do
        case $packager in
            apt) [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] ;;
            dnf | zypper) rpm -q --whatprovides "$p" >/dev/null 2>&1 ;;
            pacman) pacman -T "$p" >/dev/null 2>&1 || pacman -Qg "$p" >/dev/null 2>&1 ;;
        esac || say "$p"
    done
}

# install_packages PACKAGER PACKAGE...: installs them with apt. For other package managers it prints the (untested) command.
install_packages() {
    local packager=$1 root=""
    shift
    [ "$(id -u)" -eq 0 ] || root="sudo "
    case $packager in
        apt) install_with_apt "$@" ;;
        dnf) stop "Install them with '${root}dnf install $*', then run this again (we have not tried Fedora ourselves)." ;;
        pacman) stop "Install them with '${root}pacman -S --needed $*', then run this again (we have not tried Arch ourselves)." ;;
        zypper) stop "Install them with '${root}zypper install $*', then run this again (we have not tried openSUSE ourselves)." ;;
        *) stop "This system's packages are unknown to us: install the counterparts of these by its own means, then run this again: $*" ;;
    esac
}

install_with_apt() {
    local root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 ||
            stop "Installing packages needs root: run 'apt-get install $*' as root, then this again."
        root=(sudo)
    fi
    local apt=("${root[@]}" env DEBIAN_FRONTEND=noninteractive)
    # Finishes an interrupted installation first: apt refuses everything else until then.
    [ -z "$(dpkg --audit 2>/dev/null)" ] || "${apt[@]}" dpkg --configure -a ||
        stop "An interrupted installation could not be finished (dpkg's own message stands above): mend that, then run this again."
    "${apt[@]}" apt-get update -q ||
        stop "The lists of packages could not be fetched (apt's own message stands above): see to the network, then run this again."
    "${apt[@]}" apt-get install -y -q --no-install-recommends "$@" ||
        stop "apt could not install $* (its own message stands above: often the network or a full disk): see to it, then run this again; it goes on where it stopped."
}

# need_packages PACKAGE...: asks and installs these packages if they are missing, for scripts that need more than the app.
need_packages() {
    local missing
    missing=($(missing_packages apt "$@"))
    [ ${#missing[@]} -gt 0 ] || return 0
    say "Needed from this system's own packages: ${missing[*]}"
    agree
    install_packages "$(system_packager)" "${missing[@]}"
}

# Stops if OpenCV is older than 4.6: older versions lack functions for the markers.
need_opencv() {
    local have
    have=$(pkg-config --modversion opencv4 2>/dev/null || pkg-config --modversion opencv5 2>/dev/null) ||
        stop "OpenCV is not found by pkg-config (opencv4): install this system's OpenCV for developers, 4.6 or newer, and run this again."
    version_at_least "$have" 4.6 ||
        stop "OpenCV $have is too old, the camera needs 4.6 or newer: a newer release of this system has it (Debian 12, Ubuntu 24.04)."
}
