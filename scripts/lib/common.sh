# Sourced by every script: paths, timed steps, checks, stamps. Leaves the shell in the top folder of the checkout.
#
#   step NAME COMMAND...       runs a command, prints its name before and its seconds after
#   fail SENTENCE              prints what is missing and ends
#   need COMMAND HOW           fails unless the command exists; HOW says where to get it
#   as_root COMMAND...         runs a command as root or by sudo
#   debian PACKAGE...          installs those Debian packages that are missing
#   packages FOLDER            the npm packages of a lock file, unless the folder was filled from this very one
#   fast_folder                makes a temporary folder in memory, on the disk where that is too small, and prints it
#   cargo_build FOLDER... -- OPTION...   cargo build into these folders of target/ with the library cache (lib/library-cache.py)
#   hash_of PATH...            one hash over the content of files and folders
#   fresh STAMP HASH PATH...   whether a stamp holds this hash and all paths exist
#   stamp STAMP HASH           writes it

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
script=$(basename "$0")
export BOTTEGA_TOOLS=${BOTTEGA_TOOLS:-$HOME/.cache/bottega/tools}
export PATH="$BOTTEGA_TOOLS/bin:$PATH"
target=${CARGO_TARGET_DIR:-$root/target}
stamps=$target/stamps

now() { local us=${EPOCHREALTIME/[.,]/}; echo "${us%???}"; } # milliseconds
since() { local ms=$(($(now) - $1)); printf '%d.%d s' $((ms / 1000)) $((ms % 1000 / 100)); }

step() {
  local name=$1 start
  shift
  echo "==> $name"
  start=$(now)
  "$@"
  echo "    $name: $(since "$start")"
}

fail() {
  echo "$script: $*" >&2
  exit 1
}

need() {
  command -v "$1" >/dev/null || fail "$1 is missing: $2"
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "Debian packages are to be installed and this is neither root nor is sudo there: run as root: $*"
  fi
}

# Package lists may be absent on a new machine; without them nothing can be found.
apt_lists() {
  [ -n "$(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -print -quit 2>/dev/null)" ] || as_root apt-get update -qq
}

debian() {
  local missing=() package
  for package in "$@"; do
    [ "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" = "install ok installed" ] || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  need apt-get "install these by other means: ${missing[*]}"
  echo "    installing ${missing[*]}"
  apt_lists
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]}: run 'apt-get update' and try again"
}

# `npm ci` refuses a lock file that was written where the registry lacks packages of other platforms; `npm install` takes the
# same versions from it. Installed packages are cached with the tools for other checkouts, because unpacking them takes a minute of CPU.
# The lock is written last, so that an interrupted copy does not count.
packages() {
  local folder=$1/node_modules cache=$BOTTEGA_TOOLS/packages/$1 lock
  lock="$(sha256sum <"$1/package-lock.json")$(node --version)"
  if [ "$(cat "$folder/.bottega-lock" 2>/dev/null)" = "$lock" ]; then return 0; fi
  rm -rf "$folder"
  if [ "$(cat "$cache.lock" 2>/dev/null)" != "$lock" ] || ! cp -a --reflink=auto "$cache" "$folder"; then
    npm --prefix "$1" ci --prefer-offline --no-audit --no-fund >/dev/null 2>&1 ||
      npm --prefix "$1" install --no-save --loglevel=error ||
      fail "npm could not install the packages of $1: see the lines above"
    rm -rf "$cache.lock" "$cache"
    { mkdir -p "$(dirname "$cache")" && cp -a --reflink=auto "$folder" "$cache" && echo "$lock" >"$cache.lock"; } ||
      echo "    the packages of $1 could not be cached in $cache" >&2
  fi
  echo "$lock" >"$folder/.bottega-lock"
}

fast_folder() {
  local free=0
  [ ! -w /dev/shm ] || free=$(df --output=avail --block-size=1M /dev/shm | tail -n1)
  local folder
  if [ "$free" -ge 4096 ]; then folder=$(mktemp -d -p /dev/shm shop-test-XXXXXX); else folder=$(mktemp -d); fi
  # Others may pass, as through the system's own places for temporary files: what is in it looks after itself.
  chmod 711 "$folder"
  echo "$folder"
}

# Every command tests its own result: callers may use this under a condition, where `set -e` does not hold.
cargo_build() {
  local folders=()
  while [ "$1" != -- ]; do folders+=("$1") && shift; done
  shift
  library_cache restore "${folders[@]}"
  cargo build "$@" || return 1
  cargo build --quiet "$@" --message-format json | library_cache save "${folders[@]}"
}
library_cache() { PYTHONDONTWRITEBYTECODE=1 python3 "$root/scripts/lib/library-cache.py" "$@"; }

hash_of() {
  find "$@" \( -name node_modules -o -name target \) -prune -o -type f -print0 | LC_ALL=C sort -z |
    xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

fresh() {
  local name=$1 hash=$2 path
  shift 2
  [ "$(cat "$stamps/$name" 2>/dev/null)" = "$hash" ] || return 1
  for path in "$@"; do [ -e "$path" ] || return 1; done
}

stamp() {
  mkdir -p "$stamps"
  echo "$2" >"$stamps/$1"
}
