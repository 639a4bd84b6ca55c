#!/bin/sh
# Starts a Redis server for counters, a Sentinel (three of them choose a new primary when the present one is lost), or a Redis cache for
# pages:
#
#   redis-start.sh server|sentinel|cache
#
# Environment: REDIS_PASSWORD; REDIS_NAME, the host name or address by which others reach this server; REDIS_PRIMARY, that of the primary
# at the first start; REDIS_DATA, a persistent folder; REDIS_CONF, the folder with redis.conf and redis-replica.conf. printf is built into
# the shell, so the password is on no command line.
set -eu
umask 077
data=${REDIS_DATA:-/data}
conf=${REDIS_CONF:-/etc/redis}
port=${REDIS_PORT:-6379}
primary_port=${REDIS_PRIMARY_PORT:-6379}
sentinel_port=${SENTINEL_PORT:-26379}

case $1 in
  server)
    # After a restart Sentinel corrects which server is the primary.
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
    # The file is created once, because Sentinel stores its state in it.
    if [ ! -s "$data/sentinel.conf" ]; then
      {
        printf 'port %s\ndir %s\nrequirepass %s\n' "$sentinel_port" "$data" "$REDIS_PASSWORD"
        printf 'sentinel sentinel-pass %s\n' "$REDIS_PASSWORD"
        printf 'sentinel resolve-hostnames yes\nsentinel announce-hostnames yes\nsentinel announce-ip %s\n' "$REDIS_NAME"
        # A failover needs two of three Sentinels that have not heard the primary for two seconds.
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
