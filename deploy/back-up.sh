#!/bin/sh
# `back-up.sh full` once a week and `back-up.sh incr` once a day, on every database node as the user postgres: the primary of
# the moment makes the backup, the others have nothing to do.
set -eu
if [ "$(psql --no-psqlrc --tuples-only --no-align --port="${PGPORT:-5432}" --dbname=postgres --command='select pg_is_in_recovery()')" = t ]; then
  exit 0
fi
exec pgbackrest --stanza=warung --type="${1:-incr}" backup
