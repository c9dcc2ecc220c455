# shellcheck shell=bash
# Sourced by the scripts that test the app on a clean system: a Debian in a folder, made with debootstrap. Needs root
# (debootstrap, mounts).

# make_tree SUITE: creates a minimal Debian with git, curl and ca-certificates in $tree. It is deleted on exit.
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
    # Network settings are copied from this machine: host names and trusted certificates.
    cp /etc/resolv.conf /etc/hosts "$tree/etc/"
    cp /etc/ssl/certs/ca-certificates.crt "$tree/etc/ssl/certs/ca-certificates.crt"
}

# share_folder OUTSIDE INSIDE: mounts a folder of this machine in the tree, such as a download cache.
share_folder() {
    mkdir -p "$1" "$tree$2"
    mount --bind "$1" "$tree$2"
}

# in_tree COMMAND...: runs it in the tree, as root, with a clean environment.
in_tree() {
    chroot "$tree" env -i HOME=/root TERM=dumb LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# Unmounts and deletes the tree.
drop_tree() {
    local mount
    # Nested mounts first.
    awk -v under="$tree/" 'index($2, under) == 1 { print $2 }' /proc/mounts | sort -r | while read -r mount; do
        umount -l "$(printf '%b' "$mount")" 2>/dev/null || true
    done
    # Deleting through a remaining mount would delete this machine's files.
    if grep -q " $tree/" /proc/mounts; then
        say "$tree is still mounted: unmount what lies in it, then delete it."
        return
    fi
    rm -rf "$tree"
}
