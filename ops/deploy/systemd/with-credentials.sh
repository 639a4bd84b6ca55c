#!/bin/sh
# Runs a program with its secrets in its environment: each file of systemd's credentials is a variable of that name. They stand on no
# command line and in no unit; the environment of a process is read by its own user alone.
set -eu
for file in "${CREDENTIALS_DIRECTORY:?runs in a unit with LoadCredential=}"/*; do
  name=${file##*/}
  export "$name=$(cat "$file")"
done
exec "$@"
