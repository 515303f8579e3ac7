# Sourced by scripts/setup and scripts/build-wasm: a Rust toolchain that can compile for wasm32-unknown-unknown, and the program
# that makes the released packages. Every step tests its own result.
#
#   ensure_wasm_toolchain DIR   makes sure there is one; DIR is the tools folder ($BOTTEGA_TOOLS)
#   ensure_wasm_pack DIR        wasm-pack in DIR/bin, for releases
#   wasm_toolchain_of DIR       prints the value for RUSTUP_TOOLCHAIN; empty: the usual toolchain
#   cargo_tool DIR NAME VERSION installs a program from crates.io in DIR/bin

wasm_target=wasm32-unknown-unknown
wasm_pack_version=0.15.1
# The standard library for wasm is a download of 20 MB.
rustup_seconds=180

# Compiles a few lines that need the standard library. $1: toolchain, empty for the usual one.
wasm_compiles() (
  dir=$(mktemp -d)
  trap 'rm -rf "$dir"' EXIT
  echo '#[unsafe(no_mangle)] pub extern "C" fn probe(n: usize) -> usize { vec![1u8; n].len() }' >"$dir/lib.rs"
  [ -z "$1" ] || export RUSTUP_TOOLCHAIN=$1
  rustc --edition 2024 --target "$wasm_target" --crate-type cdylib -O -o "$dir/probe.wasm" "$dir/lib.rs" >/dev/null 2>&1 &&
    [ -s "$dir/probe.wasm" ]
)

wasm_toolchain_of() { cat "$1/wasm-toolchain" 2>/dev/null || true; }

ensure_wasm_toolchain() {
  local dir=$1 known
  mkdir -p "$dir"
  known=$(wasm_toolchain_of "$dir")
  if wasm_compiles "$known"; then return 0; fi
  rm -f "$dir/wasm-toolchain"
  if wasm_compiles ""; then return 0; fi
  if command -v rustup >/dev/null; then
    echo "    rustup target add $wasm_target (at most $rustup_seconds s)"
    # Its server is not always reachable, and a failure may leave an entry behind: what counts is whether it compiles.
    timeout "$rustup_seconds" rustup target add "$wasm_target" >"$dir/rustup.log" 2>&1 || true
    if wasm_compiles ""; then return 0; fi
    tail -n 3 "$dir/rustup.log" | sed 's/^/    /'
  fi
  echo "    rustup has no $wasm_target: building its standard library with Debian's rustc-web (takes minutes)"
  wasm_from_debian "$dir/rustc-web" >"$dir/rustc-web.log" 2>&1 || { tail -n 20 "$dir/rustc-web.log" >&2; return 1; }
  wasm_compiles shop-wasm || { echo "setup: the toolchain from rustc-web does not work" >&2; return 1; }
  echo shop-wasm >"$dir/wasm-toolchain"
}

# Debian's rustc for the web, unpacked beside the system (730 MB), with the standard library built for wasm.
wasm_from_debian() (
  set -euo pipefail
  dir=$1 host=$(rustc -vV | sed -n 's/^host: //p') usr=$1/usr
  as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
  rm -rf "$dir"
  mkdir -p "$dir/debs"
  # The shared libraries that both programs load from the system; libllvm22 is named by a package that stays unpacked.
  libraries=$(apt-cache depends cargo-web rustc-web | awk '/ Depends: lib/ && !/libstd-rust/ && !/</ { print $2 }' | sort -u)
  # shellcheck disable=SC2086
  as_root apt-get install -y -qq --no-install-recommends libllvm22 $libraries
  std=$(apt-cache depends libstd-rust-web-dev | awk '/Depends: libstd-rust-web-[0-9]/ { print $2; exit }')
  (cd "$dir/debs" && apt-get download -qq rustc-web cargo-web rust-web-src libstd-rust-web-dev "$std")
  for deb in "$dir"/debs/*.deb; do dpkg-deb -x "$deb" "$dir"; done
  rm -r "$dir/debs"
  # Beside the compiler, or it takes a system-wide driver and with it the wrong sysroot.
  (cd "$usr/lib" && ln -sf "$(uname -m)"-linux-gnu/*.so .)
  lib=$usr/lib/rustlib
  mkdir -p "$lib/$host/bin" "$lib/$wasm_target/lib"
  ln -sfn "$(rustc --print sysroot)/lib/rustlib/$host/bin/rust-lld" "$lib/$host/bin/rust-lld"
  probe=$(mktemp -d)
  trap 'rm -rf "$probe"' EXIT
  mkdir "$probe/src"
  : >"$probe/src/lib.rs"
  printf '[package]\nname="stdprobe"\nversion="0.0.0"\nedition="2021"\n[profile.release]\npanic="abort"\n' >"$probe/Cargo.toml"
  cd "$probe"
  # Bitcode, or link-time optimisation later fails with "failed to get bitcode from object file for LTO".
  # The target folder is this probe's own, whatever CARGO_TARGET_DIR says elsewhere.
  CARGO_TARGET_DIR=$probe/target LD_LIBRARY_PATH=$usr/lib RUSTC=$usr/bin/rustc RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Cembed-bitcode=yes \
    "$usr/bin/cargo" build -Z build-std=std,panic_abort --target "$wasm_target" --release
  cp "target/$wasm_target/release/deps"/*.{rlib,rmeta} "$lib/$wasm_target/lib/"
  rm -f "$lib/$wasm_target/lib"/libstdprobe*
  rustup toolchain link shop-wasm "$usr"
)

ensure_wasm_pack() {
  [ "$("$1/bin/wasm-pack" --version 2>/dev/null)" = "wasm-pack $wasm_pack_version" ] || cargo_tool "$1" wasm-pack "$wasm_pack_version"
}

# The program is used for seconds: optimising it takes longer than it saves. The lock file of a program can name a version that the
# registry no longer serves; then it is compiled without. What cargo prints is shown only when both ways fail.
cargo_tool() (
  export CARGO_TARGET_DIR=$1/build CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off \
    CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=false
  log=$1/$2.log
  echo "    compiling $2 $3"
  if cargo install --quiet --root "$1" --locked --force "$2@$3" >"$log" 2>&1 ||
    cargo install --quiet --root "$1" --force "$2@$3" >>"$log" 2>&1; then
    rm -rf "$log" "$CARGO_TARGET_DIR"
  else
    cat "$log" >&2
    return 1
  fi
)
