#!/usr/bin/env bash
# Builds the crates that need neither camera nor window for Windows and runs their tests under Wine. Prints the number of
# passed tests of each crate. Fails if a test fails.   scripts/wine_tests.sh [CRATE...] tests only these crates.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$here"
. scripts/setup.sh

target=x86_64-pc-windows-gnu
compiler=x86_64-w64-mingw32-gcc
rooms=(disk geometry rulesets opponent journal battle chronicle second_reader)
[ $# -eq 0 ] || rooms=("$@")

need_rust
need_packages gcc-mingw-w64-x86-64 wine64
if ! rustc --print target-libdir --target "$target" | xargs -d '\n' test -d; then
    command -v rustup >/dev/null 2>&1 ||
        stop "Rust's library for $target is missing: install it as this Rust was installed, and run this again."
    say "Installing Rust's library for $target"
    rustup target add "$target" ||
        stop "Rust's library for $target could not be installed: run 'rustup target add $target' and run this again."
fi
wine=$(command -v wine64 || command -v /usr/lib/wine/wine64 || command -v wine) ||
    stop "Wine is installed, but neither 'wine64' nor 'wine' is found: put it on the path and run this again."

place=${CARGO_TARGET_DIR:-$here/target}/windows
mkdir -p "$place/bin"
place=$(cd "$place" && pwd)
counts=$place/counts
rm -rf "$counts"
mkdir "$counts"

# A separate Wine prefix, without the components for .NET and HTML.
export WINEPREFIX=$place/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree=;mshtml=' WINEARCH=win64
server=$(command -v wineserver || command -v /usr/lib/wine/wineserver) || server=true
"$wine" wineboot --init >"$place/wineboot.log" 2>&1 ||
    stop "Wine can't set up its Windows in $WINEPREFIX (its own words: $place/wineboot.log): remove that folder and run this again."
"$server" -w
trap '"$server" -k || true' EXIT

# Rust's standard library gets random numbers from this DLL. Debian 12's Wine does not have it.
system=$WINEPREFIX/drive_c/windows/system32
if [ ! -e "$system/bcryptprimitives.dll" ]; then
    cat >"$place/bcryptprimitives.c" <<'SOURCE'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    for (; length > 0xffff; buffer += 0xffff, length -= 0xffff)
        if (!SystemFunction036(buffer, 0xffff)) return FALSE;
    return SystemFunction036(buffer, (ULONG)length);
}
SOURCE
    "$compiler" -O1 -shared -o "$system/bcryptprimitives.dll" "$place/bcryptprimitives.c" -ladvapi32 ||
        stop "The library that this Wine lacks could not be built (the reason stands above)."
fi

# Cargo starts each test program in its crate's folder, so the folder's name is the crate's.
cat >"$place/bin/in-wine" <<RUNNER
#!/usr/bin/env bash
set -o pipefail
'$wine' "\$@" 2>&1 | tr -d '\r' | tee -a '$counts'/"\$(basename "\$PWD")"
RUNNER
chmod +x "$place/bin/in-wine"

asked=()
for room in "${rooms[@]}"; do asked+=(-p "$room"); done
failed=false
PATH="$place/bin:$PATH" CARGO_INCREMENTAL=0 CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=in-wine \
    CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=$compiler \
    cargo test --target "$target" --target-dir "$place" --tests --no-fail-fast "${asked[@]}" || failed=true

printf '\nUnder %s:\n' "$("$wine" --version)"
for room in "${rooms[@]}"; do
    touch "$counts/$room"
    awk -v room="$room" '
        /^test .* \.\.\. ok/ { passed++ }
        /^test .* \.\.\. FAILED/ { failed++ }
        /^test .* \.\.\. ignored/ { ignored++ }
        END { printf "%-14s %5d passed %4d failed %4d ignored\n", room, passed, failed, ignored; exit passed == 0 }
    ' "$counts/$room" || { say "$room: no test ran."; failed=true; }
done
if $failed; then stop "Not all is well under Wine: what failed stands above."; fi
