#!/bin/sh
# Runs a program with secrets in its environment: each file of systemd's credentials becomes a variable with the file's name. So secrets are
# on no command line and in no unit, and only the process's own user can read them.
set -eu
for file in "${CREDENTIALS_DIRECTORY:?is not set: run this in a unit with LoadCredential=}"/*; do
  name=${file##*/}
  export "$name=$(cat "$file")"
done
exec "$@"
