#!/bin/sh
# Starts one of three servers of Redis that count, one of the three Sentinels that choose another primary when it is lost, or a server
# of pages that may go:
#
#   redis-start.sh server|sentinel|cache
#
# From the environment: REDIS_PASSWORD; REDIS_NAME and REDIS_PRIMARY, the host names (or addresses) by which the others reach this
# server and the one that is the primary at the very first start; REDIS_DATA, a folder that stays; REDIS_CONF, a folder with redis.conf and
# redis-replica.conf. printf is the shell's own: the password is on no command line.
set -eu
umask 077
data=${REDIS_DATA:-/data}
conf=${REDIS_CONF:-/etc/redis}
port=${REDIS_PORT:-6379}
primary_port=${REDIS_PRIMARY_PORT:-6379}
sentinel_port=${SENTINEL_PORT:-26379}

case $1 in
  server)
    # Sentinel says later who follows whom, and repairs what this says after a restart.
    {
      grep -hv '^dir ' "$conf/redis.conf" "$conf/redis-replica.conf"
      printf 'dir %s\nport %s\n' "$data" "$port"
      printf 'requirepass %s\nmasterauth %s\n' "$REDIS_PASSWORD" "$REDIS_PASSWORD"
      printf 'replica-announce-ip %s\nreplica-announce-port %s\n' "$REDIS_NAME" "$port"
      if [ "$REDIS_NAME:$port" != "$REDIS_PRIMARY:$primary_port" ]; then printf 'replicaof %s %s\n' "$REDIS_PRIMARY" "$primary_port"; fi
    } >"$data/redis.run.conf"
    exec redis-server "$data/redis.run.conf"
    ;;
  sentinel)
    # Made once: Sentinel keeps in it what it has learned.
    if [ ! -s "$data/sentinel.conf" ]; then
      {
        printf 'port %s\ndir %s\nrequirepass %s\n' "$sentinel_port" "$data" "$REDIS_PASSWORD"
        printf 'sentinel sentinel-pass %s\n' "$REDIS_PASSWORD"
        printf 'sentinel resolve-hostnames yes\nsentinel announce-hostnames yes\nsentinel announce-ip %s\n' "$REDIS_NAME"
        # Two of the three have to agree that the primary is lost, for two seconds.
        printf 'sentinel monitor tickerwire %s %s 2\nsentinel auth-pass tickerwire %s\n' "$REDIS_PRIMARY" "$primary_port" "$REDIS_PASSWORD"
        printf 'sentinel down-after-milliseconds tickerwire 2000\n'
        printf 'sentinel failover-timeout tickerwire 10000\nsentinel parallel-syncs tickerwire 1\n'
      } >"$data/sentinel.new"
      mv "$data/sentinel.new" "$data/sentinel.conf"
    fi
    exec redis-server "$data/sentinel.conf" --sentinel
    ;;
  cache)
    {
      cat "$conf/redis-cache.conf"
      printf 'dir %s\nport %s\nbind %s\nrequirepass %s\n' "$data" "$port" "${REDIS_NAME:-127.0.0.1}" "$REDIS_PASSWORD"
    } >"$data/redis.run.conf"
    exec redis-server "$data/redis.run.conf"
    ;;
  *)
    printf 'redis-start.sh: server, sentinel or cache, not %s\n' "$1" >&2
    exit 2
    ;;
esac
