#!/bin/sh
# Runs a script of the project under the project's own Node: sh ops/run.sh [--servers|--missing-servers] SCRIPT [ARGUMENT...]
# Installs what is missing first (npm packages; with --servers nats-server and redis-server, with --missing-servers
# only those whose NATS_URL or REDIS_URL is not given). Prints nothing when nothing is missing; safe to start twice at once.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
node="$root/node_modules/node/bin/node"
lock="$root/.data/install.lock"
npm_options='--ignore-scripts=false --no-audit --no-fund --no-progress --loglevel=error'
# Debian installs nats-server in /usr/sbin, which is not on everybody's PATH.
PATH="$PATH:/usr/sbin:/usr/local/sbin"
export PATH

say() { printf 'tickerwire: %s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 1
}

# Packages match package-lock.json: by time (npm writes its own copy last), or, when only the time differs, by content.
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

# A symbolic link is made by one atomic call and carries its owner's process id as its target.
take_lock() {
  mkdir -p "$root/.data"
  [ -w "$root/.data" ] || fail "$root/.data cannot be written by this user"
  waited=0
  until ln -s "$$" "$lock" 2>/dev/null; do
    owner=$(readlink "$lock" 2>/dev/null) || continue
    if kill -0 "$owner" 2>/dev/null; then
      [ "$waited" -gt 0 ] || say "another start (process $owner) is installing; waiting for it"
      waited=$((waited + 1))
      [ "$waited" -lt 900 ] || fail "process $owner has been installing for 15 minutes; if it is not, remove .data/install.lock"
      sleep 1
    elif mv "$lock" "$lock.$$" 2>/dev/null; then
      # Moved aside, the link is looked at again: a faster start may have put its own there in between.
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
  say 'installing npm packages (once, about a minute) ...'
  output="$root/.data/install.log"
  # npm ci refuses a lock file made where the registry did not hold the packages of every platform; npm install
  # takes the same versions from it.
  (cd "$root" && npm ci $npm_options) >"$output" 2>&1 ||
    (cd "$root" && npm install --no-save $npm_options) >>"$output" 2>&1 || {
    tail -n 8 "$output" >&2
    fail 'npm could not install the packages (its last lines stand above, all of them in .data/install.log); it needs the npm registry, once'
  }
  cp "$root/package-lock.json" "$root/node_modules/.installed-lock.json"
  say 'npm packages are installed'
}

install_servers() {
  by_hand="$1 missing: install with your system's packages (Debian, Ubuntu: apt-get install $1; macOS: brew install nats-server redis) and start again"
  is_executable apt-get || fail "$by_hand"
  if [ "$(id -u)" -eq 0 ]; then
    as_root=''
  elif is_executable sudo && sudo -n true 2>/dev/null; then
    as_root='sudo -n'
  else
    fail "$by_hand"
  fi
  say "installing $1 from the system's packages (once) ..."
  output="$root/.data/install.log"
  {
    $as_root apt-get update &&
      $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 install -y --no-install-recommends $1
  } >"$output" 2>&1 || {
    tail -n 5 "$output" >&2
    fail "$by_hand"
  }
  # The packages start services of their own; only the programs are wanted here.
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
case "${1:-}" in
  --servers)
    servers=all
    shift
    ;;
  --missing-servers)
    servers=missing
    shift
    ;;
esac
# Who asks for help starts nothing, so no server is installed for it.
for word in "$@"; do
  case $word in --help | -h) servers=none ;; esac
done
[ $# -gt 0 ] || fail 'usage: sh ops/run.sh [--servers|--missing-servers] SCRIPT [ARGUMENT...]'

if ! packages_are_installed || [ -n "$(missing_servers)" ]; then
  take_lock
  # Asked again: another start may have installed them while this one waited.
  packages_are_installed || install_packages
  missing=$(missing_servers)
  [ -z "$missing" ] || install_servers "${missing% }"
  missing=$(missing_servers)
  [ -z "$missing" ] || fail "${missing}installed, but not on the PATH"
  rm -f "$lock"
  trap - EXIT INT TERM HUP
fi

"$node" --version >/dev/null 2>&1 ||
  fail "node_modules/node/bin/node does not run here: install scripts may be switched off (npm config get ignore-scripts), or the packages be of another kind of machine; remove node_modules and start again"

script=$1
shift
exec "$node" "$root/$script" "$@"
