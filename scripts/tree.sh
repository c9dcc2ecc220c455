# shellcheck shell=bash
# Sourced by the scripts that try the app on a system from nothing: a clean Debian in a folder of its own, made with debootstrap.
# Needs root (debootstrap, mounts).

# make_tree SUITE: a clean Debian with git, curl and ca-certificates and nothing else; sets $tree, and throws it away at the end.
make_tree() {
    [ "$(id -u)" -eq 0 ] || stop "A clean tree is made with debootstrap and mounts, which need root: run this as root."
    need_packages debootstrap
    tree=$(mktemp -d "${TMPDIR:-/tmp}/ironclad-$1.XXXXXX")
    trap drop_tree EXIT
    say "A clean Debian ($1) in $tree"
    debootstrap --variant=minbase --include=ca-certificates,curl,git "$1" "$tree" http://deb.debian.org/debian >"$tree.log" 2>&1 ||
        { tail -n 20 "$tree.log" >&2; stop "debootstrap failed (its own words stand above)."; }
    rm -f "$tree.log"
    mount -t proc proc "$tree/proc"
    mount --bind /dev "$tree/dev"
    mount --bind /dev/shm "$tree/dev/shm" 2>/dev/null || true
    # How this machine reaches the network is its own affair: names and the certificates it trusts.
    cp /etc/resolv.conf /etc/hosts "$tree/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/ca-certificates.crt"
}

# share_folder OUTSIDE INSIDE: the same folder in the tree, such as a cache of downloads.
share_folder() {
    mkdir -p "$1" "$tree$2"
    mount --bind "$1" "$tree$2"
}

# in_tree COMMAND...: runs it there, as root, with nothing of this machine's environment.
in_tree() {
    chroot "$tree" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

drop_tree() {
    local mount
    # The deepest first: a mount goes when nothing is mounted in it any more.
    awk -v under="$tree/" 'index($2, under) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do
        umount -l "$(printf '%b' "$mount")" 2>/dev/null || true
    done
    # What is still mounted there is the machine's own, and must not be deleted along.
    if grep -q " $tree/" /proc/mounts; then
        say "$tree is still mounted: unmount what lies in it, then delete it."
        return
    fi
    rm -rf "$tree"
}
